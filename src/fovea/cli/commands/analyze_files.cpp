#include "fovea/cli/commands/analyze_files.hpp"

#include "fovea/analysis/time_range.hpp"
#include "fovea/base/answer_schema.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/cli/headless/limits.hpp"
#include "fovea/ingest/bad_inputs.hpp"
#include "fovea/people/progress_bar.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <cstdlib>
#include <utility>

namespace fovea::cli {
namespace {

using analysis::Expected;

constexpr std::string_view kUncertain = " (uncertain)";  // as local/ocr marks a line

std::size_t max_characters(Expected expected) {
    return expected == Expected::Videos ? analysis::kVideoResultCharacters
                                        : analysis::kVisionResultCharacters;
}

Result<std::vector<analysis::Material>> take_all(
    std::vector<AskedFile> asked,
    Expected expected,
    const ingest::Intake& intake,
    const std::stop_token& stop
) {
    if (asked.size() > intake.max_images) {
        return Error{
            ErrorCode::LimitExceeded,
            fmt::format(
                "{} files are too many: images.max_per_message is {}",
                asked.size(),
                intake.max_images
            )};
    }
    std::vector<analysis::Material> files;
    ingest::BadInputs bad;
    for (auto& [source, received] : asked) {
        auto file = received ? analysis::take_material(
                                   std::move(received->bytes),
                                   ingest::filename_of(source),
                                   expected,
                                   intake,
                                   stop
                               )
                             : analysis::take_material(source, expected, intake, stop);
        if (file.ok()) {
            files.push_back(std::move(file).value());
        } else {
            bad.add(ingest::name_of(source), file.error());
        }
        if (stop.stop_requested()) break;
    }
    if (bad.any()) return bad.error();
    return files;
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

}  // namespace

Result<AnsweredFiles> ask_about_files(
    const AnalyzeArguments& arguments,
    std::vector<AskedFile> files,
    host::Sight& sight,
    const std::stop_token& stop
) {
    auto schema = TRY(schema_of(arguments));
    TRY(sight.open());
    analysis::AnalysisRequest request{
        .files =
            TRY(take_all(std::move(files), arguments.expected, sight.machine().intake(), stop)),
        .prompt = arguments.prompt,
        .model = arguments.model};
    request.schema = std::move(schema);
    request.scope.pages = arguments.pages;
    TRY(analysis::set_range(arguments.start, arguments.end, request.scope));
    people::ProgressBar bar(std::getenv("TERM"));
    request.scope.on_progress = [&bar](analysis::Stage stage, std::size_t done, std::size_t total) {
        bar.show(name_of(stage), done, total);
    };
    auto taken = request.files;
    auto done = sight.analyst().ask(std::move(request), stop);
    bar.clear();
    if (!done.ok()) return done.error().error;
    return AnsweredFiles{arguments.expected, std::move(done).value(), std::move(taken)};
}

boost::json::object answer_json(const AnsweredFiles& answered) {
    return analysis::to_json(answered.analysis, answered.files, max_characters(answered.expected));
}

std::string answer_text(const AnsweredFiles& answered) {
    const auto& analysis = answered.analysis;
    return printable_lines(analysis::clipped(
        analysis.parsed.value_or(analysis.text), max_characters(answered.expected)
    ));
}

std::string why_not_plain(std::string_view told) {
    const auto at = told.starts_with("- ") ? 0 : told.find("\n- ");
    auto line = told.substr(at == std::string_view::npos ? 0 : told.find("- ", at) + 2);
    line = line.substr(0, line.find('\n'));
    if (at == std::string_view::npos) return std::string(line);
    if (line.ends_with(kUncertain)) line.remove_suffix(kUncertain.size());
    // Its box is of no use here.
    std::string nearest(line);
    const auto box = nearest.find('[');
    const auto end = nearest.find("] ", box);
    if (box != std::string::npos && end != std::string::npos) nearest.erase(box, end + 2 - box);
    return "not certain; what comes nearest: " + nearest;
}

std::string plain_answer(const AnsweredFiles& answered) {
    const auto& analysis = answered.analysis;
    if (!analysis.model.starts_with("local/")) return answer_text(answered);
    return printable_lines(analysis.value);
}

}  // namespace fovea::cli
