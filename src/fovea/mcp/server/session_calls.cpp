// What a session does for the calls of its tools: all that a tool may ask of its client.
#include "fovea/mcp/server/answer_json.hpp"
#include "fovea/mcp/server/elicitation.hpp"
#include "fovea/mcp/server/session.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <utility>

namespace fovea::mcp {
namespace {

namespace json = boost::json;

Error wrong_arguments(const std::string& tool, Error error) {
    error.message = "the arguments of " + tool + " are invalid: " + error.message;
    return error;
}

// How long clients may keep what they were told (modern).
std::optional<Keeping> keeping_of(const std::string& method) {
    constexpr std::string_view kKept[] = {
        "tools/list",
        "prompts/list",
        "resources/list",
        "resources/templates/list",
        "resources/read"};
    if (std::ranges::find(kKept, method) == std::end(kKept)) return std::nullopt;
    return Keeping{std::chrono::minutes(5), false};
}

}  // namespace

const Method* ServerSession::method_for(const Request& request, const Era& era) const {
    const auto found = offer_.methods.find(request.method);
    if (found == offer_.methods.end()) return nullptr;
    const auto& method = found->second;
    const auto own = era.modern ? Eras::Modern : Eras::Legacy;
    return method.eras == Eras::Both || method.eras == own ? &method : nullptr;
}

Calls::Work ServerSession::call_method(
    Request request, const Era& era, const Method& method, const Send& send
) {
    return [this, era, &method, send, request = std::move(request)](const std::stop_token& stop
           ) -> Outcome {
        const MethodCall call{
            .request = request,
            .era = era,
            .send = send,
            .aside = settings_.aside ? settings_.aside : Send([](const Message&) {}),
            .ask = [&](const Notification& question, const std::stop_token& end) {
                const Calls::Pause pause(calls_);
                return peer_.ask(question, send, settings_.person_timeout, end);
            }};
        auto outcome = method.run(call, stop);
        auto* result = std::get_if<json::object>(&outcome);
        if (result == nullptr) return std::get<RpcError>(std::move(outcome));
        const bool is_whole = !result->contains("resultType");
        return seal(
            std::move(*result),
            era,
            offer_.version,
            is_whole ? keeping_of(request.method) : std::nullopt
        );
    };
}

std::optional<json::object> ServerSession::ask_for_roots(
    const Send& send, const std::stop_token& stop
) {
    {
        const std::scoped_lock lock(mutex_);
        if (!has_roots_) return std::nullopt;
    }
    return peer_.ask({"roots/list"}, send, settings_.roots_timeout, stop);
}

Said ServerSession::ask_person(
    const std::string& question, const Send& send, const std::stop_token& stop
) {
    {
        const std::scoped_lock lock(mutex_);
        if (!can_elicit_) return Said::Nothing;
    }
    const auto ask = [&] {
        const auto answer = peer_.ask(
            {"elicitation/create", elicitation(question)}, send, settings_.person_timeout, stop
        );
        return answer ? said_of(*answer) : Said::Nothing;
    };
    const Calls::Pause pause(calls_);
    return questions_.ask(question, ask, stop);
}

Calls::Work ServerSession::call_tool(
    Request request,
    const Era& era,
    const ToolTable::Row& row,
    const std::shared_ptr<CallVoice>& voice,
    const Send& send
) {
    Call call;
    auto* arguments = request.params.if_contains("arguments");
    if (arguments != nullptr && arguments->is_object()) {
        call.arguments = std::move(arguments->get_object());
        request.params.erase("arguments");
    }
    call.on_progress = [voice](const tools::Progress& progress) { voice->progress(progress); };
    call.workspace = [this, send, modern = era.modern, name = row.tool.name](
                         const std::stop_token& stop
                     ) -> Result<std::shared_ptr<const ingest::Workspace>> {
        const auto ask = [&](const std::stop_token& end) { return ask_for_roots(send, end); };
        auto open =
            TRY(modern ? configured_roots_.workspace({}, stop) : roots_.workspace(ask, stop));
        if (!settings_.guard_for) return open;
        return std::make_shared<const ingest::Workspace>(open->under(settings_.guard_for(name)));
    };
    call.ask_person = [this, send](const std::string& question, const std::stop_token& stop) {
        return ask_person(question, send, stop);
    };
    // Modern: what its client has to ask a person, before the same call can go on.
    if (row.tool.adapt) row.tool.adapt(call.arguments);
    const auto question = std::make_shared<std::string>();
    if (era.modern) {
        call.ask_person =
            [era,
             question,
             params = std::move(request.params)](const std::string& asked, const std::stop_token&) {
                const auto said = said_in(params, asked);
                if (said == Said::Nothing && era.can_elicit) *question = asked;
                return said;
            };
    }
    return [this, era, &row, question, call = std::move(call)](const std::stop_token& stop
           ) mutable -> Outcome {
        // Moved there and back: they may hold a file of 32 MB.
        json::value checked(std::move(call.arguments));
        const auto valid = row.input.check(checked);
        call.arguments = std::move(checked.get_object());
        const auto answer = valid.ok()
                                ? row.tool.run(std::move(call), stop)
                                : Result<Answer>(wrong_arguments(row.tool.name, valid.error()));
        const bool lacks_consent =
            !answer.ok() && answer.error().code == ErrorCode::ConsentRequired;
        if (lacks_consent && !question->empty()) {
            return seal(input_required(*question), era, offer_.version);
        }
        auto result = answer.ok() ? to_json(answer.value(), era) : to_json(told(answer.error()));
        return seal(std::move(result), era, offer_.version);
    };
}

}  // namespace fovea::mcp
