#include "fovea/agent/tool_round.hpp"

#include "fovea/agent/permission_entry.hpp"
#include "fovea/base/each_at_once.hpp"
#include "fovea/providers/unreadable_input.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <exception>

namespace fovea::agent {
namespace {

using content::ToolResultBlock;
using content::ToolUseBlock;
using tools::ToolOutcome;

constexpr std::size_t kMaxDepth = 200;  // of an input, as providers read it

constexpr const char* kCancelled = "The call was cancelled before it finished; there is no result.";

struct Answered {
    ToolOutcome outcome;
    std::optional<PermissionDenial> denial = {};
    std::optional<PersonsWord> word = {};
};

std::string names_of(const tools::Toolbox& tools) {
    std::string names;
    for (const auto& name : tools.names()) names += (names.empty() ? "" : ", ") + name;
    return names.empty() ? "no tools are available" : "available: " + names;
}

// Models write inputs, and models are cut off: what is no object is told, not run.
Result<void> check_input(const std::string& input) {
    if (const auto problem = providers::unreadable_problem(input)) {
        return Error{
            ErrorCode::InvalidInput,
            "the tool was not run: " + *problem +
                ". Call it again with arguments that are one valid JSON object"};
    }
    boost::system::error_code broken;
    boost::json::parse_options options;
    options.max_depth = kMaxDepth;
    const auto value = boost::json::parse(input, broken, {}, options);
    if (!broken && value.is_object()) return {};
    return Error{ErrorCode::InvalidInput, "the input of the call is not a JSON object"};
}

Answered denied(
    const ToolUseBlock& call, const std::string& reason, std::optional<PersonsWord> word
) {
    Answered answered;
    answered.word = std::move(word);
    answered.outcome = tools::said("Permission denied: " + reason);
    answered.outcome.is_error = true;
    answered.denial = PermissionDenial{call.name, call.id, call.input, reason};
    return answered;
}

Answered answer(ToolUseBlock call, const RoundServices& services, const std::stop_token& stop) {
    if (call.input.empty()) call.input = "{}";  // what a tool without arguments is called with
    auto* tool = services.tools.find(call.name);
    if (tool == nullptr) {
        return {tools::failed(
            {ErrorCode::InvalidInput,
             "unknown tool \"" + call.name + "\"; " + names_of(services.tools)}
        )};
    }
    if (const auto good = check_input(call.input); !good.ok()) return {tools::failed(good.error())};
    bool agreed = false;
    std::optional<PersonsWord> word;
    if (services.decide) {
        const auto decision = services.decide(call, *tool, stop);
        if (decision.by_person) word = PersonsWord{call.name, call.id, decision.allowed};
        if (!decision.allowed) return denied(call, decision.reason, std::move(word));
        if (decision.input) call.input = *decision.input;
        agreed = decision.agreed;
    }
    if (stop.stop_requested()) return {tools::failed({ErrorCode::Cancelled, kCancelled})};
    Answered answered;
    answered.word = std::move(word);
    answered.outcome = tool->run(
        {.id = call.id,
         .input = call.input,
         .on_progress =
             [&](const tools::Progress& progress) {
                 services.emit(ToolProgressed{call.id, call.name, progress});
             },
         .agreed = agreed},
        stop
    );
    if (services.refine) services.refine(call, answered.outcome, stop);
    return answered;
}

// The top of a thread: a library that throws ends its call, not the run.
Answered answer_safely(
    const ToolUseBlock& call, const RoundServices& services, const std::stop_token& stop
) {
    try {
        return answer(call, services, stop);
    } catch (const std::exception& error) {
        return {tools::failed({ErrorCode::Internal, error.what()})};
    }
}

ToolResultBlock result_of(const ToolUseBlock& call, const ToolOutcome& outcome) {
    ToolResultBlock result{
        .tool_use_id = call.id, .content = outcome.content, .is_error = outcome.is_error};
    if (result.content.empty()) result.content.emplace_back(content::TextBlock{"(no output)"});
    return result;
}

}  // namespace

std::vector<ToolUseBlock> calls_in(const std::vector<content::ContentBlock>& reply) {
    std::vector<ToolUseBlock> calls;
    for (const auto& block : reply) {
        if (const auto* call = std::get_if<ToolUseBlock>(&block)) calls.push_back(*call);
    }
    return calls;
}

Round answer_calls(
    const std::vector<ToolUseBlock>& calls,
    const RoundServices& services,
    const std::stop_token& stop
) {
    std::vector<Answered> answered(calls.size());
    each_at_once(calls.size(), services.at_once, [&](std::size_t i) {
        const auto begun = std::chrono::steady_clock::now();
        answered[i] = answer_safely(calls[i], services, stop);
        const auto took = std::chrono::steady_clock::now() - begun;
        services.emit(ToolFinished{
            result_of(calls[i], answered[i].outcome),
            calls[i].name,
            std::chrono::duration_cast<std::chrono::milliseconds>(took)});
    });
    Round round{.message = {.role = content::Role::User}};
    for (std::size_t i = 0; i < calls.size(); ++i) {
        auto& [outcome, denial, word] = answered[i];
        round.message.content.emplace_back(result_of(calls[i], outcome));
        if (word) round.entries.push_back(permission_entry(*word, store::system_now()));
        for (auto& entry : outcome.entries) round.entries.push_back(std::move(entry));
        if (!outcome.usage_model.empty()) {
            round.usage.emplace_back(outcome.usage_model, outcome.usage);
        }
        if (denial) round.denials.push_back(std::move(*denial));
    }
    return round;
}

}  // namespace fovea::agent
