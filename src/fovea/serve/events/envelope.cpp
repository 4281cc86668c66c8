#include "fovea/serve/events/envelope.hpp"

#include "fovea/agent/permission_entry.hpp"
#include "fovea/base/base64.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/base/public_message.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/content/json.hpp"
#include "fovea/host/turn_queue.hpp"
#include "fovea/serve/events/socket_packet.hpp"
#include "fovea/serve/sessions/block_json.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <utility>

namespace fovea::serve {
namespace {

namespace json = boost::json;

EnvelopeRef make_envelope(
    const std::string& session,
    std::string type,
    std::uint64_t seq,
    store::Time time,
    json::object data,
    std::optional<std::uint64_t> ends = {}
) {
    json::object whole{{"type", type}, {"session_id", session}};
    if (seq > 0) whole["seq"] = seq;
    whole["ts"] = store::to_iso_text(time);
    whole["data"] = std::move(data);
    auto envelope = std::make_shared<Envelope>();
    envelope->seq = seq;
    envelope->type = std::move(type);
    envelope->json = json_text(whole);
    envelope->ends = ends;
    return envelope;
}

std::string base64_of(const Bytes& bytes) {
    std::string text(base64_size(bytes.size()), '\0');
    const auto written = encode_base64(bytes, text);
    return written.ok() ? text : std::string();
}

json::value parsed(const std::string& input) {
    boost::system::error_code broken;
    auto value = json::parse(input.empty() ? "{}" : input, broken);
    return broken ? json::value(to_utf8(input)) : std::move(value);
}

// Stored as the operator should read them.
std::string public_words(const host::KeptEnding& ending) {
    for (const auto code : {ErrorCode::StoreError, ErrorCode::ConfigInvalid, ErrorCode::Internal}) {
        if (ending.error_code == wire_name(code)) return public_message({code, ending.error});
    }
    return ending.error;
}

bool has_results(const content::Message& message) {
    return std::ranges::any_of(message.content, [](const content::ContentBlock& block) {
        return std::holds_alternative<content::ToolResultBlock>(block);
    });
}

// By a person.
bool is_said(const content::Message& message) {
    return message.role == content::Role::User && !has_results(message);
}

}  // namespace

const PacketRef& Envelope::packet() const {
    std::call_once(packet_once, [this] {
        packet_text =
            write_packet({PacketType::Message, write_socket_event("/events", type, json)});
    });
    return packet_text;
}

class EntryEnvelopes::Writer {
public:
    Writer(EntryEnvelopes& owner, const store::Entry& entry) : owner_(owner), entry_(entry) {}

    void add(std::string type, json::object data, std::optional<std::uint64_t> ends = {}) {
        const auto index = std::min<std::uint64_t>(made_.size(), kSeqsPerEntry - 1);
        made_.push_back(make_envelope(
            owner_.session_,
            std::move(type),
            entry_.seq == 0 ? 0 : entry_.seq * kSeqsPerEntry + index,
            entry_.time,
            std::move(data),
            ends
        ));
    }

    void add_message(const content::Message& message) {
        owner_.note_calls(message);
        if (!has_results(message)) {
            add("message",
                {{"role", message.role == content::Role::Assistant ? "assistant" : "user"},
                 {"content", blocks_json(message.content)}});
        }
        for (const auto& block : message.content) {
            if (const auto* image = std::get_if<content::ImageBlock>(&block)) {
                add_image(*image, "user");
            }
            if (const auto* result = std::get_if<content::ToolResultBlock>(&block)) {
                add_call(*result);
            }
        }
    }

    void add_ending(const host::KeptEnding& ending) {
        if (ending.withdrawn) return add("withdrawn", {{"turn_id", ending.turn}}, ending.turn);
        const auto why = public_words(ending);
        if (!why.empty()) {
            add("error", {{"turn_id", ending.turn}, {"code", ending.error_code}, {"message", why}});
        }
        json::object data{
            {"turn_id", ending.turn},
            {"subtype", ending.subtype},
            {"is_error", ending.subtype != "success"},
            {"model", ending.model},
            {"cost_usd", ending.cost_usd},
            {"usage", ending.usage},
            {"receipt", ending.receipt},
            {"duration_ms", ending.duration_ms}};
        if (!ending.stop_reason.empty()) data["stop_reason"] = ending.stop_reason;
        if (!ending.documents.empty()) data["documents"] = ending.documents;
        if (ending.receipt_more > 0) data["receipt_more"] = ending.receipt_more;
        if (ending.subtype == "success") data["result"] = ending.text;
        // Who waits for the result alone learns why from it.
        if (!why.empty()) data["error"] = {{"code", ending.error_code}, {"message", why}};
        add("result", std::move(data), ending.turn);
    }

    void add_word(const agent::PersonsWord& word) {
        add("permission_decided",
            {{"id", to_utf8(word.tool_use_id)},
             {"name", to_utf8(word.tool)},
             {"verdict", word.allowed ? "allow" : "deny"},
             {"by", "person"}});
    }

    std::vector<EnvelopeRef> take() { return std::move(made_); }

private:
    void add_call(const content::ToolResultBlock& result) {
        const auto tool = owner_.asked_by(result.tool_use_id);
        json::object data{
            {"id", to_utf8(result.tool_use_id)},
            {"name", to_utf8(tool.name)},
            {"input", parsed(tool.input)},
            {"is_error", result.is_error},
            {"result", outputs_json(result.content)}};
        const content::ImageBlock* first = nullptr;
        for (const auto& output : result.content) {
            const auto* image = std::get_if<content::ImageBlock>(&output);
            if (first == nullptr) first = image;
        }
        if (first != nullptr) {
            if (auto bytes = inline_bytes(*first)) data["image_data"] = std::move(*bytes);
            data["image_mime"] = first->mime;
            data["image_url"] = url_of(*first);
        }
        add("tool_call", std::move(data));
        for (const auto& output : result.content) {
            if (const auto* image = std::get_if<content::ImageBlock>(&output)) {
                add_image(*image, "tool:" + tool.name);
            }
        }
    }

    void add_image(const content::ImageBlock& image, const std::string& source) {
        json::object data{
            {"image_id", id_of(image)},
            {"mime", image.mime},
            {"width", image.size.width},
            {"height", image.size.height},
            {"alt", to_utf8(image.alt)},
            {"source", to_utf8(source)},
            {"url", url_of(image)}};
        if (auto bytes = inline_bytes(image)) data["data"] = std::move(*bytes);
        add("image", std::move(data));
    }

    static std::string id_of(const content::ImageBlock& image) {
        const auto* blob = content::blob_of(image.source);
        return blob != nullptr ? blob->sha256.hex() : "";
    }
    std::string url_of(const content::ImageBlock& image) const {
        if (const auto* url = std::get_if<content::UrlRef>(&image.source)) return to_utf8(url->url);
        return "/sessions/" + owner_.session_ + "/images/" + id_of(image);
    }
    // None where it is too large, or gone.
    std::optional<std::string> inline_bytes(const content::ImageBlock& image) const {
        const auto* blob = content::blob_of(image.source);
        if (blob == nullptr) return std::nullopt;
        const auto size = owner_.blobs_.size(*blob);
        if (!size.ok() || base64_size(size.value()) > owner_.max_inline_) return std::nullopt;
        const auto bytes = owner_.blobs_.read(*blob);
        if (!bytes.ok()) return std::nullopt;
        return base64_of(bytes.value());
    }

    EntryEnvelopes& owner_;
    const store::Entry& entry_;
    std::vector<EnvelopeRef> made_;
};

// A call has its result before a person speaks again.
void EntryEnvelopes::note_calls(const content::Message& message) {
    if (is_said(message)) {
        asked_.clear();
        known_from_ = 1;
    }
    for (const auto& block : message.content) {
        if (const auto* use = std::get_if<content::ToolUseBlock>(&block)) {
            asked_[use->id] = {use->name, use->input};
        }
    }
}

// Each entry is looked at once, however many results have no call.
void EntryEnvelopes::look_back_for(const std::string& call) {
    constexpr std::uint64_t kStep = 32;
    while (known_from_ > 1 && !asked_.contains(call)) {
        const auto count = std::min(kStep, known_from_ - 1);
        known_from_ -= count;
        const auto entries = sessions_.read(session_, known_from_, static_cast<std::size_t>(count));
        if (!entries.ok()) return;
        for (auto entry = entries.value().rbegin(); entry != entries.value().rend(); ++entry) {
            if (entry->kind != store::EntryKind::Message) continue;
            const auto message = store::message_of(*entry);
            if (!message.ok()) continue;
            if (is_said(message.value())) {
                known_from_ = 1;
                break;
            }
            for (const auto& block : message.value().content) {
                const auto* use = std::get_if<content::ToolUseBlock>(&block);
                if (use != nullptr) asked_.try_emplace(use->id, AskedTool{use->name, use->input});
            }
        }
    }
}

EntryEnvelopes::AskedTool EntryEnvelopes::asked_by(const std::string& call) {
    look_back_for(call);
    const auto asked = asked_.find(call);
    return asked != asked_.end() ? asked->second : AskedTool{};
}

std::vector<EnvelopeRef> EntryEnvelopes::of(const store::Entry& entry) {
    if (entry.seq > 0 && entry.seq != last_ + 1) {
        asked_.clear();
        known_from_ = entry.seq;
    }
    if (entry.seq > 0) last_ = entry.seq;
    Writer writer(*this, entry);
    if (entry.kind == store::EntryKind::Message) {
        if (const auto message = store::message_of(entry); message.ok()) {
            writer.add_message(message.value());
        }
    } else if (const auto ending = host::ending_of(entry)) {
        writer.add_ending(*ending);
    } else if (const auto word = agent::persons_word_in(entry)) {
        writer.add_word(*word);
    }
    return writer.take();
}

namespace {

// The type and the data of an event; no type: it is not told.
struct Moment {
    std::string type = {};
    json::object data = {};
};

std::string_view wire_name(turn::Doing doing) {
    switch (doing) {
        case turn::Doing::Opening: return "opening";
        case turn::Doing::Fetching: return "fetching";
        case turn::Doing::Describing: return "describing";
        case turn::Doing::Reading: return "reading";
        case turn::Doing::Sending: return "sending";
    }
    return "sending";
}

struct TellMoment {
    Moment operator()(const agent::Delta& delta) const {
        return std::visit([this](const auto& piece) { return tell(piece); }, delta.piece);
    }
    Moment tell(const providers::TextDelta& piece) const {
        return {"text_delta", {{"text", to_utf8(piece.text)}}};
    }
    Moment tell(const providers::ThinkingDelta& piece) const {
        return {"thinking_delta", {{"text", to_utf8(piece.text)}}};
    }
    Moment tell(const providers::ToolUseStarted& piece) const {
        return {"tool_start", {{"id", to_utf8(piece.id)}, {"name", to_utf8(piece.name)}}};
    }
    Moment tell(const providers::ToolInputDelta&) const { return {}; }

    Moment operator()(const agent::ToolProgressed& event) const {
        json::object data{
            {"id", to_utf8(event.tool_use_id)},
            {"name", to_utf8(event.tool)},
            {"done", event.progress.done},
            {"message", to_utf8(event.progress.message)}};
        if (event.progress.total) data["total"] = *event.progress.total;
        return {"tool_progress", std::move(data)};
    }
    Moment operator()(const agent::PermissionAsked& event) const {
        return {
            "permission_request",
            {{"id", to_utf8(event.use.id)},
             {"name", to_utf8(event.use.name)},
             {"input", parsed(event.use.input)},
             {"why", to_utf8(event.why)}}};
    }
    Moment operator()(const agent::PermissionDecided& event) const {
        return {
            "permission_decided",
            {{"id", to_utf8(event.tool_use_id)},
             {"name", to_utf8(event.tool)},
             {"verdict", event.verdict},
             {"rule", to_utf8(event.rule)}}};
    }
    Moment operator()(const agent::CallProgressed& event) const {
        const auto& progress = event.progress;
        json::object data{
            {"doing", wire_name(progress.doing)},
            {"done", progress.done},
            {"total", progress.total}};
        if (!progress.model.empty()) data["model"] = to_utf8(progress.model);
        return {"progress", std::move(data)};
    }
    Moment operator()(const agent::Retrying& event) const {
        return {
            "retry",
            {{"provider", to_utf8(event.provider)},
             {"attempt", event.attempt},
             {"max_retries", event.max_retries},
             {"wait_ms", event.wait.count()},
             {"category", event.category}}};
    }
    Moment operator()(const agent::Rerouted& event) const {
        return {
            "reroute",
            {{"from", to_utf8(event.from)},
             {"to", to_utf8(event.to)},
             {"reason", to_utf8(event.reason)}}};
    }
    Moment operator()(const agent::Compacted& event) const {
        return {
            "compact",
            {{"messages", event.messages},
             {"tokens_before", event.tokens_before},
             {"tokens_after", event.tokens_after}}};
    }
    Moment operator()(const agent::Warned& event) const {
        return {
            "warning",
            {{"kind", event.subtype}, {"message", to_utf8(without_paths(event.message))}}};
    }
    template <class Other>
    Moment operator()(const Other&) const {
        return {};
    }
};

}  // namespace

EnvelopeRef envelope_of_deletion(const std::string& session, store::Time time) {
    return make_envelope(session, "deleted", 0, time, {});
}

EnvelopeRef envelope_of_reply_so_far(
    const std::string& session, std::string_view text, std::string_view thinking, store::Time time
) {
    return make_envelope(
        session, "reply_so_far", 0, time, {{"text", to_utf8(text)}, {"thinking", to_utf8(thinking)}}
    );
}

EnvelopeRef envelope_of_change(const std::string& session, store::Time time) {
    return make_envelope(session, "session_changed", 0, time, {});
}

std::optional<EnvelopeRef> envelope_of_moment(
    const std::string& session, const agent::Event& event, store::Time time
) {
    auto told = std::visit(TellMoment{}, event);
    if (told.type.empty()) return std::nullopt;
    return make_envelope(session, std::move(told.type), 0, time, std::move(told.data));
}

}  // namespace fovea::serve
