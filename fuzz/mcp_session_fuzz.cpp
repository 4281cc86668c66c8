// Whatever lines a client sends, each request is answered exactly once unless it was cancelled, what
// comes back is a message, and nothing is larger than a host takes.
#include "fovea/mcp/server/answer_json.hpp"
#include "fovea/mcp/server/session.hpp"

#include <boost/json.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

namespace {

using namespace fovea;
using namespace std::chrono_literals;
namespace json = boost::json;

void require(bool holds) {
    if (!holds) std::abort();
}

mcp::ServedTool tool(std::string name, decltype(mcp::ServedTool::run) run) {
    return {
        .name = std::move(name),
        .description = "what it does",
        .input_schema =
            {{"type", "object"},
             {"properties", {{"words", {{"type", "string"}}}}},
             {"additionalProperties", false}},
        .output_schema = std::nullopt,
        .run = std::move(run)};
}

Result<mcp::Answer> echo(const mcp::Call& call, const std::stop_token&) {
    const auto* words = call.arguments.if_contains("words");
    const std::string text(words == nullptr ? "" : words->as_string());
    return mcp::Answer{.text = text, .structured = json::object{{"text", text}}};
}

Result<mcp::Answer> send_away(const mcp::Call& call, const std::stop_token& stop) {
    if (call.ask_person("Send it?", stop) == mcp::Said::Yes) return mcp::Answer{.text = "sent"};
    return Error{ErrorCode::ConsentRequired, "agree first"};
}

Result<mcp::Answer> find(const mcp::Call& call, const std::stop_token& stop) {
    TRY(call.workspace(stop));
    return mcp::Answer{.text = "found"};
}

const mcp::Offer& offer() {
    static const mcp::Offer kOffer{
        .version = "1",
        .instructions = "Look.",
        .tools =
            mcp::ToolTable::of({tool("echo", echo), tool("send", send_away), tool("find", find)})
                .value(),
        .read_resource = [](const std::string& uri,
                            const std::stop_token&) -> Result<json::object> {
            if (uri != "fovea://one") return Error{ErrorCode::FileNotFound, "no such"};
            return json::object{{"uri", uri}, {"blob", "AQID"}};
        }};
    return kOffer;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::mutex mutex;  // guards what follows
    std::map<mcp::Id, int> open;
    std::set<mcp::Id> answers;  // that cannot be read: told to whoever asked, else to their sender
    std::size_t without_id = 0;
    std::size_t unreadable = 0;
    bool cancels = false;
    const mcp::Send send = [&](const mcp::Message& message) {
        const auto text = mcp::write_message(message);
        require(text.size() < (1u << 20) && text.find('\n') == std::string::npos);
        require(mcp::read_message(text).ok());
        const auto* response = std::get_if<mcp::Response>(&message);
        if (response == nullptr) return;
        const std::scoped_lock lock(mutex);
        if (!response->id) {
            ++without_id;
        } else {
            require(--open[*response->id] >= 0);
        }
    };
    static WorkPool pool({.threads = 2});
    static mcp::Heart heart(10ms);
    mcp::ServerSession session(
        offer(),
        {pool, heart},
        {.limits = {.at_once = 2, .waiting = 1000}, .roots_timeout = 1ms, .person_timeout = 1ms}
    );
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    while (!rest.empty()) {
        const auto line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        const auto message = mcp::read_message(line);
        {
            const std::scoped_lock lock(mutex);
            if (!message.ok()) {
                const auto& bad = message.error();
                if (bad.id) {
                    ++open[*bad.id];
                    if (bad.is_answer) answers.insert(*bad.id);
                } else {
                    ++unreadable;
                }
            } else if (const auto* asked = std::get_if<mcp::Request>(&message.value())) {
                ++open[asked->id];
            } else if (const auto* told = std::get_if<mcp::Notification>(&message.value())) {
                cancels = cancels || told->method == "notifications/cancelled";
            }
        }
        session.take(line, send);
    }
    require(session.finish(1min));
    const std::scoped_lock lock(mutex);
    require(without_id == unreadable);
    for (const auto& [id, left] : open) require(left == 0 || cancels || answers.contains(id));
    return 0;
}
