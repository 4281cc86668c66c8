#include "fovea/cli/commands/analyze.hpp"

#include "fovea/analysis/time_range.hpp"
#include "fovea/base/answer_schema.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/headless/limits.hpp"
#include "fovea/cli/interrupt.hpp"
#include "fovea/cli/opened_analysis.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/cli/progress_bar.hpp"
#include "fovea/cli/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fovea::cli {
namespace {

using analysis::Expected;

std::string_view command_of(const AnalyzeArguments& arguments) {
    return arguments.expected == Expected::Videos ? "fovea video" : "fovea analyze";
}

std::size_t max_characters(const AnalyzeArguments& arguments) {
    return arguments.expected == Expected::Videos ? analysis::kVideoResultCharacters
                                                  : analysis::kVisionResultCharacters;
}

// What is wrong with the arguments themselves; empty when nothing is.
std::string usage_problem(const AnalyzeArguments& arguments) {
    if (arguments.prompt.empty()) return "--prompt is empty";
    if (std::ranges::count(arguments.sources, "-") > 1) {
        return "standard input can be read only once";
    }
    analysis::Scope scope;
    const auto range = analysis::set_range(arguments.start, arguments.end, scope);
    return range.ok() ? "" : range.error().message;
}

Result<std::vector<analysis::Material>> take_all(
    const AnalyzeArguments& arguments, const ingest::Intake& intake, const std::stop_token& stop
) {
    if (arguments.sources.size() > intake.max_images) {
        return Error{
            ErrorCode::LimitExceeded,
            fmt::format(
                "{} files, and images.max_per_message is {}",
                arguments.sources.size(),
                intake.max_images
            )};
    }
    std::vector<analysis::Material> files;
    for (const auto& input : arguments.sources) {
        const auto source = ingest::parse_source(input);
        auto file = analysis::take_material(source, arguments.expected, intake, stop);
        if (!file.ok()) {
            auto error = file.error();
            const auto name = ingest::name_of(source);
            if (error.message.find(name) == std::string::npos) {
                error.message = name + ": " + error.message;
            }
            return error;
        }
        files.push_back(std::move(file).value());
    }
    return files;
}

void print(
    const analysis::Analysis& done,
    const std::vector<analysis::Material>& files,
    const AnalyzeArguments& arguments
) {
    const auto most = max_characters(arguments);
    if (arguments.json) {
        print_line(json_text(analysis::to_json(done, files, most)));
        return;
    }
    print_line(printable_lines(analysis::clipped(done.parsed.value_or(done.text), most)));
    for (const auto& note : done.notes) fmt::print(stderr, "{}\n", printable(note));
}

// Checked before anything is opened or sent.
Result<std::optional<std::string>> schema_of(const AnalyzeArguments& arguments) {
    if (!arguments.schema) return std::optional<std::string>();
    auto text = TRY(schema_text(*arguments.schema));
    const auto compiled = AnswerSchema::compile(text);
    if (!compiled.ok()) {
        return Error{compiled.error().code, "--schema: " + compiled.error().message};
    }
    return std::optional(std::move(text));
}

Result<void> ask(const AnalyzeArguments& arguments, const Invocation& invocation) {
    const Interrupt interrupt;
    auto schema = TRY(schema_of(arguments));
    OpenedDelivery opened(invocation);
    TRY(opened.open());
    OpenedVision vision(invocation, opened);
    TRY(vision.open());
    OpenedAnalysis analyses(invocation, opened, vision);
    analysis::AnalysisRequest request{
        .files = TRY(take_all(arguments, opened.intake(), interrupt.token())),
        .prompt = arguments.prompt,
        .model = arguments.model};
    request.schema = std::move(schema);
    request.scope.pages = arguments.pages;
    TRY(analysis::set_range(arguments.start, arguments.end, request.scope));
    ProgressBar bar;
    request.scope.on_progress = [&bar](analysis::Stage stage, std::size_t done, std::size_t total) {
        bar.show(name_of(stage), done, total);
    };
    auto files = request.files;
    auto done = analyses.ask(std::move(request), interrupt.token());
    bar.clear();
    if (!done.ok()) return done.error().error;
    print(done.value(), files, arguments);
    return {};
}

}  // namespace

int run_analyze(const AnalyzeArguments& arguments, const Invocation& invocation) {
    if (const auto problem = usage_problem(arguments); !problem.empty()) {
        const auto command = command_of(arguments);
        fmt::print(stderr, "{}: {}\nTry {} --help.\n", command, printable(problem), command);
        return kUsage;
    }
    const auto done = ask(arguments, invocation);
    return done.ok() ? kSuccess
                     : report_failure(command_of(arguments), done.error(), arguments.json);
}

}  // namespace fovea::cli
