#include "fovea/host/turn_queue.hpp"

#include "fovea/base/json_members.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/content/json.hpp"
#include "fovea/protocol/delivery_json.hpp"
#include "fovea/protocol/result_frame.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace fovea::host {
namespace {

namespace json = boost::json;

constexpr std::string_view kQueued = "turn_queued";
constexpr std::string_view kEnded = "turn_ended";
constexpr std::string_view kWithdrawn = "turn_withdrawn";

store::Entry entry_of(std::string_view type, json::object body, store::Time time) {
    body["type"] = type;
    return {.kind = store::EntryKind::Telemetry, .time = time, .body = json::serialize(body)};
}

// Blobs of the message are the entry's, so that they stay until its turn comes.
json::array blobs_in(const content::Message& message) {
    json::array blobs;
    const auto add = [&](const content::FileRef& file) {
        if (const auto* blob = content::blob_of(file)) blobs.emplace_back(blob->sha256.hex());
    };
    for (const auto& block : message.content) {
        if (const auto* image = std::get_if<content::ImageBlock>(&block)) add(image->source);
        if (const auto* file = std::get_if<content::DocumentBlock>(&block)) add(file->source);
        if (const auto* video = std::get_if<content::VideoBlock>(&block)) add(video->source);
    }
    return blobs;
}

// A hook may have added to what was said.
bool begins_with(const content::Message& whole, const content::Message& first) {
    return whole.role == first.role && whole.content.size() >= first.content.size() &&
           std::equal(first.content.begin(), first.content.end(), whole.content.begin());
}

std::optional<json::object> telemetry(const store::Entry& entry) {
    if (entry.kind != store::EntryKind::Telemetry) return std::nullopt;
    auto body = store::body_of(entry);
    if (!body.ok()) return std::nullopt;
    return std::move(body).value();
}

}  // namespace

Result<std::uint64_t> keep_turn(
    store::SessionStore& sessions,
    const std::string& session,
    const content::Message& message,
    const std::string& key
) {
    json::object body{{"message", content::to_json(message)}, {"blobs", blobs_in(message)}};
    if (!key.empty()) body["key"] = to_utf8(key);
    const auto entry = entry_of(kQueued, std::move(body), store::system_now());
    return sessions.append(session, {&entry, 1});
}

std::map<std::string, std::uint64_t> keys_of_turns(std::span<const store::Entry> entries) {
    std::map<std::string, std::uint64_t> keys;
    for (const auto& entry : entries) {
        const auto body = telemetry(entry);
        if (!body || text_in(*body, "type") != kQueued) continue;
        if (const auto key = text_in(*body, "key"); !key.empty()) keys.emplace(key, entry.seq);
    }
    return keys;
}

bool is_promise_of(const store::Entry& entry, const content::Message& message) {
    const auto body = telemetry(entry);
    if (!body || text_in(*body, "type") != kQueued) return false;
    const auto* kept = body->if_contains("message");
    return kept != nullptr && *kept == content::to_json(message);
}

Result<std::uint64_t> withdraw_turn(
    store::SessionStore& sessions, const std::string& session, std::uint64_t id
) {
    const auto entry = entry_of(kWithdrawn, {{"turn", id}}, store::system_now());
    return sessions.append(session, {&entry, 1});
}

Result<std::vector<KeptTurn>> unfinished_turns(std::span<const store::Entry> entries) {
    std::vector<KeptTurn> turns;
    for (const auto& entry : entries) {
        if (entry.kind == store::EntryKind::Message) {
            const auto message = TRY(store::message_of(entry));
            const auto begun = std::ranges::find_if(turns, [&](const KeptTurn& turn) {
                return !turn.has_begun && begins_with(message, turn.message);
            });
            if (begun != turns.end()) begun->has_begun = true;
            continue;
        }
        const auto body = telemetry(entry);
        if (!body) continue;
        const auto type = text_in(*body, "type");
        if (type == kQueued) {
            const auto* message = body->if_contains("message");
            if (message == nullptr) continue;
            // One that nobody can read is as good as lost: it must not keep its session closed.
            auto kept = content::message_from_json(*message);
            if (!kept.ok()) continue;
            turns.push_back({.id = entry.seq, .message = std::move(kept).value()});
        } else if (type == kEnded || type == kWithdrawn) {
            const auto id = count_in(*body, "turn");
            std::erase_if(turns, [id](const KeptTurn& turn) { return turn.id == id; });
        }
    }
    return turns;
}

Command command_for(KeptTurn turn) {
    if (turn.has_begun) return GoOn{turn.id};
    return Prompt{std::move(turn.message), turn.id};
}

// Of a long session the newest alone: each turn would repeat all that those before it told.
void add_receipt(const agent::RunResult& result, json::object& body) {
    constexpr std::size_t kMost = 50;
    auto receipt = protocol::receipt_json(result.receipt);
    if (receipt.size() > kMost) {
        const auto more = receipt.size() - kMost;
        receipt.erase(receipt.begin(), receipt.begin() + static_cast<std::ptrdiff_t>(more));
        body["receipt_more"] = more;
    }
    body["receipt"] = std::move(receipt);
}

store::Entry ending_entry(const agent::RunResult& result, std::uint64_t kept_as, store::Time time) {
    json::object body{
        {"turn", kept_as},
        {"subtype", protocol::name_of(result.ending)},
        {"model", to_utf8(result.model)},
        {"cost_usd", result.cost_usd},
        {"usage", protocol::usage_json(result.usage)},
        {"duration_ms", result.took.count()}};
    if (!result.by_model.empty()) body["stop_reason"] = protocol::name_of(result.finish);
    add_receipt(result, body);
    if (!result.documents.empty()) body["documents"] = protocol::documents_json(result.documents);
    if (result.ending == agent::Ending::Success) body["result"] = to_utf8(result.text);
    if (result.ending != agent::Ending::Success && result.error) {
        body["error"] = to_utf8(result.error->message);
        body["error_code"] = wire_name(result.error->code);
    }
    return entry_of(kEnded, std::move(body), time);
}

std::optional<KeptEnding> ending_of(const store::Entry& entry) {
    const auto body = telemetry(entry);
    if (!body) return std::nullopt;
    const auto type = text_in(*body, "type");
    if (type == kWithdrawn) {
        return KeptEnding{
            .turn = count_in(*body, "turn"), .withdrawn = true, .subtype = "withdrawn"};
    }
    if (type != kEnded) return std::nullopt;
    KeptEnding ending{
        .turn = count_in(*body, "turn"),
        .subtype = std::string(text_in(*body, "subtype")),
        .text = std::string(text_in(*body, "result")),
        .model = std::string(text_in(*body, "model")),
        .error = std::string(text_in(*body, "error")),
        .error_code = std::string(text_in(*body, "error_code")),
        .stop_reason = std::string(text_in(*body, "stop_reason")),
        .receipt_more = count_in(*body, "receipt_more"),
        .duration_ms = count_in(*body, "duration_ms")};
    if (const auto* cost = body->if_contains("cost_usd"); cost != nullptr && cost->is_number()) {
        ending.cost_usd = cost->to_number<double>();
    }
    if (const auto* usage = body->if_contains("usage"); usage != nullptr && usage->is_object()) {
        ending.usage = usage->get_object();
    }
    if (const auto* rows = body->if_contains("receipt"); rows != nullptr && rows->is_array()) {
        ending.receipt = rows->get_array();
    }
    if (const auto* rows = body->if_contains("documents"); rows != nullptr && rows->is_array()) {
        ending.documents = rows->get_array();
    }
    return ending;
}

}  // namespace fovea::host
