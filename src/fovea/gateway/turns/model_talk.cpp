#include "fovea/gateway/turns/model_talk.hpp"

#include "fovea/delivery/cost.hpp"
#include "fovea/gateway/inbound/read_request.hpp"
#include "fovea/gateway/way/refusals.hpp"
#include "fovea/gateway/way/wire_head.hpp"
#include "fovea/providers/dialects.hpp"
#include "fovea/providers/sum_usage.hpp"
#include "fovea/store/timestamp.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

namespace fovea::gateway {
namespace {

constexpr std::string_view kBetweenReplies = "\n\n";

// Names out of a request: a header takes no line breaks, and not everything.
std::string list(const std::vector<std::string>& all) {
    std::string text;
    for (const auto& each : all) {
        if (!text.empty()) text += ", ";
        for (const char c : each) text += c >= 0x20 && c < 0x7f ? c : '?';
    }
    return text.substr(0, 1000);
}

}  // namespace

// Its answers go on in its server's bytes; calls of ours are left out of them on the way.
void ModelTalk::begin(std::optional<Splice> splice, OurTool our_tool, ReplyPieces pieces) {
    splice_ = std::move(splice);
    pieces_ = pieces;
    client_.emplace(about_.parts.machine.services());
    TurnSender::OfProgram program{.on_send = [this] {
        about_.heartbeat.set(Heartbeat::Waits::ForServer);
        tell_headers();
    }};
    if (splice_) {
        const auto& job = about_.job;
        const auto keys = settings().gateway.forward_keys ? Keys::Theirs : Keys::Ours;
        const auto mark = job.path_end.find('?');
        program.written = &written_;
        program.headers = headers_to_server(job.asked, about_.way, keys);
        if (mark != std::string::npos) program.query = job.path_end.substr(mark + 1);
        program.passes_answers = true;
        program.streams = about_.request.streams;
        program.refusal = job.refusal;
        if (our_tool == OurTool::Offered) {
            const auto form = about_.request.streams ? AnswerForm::Stream : AnswerForm::Whole;
            answer_ = make_answer_splice(job.dialect, form);
            program.answer = answer_.get();
        }
    }
    sender_.emplace(client_->client, std::move(program), about_.stream);
}

Result<providers::Reply> ModelTalk::ask(const delivery::Conversation& conversation) {
    const auto& parts = about_.parts;
    const auto& target = about_.way.target;
    const auto pictures = pictures_of(conversation.messages);
    delivery::SessionView view;
    std::uint64_t seq = 0;
    for (const auto& message : conversation.messages) view.ledger.add(message, ++seq);
    for (const auto& entry : parts.memory.standing_of(pictures, target.endpoint(), target.kind)) {
        TRY(view.ledger.add(entry));
    }
    view.messages = conversation.messages;
    view.seqs.resize(view.messages.size());
    const auto& vision_model = parts.vision.settings().model;
    const auto descriptions = parts.memory.descriptions_of(pictures, vision_model);
    const auto own_settings = settings_for();
    auto answered = TRY(turn::run_turn(
        conversation,
        target.name,
        {view, descriptions},
        {.settings = own_settings,
         .delivery = services(),
         .picturing = [this](const auto& each) { return picturing(each); },
         .server_says = parts.machine.server_says(about_.stop),
         .vision = parts.vision.settings(),
         .look = parts.vision.look(),
         .take_url = parts.machine.take_url()},
        {.delivery =
             about_.request.streams ? providers::ReplyForm::Stream : providers::ReplyForm::Whole,
         .retries = kPassedRetries},
        events(vision_model),
        about_.stop
    ));
    note(answered, conversation);
    return std::move(answered.delivered.reply);
}

// With the program's own requests, where they can be.
delivery::Services ModelTalk::services() {
    const auto& all = *client_;
    delivery::Services services{
        .client = *sender_,
        .files = all.files,
        .learnt = all.learnt,
        .environment = all.environment,
        .now = all.now,
        .local = all.local,
        .documents = all.documents};
    services.dialect = [this](const delivery::Target& target) { return dialect_for(target); };
    return services;
}

Result<std::unique_ptr<providers::Dialect>> ModelTalk::dialect_for(const delivery::Target& target) {
    written_ = {};
    const bool is_same = target.name == about_.way.target.name;
    if (!splice_ || !is_same) {
        TRY(check_is_complete(about_.request));
        return delivery::dialect_of(target);
    }
    const auto dialect = about_.job.dialect;
    const auto kind =
        is_spoken_by(dialect, target.kind) ? std::string_view(target.kind) : name_of(dialect);
    std::unique_ptr<providers::Dialect> spliced = std::make_unique<SplicedDialect>(
        TRY(providers::make_dialect(kind)),
        *splice_,
        written_,
        [this] { return check_is_complete(about_.request); }
    );
    return spliced;
}

// With the program's own key, where that is to go on.
config::Settings ModelTalk::settings_for() const {
    auto own = settings();
    if (!own.gateway.forward_keys) return own;
    auto& provider = own.providers[about_.way.target.provider];
    provider = about_.way.target.settings;
    const auto ours = token_header_of(about_.job.asked);
    for (const auto& [name, value] : about_.job.asked.headers) {
        if (name == ours) continue;
        if (name == "x-api-key") provider.api_key = config::Secret(value);
        if (name == "authorization" && value.size() > 7) {
            provider.api_key = config::Secret(value.substr(7));
        }
    }
    provider.api_key_env.clear();
    provider.api_key_file.clear();
    return own;
}

delivery::Picturing ModelTalk::picturing(const delivery::Target& target) const {
    auto picturing = about_.parts.machine.picturing(target);
    if (settings().gateway.aging == "off") {
        picturing.ageing.policy = context::AgeingPolicy::Off;
    }
    return picturing;
}

turn::TurnEvents ModelTalk::events(const std::string& vision_model) {
    return {
        .on_piece = [this](const providers::StreamEvent& event) { pass_piece(event); },
        .on_retry =
            [this](const providers::RetryNotice& notice, const delivery::Target& target) {
                spdlog::info(
                    "gateway request {}: {} is asked again: {}",
                    about_.job.asked.id,
                    target.name,
                    notice.failure.message
                );
                ++retried_;
                tell_headers();
            },
        .on_learnt =
            [this](const providers::LearntLimit& limit, const delivery::Target& target) {
                heal(target.name + ": " + delivery::words_of(limit));
                about_.parts.core.ways().forget();
            },
        .on_reroute =
            [this](const auto& from, const auto& to, const Error& why) {
                record_.model = to.name;
                heal(from.name + " failed, " + to.name + " is asked: " + why.message);
            },
        .on_problem = [this](const std::string& problem) { heal(problem); },
        .on_effort =
            [this](const turn::Effort& effort, const auto&) { record_.retries += effort.retries; },
        .keep = [this, vision_model](const std::vector<store::Entry>& entries) -> Result<void> {
            about_.parts.memory.learn(entries, vision_model);
            return {};
        }};
}

void ModelTalk::pass_piece(const providers::StreamEvent& event) {
    if (pieces_ == ReplyPieces::Held) return;
    const bool is_text = std::holds_alternative<providers::TextDelta>(event);
    if (is_text && std::exchange(begins_anew_, false)) {
        about_.stream.event(providers::TextDelta{std::string(kBetweenReplies)});
    }
    has_said_text_ |= is_text;
    about_.stream.event(event);
}

std::vector<std::string> ModelTalk::their_calls() const {
    return answer_ ? answer_->their_calls() : std::vector<std::string>();
}

// What waited for the end of a reply in the server's own bytes.
void ModelTalk::pass_answer(Then then) {
    if (!answer_) return;
    auto& stream = about_.stream;
    const auto bytes = answer_->end_reply(then);
    sender_->next_reply();
    if (then == Then::End && sender_->waiting()) {
        const auto& head = *sender_->waiting();
        stream.begin_raw(
            head.status, head_to_client({.status = head.status, .headers = head.headers})
        );
    }
    if (stream.is_raw()) stream.write_raw(bytes);
}

// ---- what is told and noted

Headers ModelTalk::headers() const {
    Headers headers{
        {"x-fovea-way", was_spliced() ? "splice" : "turn"}, {"x-fovea-model", record_.model}};
    if (!was_spliced() && !record_.dropped.empty()) {
        headers.emplace_back("x-fovea-dropped", list(record_.dropped));
    }
    // What is sent again behind a refusal, and is not the same, is about to be healed.
    const bool is_mended = sender_ && sender_->resent() > retried_;
    const auto healed = std::max<std::size_t>(record_.healed.size(), is_mended ? 1 : 0);
    if (healed > 0) headers.emplace_back("x-fovea-healed", std::to_string(healed));
    if (retried_ > 0) headers.emplace_back("x-fovea-retries", std::to_string(retried_));
    if (record_.is_unfit) headers.emplace_back("x-fovea-schema", "unmet");
    return headers;
}

void ModelTalk::heal(const std::string& sentence) {
    record_.healed.push_back(sentence);
    spdlog::warn("gateway request {}: {}", about_.job.asked.id, sentence);
    tell_headers();
}

const std::optional<PassedRefusal>& ModelTalk::refusal() const {
    return sender_ ? sender_->refusal() : no_refusal_;
}

void ModelTalk::note_sent() {
    if (!sender_) return;
    record_.requests_sent += sender_->requests();
    record_.bytes_sent += sender_->bytes();
}

// What became of its pictures, for this record and for later requests.
void ModelTalk::note(const turn::Answered& answered, const delivery::Conversation& conversation) {
    auto& memory = about_.parts.memory;
    const auto& delivered = answered.delivered;
    record_.model = answered.target.name;
    record_.spoken = answered.target.kind;
    record_.receipt = delivery::receipt_rows(delivered.receipt, conversation.messages);
    const auto endpoint = answered.target.endpoint();
    for (const auto& [image, reason] : delivered.refused) {
        const auto* const blob = content::blob_of(image);
        if (blob == nullptr) continue;
        const auto bytes = about_.parts.machine.blobs().size(*blob);
        if (memory.refuse(*blob, bytes.ok() ? bytes.value() : 0, endpoint, reason)) {
            heal(
                answered.target.name +
                " refuses picture sha256:" + blob->sha256.hex().substr(0, 12) + ": " + reason
            );
        }
    }
    for (const auto& row : delivered.receipt) {
        const auto* const blob = content::blob_of(row.image);
        if (blob != nullptr && row.state == store::ImageState::Pixels) {
            memory.accept(*blob, endpoint);
        }
    }
    const auto now = store::system_now();
    providers::add_tokens(record_.usage, delivered.reply.usage);
    record_.cost_usd += answered.cost.usd;
    record_.is_priced = answered.cost.is_known;
    for (const auto& probe : delivered.probes) {
        record_.cost_usd += delivery::cost_of(probe, answered.target, now).usd;
    }
    if (answered.sight) record_.cost_usd += answered.sight->usage.cost_usd;
}

}  // namespace fovea::gateway
