#include "fovea/cli/commands/analyze.hpp"

#include "fovea/analysis/time_range.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/cli/commands/analyze_files.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/interrupt.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/host/sight.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fovea::cli {
namespace {

std::string_view command_of(const AnalyzeArguments& arguments) {
    return arguments.expected == analysis::Expected::Videos ? "fovea video" : "fovea analyze";
}

// What is wrong with the arguments themselves; empty when nothing is.
std::string usage_problem(const AnalyzeArguments& arguments) {
    if (arguments.prompt.empty()) return "--prompt must not be empty";
    if (arguments.plain && arguments.json) {
        return "--plain prints the bare answer; --json has it as value";
    }
    if (std::ranges::count(arguments.sources, "-") > 1) {
        return "standard input can be read only once";
    }
    analysis::Scope scope;
    const auto range = analysis::set_range(arguments.start, arguments.end, scope);
    return range.ok() ? "" : range.error().message;
}

// Returns the exit code.
Result<int> ask(const AnalyzeArguments& arguments, const Invocation& invocation) {
    const Interrupt interrupt;
    host::Sight sight(invocation);
    std::vector<AskedFile> files;
    for (const auto& input : arguments.sources) files.push_back({ingest::parse_source(input)});
    const auto answered =
        TRY(ask_about_files(arguments, std::move(files), sight, interrupt.token()));
    if (arguments.json) {
        print_line(json_text(answer_json(answered)));
        return kSuccess;
    }
    const auto text = arguments.plain ? plain_answer(answered) : answer_text(answered);
    if (!text.empty()) print_line(text);
    if (text.empty()) fmt::print(stderr, "{}\n", printable(why_not_plain(answered.analysis.text)));
    for (const auto& note : answered.analysis.notes) fmt::print(stderr, "{}\n", printable(note));
    return text.empty() ? kNoCertainAnswer : kSuccess;
}

}  // namespace

int run_analyze(const AnalyzeArguments& arguments, const Invocation& invocation) {
    if (const auto problem = usage_problem(arguments); !problem.empty()) {
        return report_usage(command_of(arguments), problem, arguments.json);
    }
    const auto done = ask(arguments, invocation);
    return done.ok() ? done.value()
                     : report_failure(command_of(arguments), done.error(), arguments.json);
}

}  // namespace fovea::cli
