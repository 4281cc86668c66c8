#include "fovea/gateway/turns/gateway_turn.hpp"

#include "fovea/base/answer_schema.hpp"
#include "fovea/base/public_message.hpp"
#include "fovea/content/any_block.hpp"
#include "fovea/delivery/cost.hpp"
#include "fovea/gateway/inbound/read_request.hpp"
#include "fovea/gateway/outbound/make_writer.hpp"
#include "fovea/gateway/splice/answer_splice.hpp"
#include "fovea/gateway/splice/hidden_calls.hpp"
#include "fovea/gateway/splice/hidden_files.hpp"
#include "fovea/gateway/splice/noted_files.hpp"
#include "fovea/gateway/splice/spliced_dialect.hpp"
#include "fovea/gateway/turns/our_calls.hpp"
#include "fovea/gateway/turns/reply_stream.hpp"
#include "fovea/gateway/turns/turn_sender.hpp"
#include "fovea/gateway/way/refusals.hpp"
#include "fovea/gateway/way/wire_head.hpp"
#include "fovea/net/http/retry.hpp"
#include "fovea/providers/dialects.hpp"
#include "fovea/providers/sum_usage.hpp"
#include "fovea/proxy/policy.hpp"
#include "fovea/store/timestamp.hpp"
#include "fovea/turn/run_turn.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

namespace fovea::gateway {
namespace {

constexpr std::size_t kMaxRounds = 8;  // of our calls in one answer
constexpr std::uint32_t kUsualOutput = 8192;
constexpr std::string_view kBetweenReplies = "\n\n";
constexpr std::chrono::seconds kFirstBeat{2};
constexpr std::chrono::seconds kBeat{5};
constexpr std::chrono::seconds kPatience{
    30};  // for the server's first word: its status is the answer's

int status_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::InvalidInput:
        case ErrorCode::UrlBlocked:
        case ErrorCode::UnsupportedFileType:
        case ErrorCode::DecodeFailed:
        case ErrorCode::VisionNotSupported:
        case ErrorCode::PdfNotSupported:
        case ErrorCode::VideoNotSupported:
        case ErrorCode::PdfTooManyPages:
        case ErrorCode::NoCandidate: return 400;
        case ErrorCode::ConfigInvalid:  // asking again does not help: no program should
        case ErrorCode::ConsentRequired: return 403;
        case ErrorCode::FileNotFound: return 404;
        case ErrorCode::FileTooLarge:
        case ErrorCode::LimitExceeded: return 413;
        case ErrorCode::BudgetExceeded: return 429;
        case ErrorCode::Cancelled: return 499;
        case ErrorCode::LlmError:
        case ErrorCode::ResponseNotJson: return 502;
        case ErrorCode::StoreError:
        case ErrorCode::Internal: return 500;
    }
    return 500;
}

// Beats for as long as it lives; not at once where a server was asked, since it may still refuse.
class Heartbeat {
public:
    enum class Waits : std::uint8_t { ForUs, ForServer };

    Heartbeat(Timers& timers, std::shared_ptr<ReplyStream> stream, const std::stop_token& stop)
        : state_(std::make_shared<State>(timers, std::move(stream), stop)) {
        beat(state_, kFirstBeat);
    }
    Heartbeat(const Heartbeat&) = delete;
    Heartbeat& operator=(const Heartbeat&) = delete;
    ~Heartbeat() {
        const std::scoped_lock lock(state_->mutex);
        state_->stream.reset();
    }

    void set(Waits waits) {
        const std::scoped_lock lock(state_->mutex);
        if (std::exchange(state_->waits, waits) != waits) state_->since = Clock::now();
    }

private:
    using Clock = std::chrono::steady_clock;

    struct State {
        State(Timers& all, std::shared_ptr<ReplyStream> to, std::stop_token token)
            : timers(all), stream(std::move(to)), stop(std::move(token)) {}
        Timers& timers;
        std::shared_ptr<ReplyStream> stream;
        std::stop_token stop;
        std::mutex mutex;  // guards the stream, and what follows
        Waits waits = Waits::ForUs;
        Clock::time_point since = Clock::now();
    };

    static void beat(const std::shared_ptr<State>& state, std::chrono::seconds after) {
        state->timers.after(after, [weak = std::weak_ptr(state)] {
            const auto self = weak.lock();
            if (!self || self->stop.stop_requested()) return;
            {
                const std::scoped_lock lock(self->mutex);
                if (!self->stream) return;
                const bool may_be_refused =
                    self->waits == Waits::ForServer && Clock::now() - self->since < kPatience;
                if (!may_be_refused || self->stream->has_begun()) self->stream->keep_open();
            }
            beat(self, kBeat);
        });
    }

    std::shared_ptr<State> state_;
};

class GatewayTurn {
public:
    GatewayTurn(
        const TurnParts& parts,
        const TurnJob& job,
        Record record,
        TurnOut& out,
        const std::stop_token& stop
    )
        : parts_(parts),
          job_(job),
          record_(std::move(record)),
          out_(out),
          stop_(stop),
          settings_(parts.core.settings()) {}

    void run() {
        const auto done = work();
        if (!done.ok()) fail(done.error());
        finish_record();
    }

private:
    Result<void, ApiError> work() {
        RequestFiles files(parts_.machine, parts_.seen, stop_);
        NotedFiles taken(files);
        const auto amended = amend(files);
        auto read = read_request(job_.dialect, body(), taken);
        if (!read.ok()) return api_error(read.error(), "invalid_request_error");
        request_ = std::move(read).value();
        const bool has_lifted = files.lift_hidden(request_.messages);
        const bool has_restored = !amended.has_restored && parts_.memory.restore(request_.messages);
        record_.healed = files.problems();
        for (const auto& problem : files.news()) {
            spdlog::warn("gateway request {}: {}", job_.asked.id, problem);
        }
        record_.dropped = request_.dropped;
        record_.asked_model = request_.model;

        if (job_.path_end.starts_with("/count_tokens")) return count_tokens();
        auto way = parts_.core.ways().find(job_.dialect, request_.model, stop_);
        if (!way.ok()) return way_error(way.error());
        way_ = std::move(way).value();
        record_.model = way_->target.name;
        stream_ = std::make_shared<ReplyStream>(
            make_writer(
                job_.dialect,
                request_,
                {.id = plain_id(job_.asked.id),
                 .created =
                     std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now())}
            ),
            out_,
            request_.streams
        );
        conversation_ = conversation();
        if (way_->is_spoken && !has_lifted && !has_restored) {
            splice_ = Splice::of(job_.dialect, body(), taken.all(), conversation_, amended);
        }
        heartbeat_.emplace(parts_.timers, stream_, stop_);
        auto reply = converse();
        heartbeat_.reset();
        if (!reply.ok()) return std::move(reply).error();
        stream_->end(reply.value());
        record_.status = 200;
        return {};
    }

    // What the program's body hides goes where its dialect has it, so that all else of it can stay as it is.
    Amended amend(RequestFiles& files) {
        Amended amended;
        const auto known = parts_.core.ways().known(job_.dialect, record_.asked_model);
        if (!known || !known->is_spoken) return amended;
        const auto lift = [&](const std::string& text) { return files.lift(text); };
        auto lifted = job_.has_hidden ? lift_hidden_files(job_.dialect, body(), lift)
                                      : std::optional<LiftedBody>();
        if (lifted) {
            amended_ = std::move(lifted->body);
            amended = {.is_changed = true, .has_new_messages = lifted->has_new_messages};
        }
        const auto find = [&](const std::string& id) { return parts_.memory.hidden_beside(id); };
        if (auto restored = restore_calls(job_.dialect, body(), find)) {
            amended_ = std::move(*restored);
            amended.is_changed = amended.has_restored = true;
        }
        return amended;
    }
    std::string_view body() const { return amended_.empty() ? job_.body : amended_; }

    static std::string plain_id(const std::string& id) {
        std::string plain;
        std::ranges::copy_if(id, std::back_inserter(plain), [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        });
        return plain;
    }

    Headers headers() const {
        const bool is_spliced = sender_ && sender_->was_spliced();
        Headers headers{
            {"x-fovea-way", is_spliced ? "splice" : "turn"}, {"x-fovea-model", record_.model}};
        if (!is_spliced && !record_.dropped.empty())
            headers.emplace_back("x-fovea-dropped", list(record_.dropped));
        // What is sent again behind a refusal, and is not the same, is about to be healed.
        const bool is_mended = sender_ && sender_->resent() > retried_;
        const auto healed = std::max<std::size_t>(record_.healed.size(), is_mended ? 1 : 0);
        if (healed > 0) headers.emplace_back("x-fovea-healed", std::to_string(healed));
        if (retried_ > 0) headers.emplace_back("x-fovea-retries", std::to_string(retried_));
        return headers;
    }
    // Names out of a request: a header takes no line breaks, and not everything.
    static std::string list(const std::vector<std::string>& all) {
        std::string text;
        for (const auto& each : all) {
            if (!text.empty()) text += ", ";
            for (const char c : each) text += c >= 0x20 && c < 0x7f ? c : '?';
        }
        return text.substr(0, 1000);
    }

    // ---- the conversation with the model

    Result<providers::Reply, ApiError> converse() {
        note_left_out();
        OurCalls ours(parts_, pictures_of(request_.messages));
        const bool has_ours = offers_our_tool();
        if (has_ours) conversation_.tools.push_back(ours.spec());
        if (has_ours) stream_->hide_ours();
        begin_sending(has_ours);

        providers::Reply whole;
        for (std::size_t round = 0;; ++round) {
            auto answered = ask();
            if (!answered.ok()) return api_error(answered.error());
            note(answered.value());
            auto reply = std::move(answered.value().delivered.reply);
            providers::add_tokens(whole.usage, reply.usage);
            whole.finish = reply.finish;
            whole.complete = reply.complete;
            auto calls = has_ours ? calls_of_ours(reply.content) : CallsOfReply{};
            if (answer_) add_ids(calls.their_ids, answer_->their_calls());
            add_words(calls.ours.empty() ? reply.content : calls.others, whole.content);
            if (calls.ours.empty()) {
                pass_answer(Then::End);
                break;
            }
            heartbeat_->set(Heartbeat::Waits::ForUs);
            auto results = ours.run(calls.ours, stop_);
            record_.looks += calls.ours.size();
            record_.cost_usd += ours.take_cost();
            if (!calls.their_ids.empty()) {
                parts_.memory.hide(calls.their_ids, {blocks_of(calls.ours), std::move(results)});
                pass_answer(Then::End);
                break;
            }
            pass_answer(Then::GoesOn);
            begins_anew_ = has_said_text_;
            if (round + 1 >= kMaxRounds) conversation_.tools.pop_back();
            conversation_.messages.push_back(
                {.role = content::Role::Assistant, .content = std::move(reply.content)}
            );
            conversation_.messages.push_back(
                {.role = content::Role::User, .content = std::move(results)}
            );
        }
        return whole;
    }

    // Words of another reply do not go on in the middle of a line.
    static void add_words(
        const std::vector<content::ContentBlock>& reply, std::vector<content::ContentBlock>& to
    ) {
        const bool has_words = !to.empty() && std::holds_alternative<content::TextBlock>(to.back());
        const auto begin = to.size();
        to.insert(to.end(), reply.begin(), reply.end());
        if (!has_words || begin == to.size()) return;
        auto* const next = std::get_if<content::TextBlock>(&to[begin]);
        if (next != nullptr) next->text.insert(0, kBetweenReplies);
    }

    static void add_ids(std::vector<std::string>& to, const std::vector<std::string>& ids) {
        for (const auto& id : ids) {
            if (!id.empty() && std::ranges::find(to, id) == to.end()) to.push_back(id);
        }
    }

    // What waited for the end of a reply in the server's own bytes.
    void pass_answer(Then then) {
        if (!answer_) return;
        const auto bytes = answer_->end_reply(then);
        sender_->next_reply();
        if (then == Then::End && sender_->waiting()) {
            const auto& head = *sender_->waiting();
            stream_->begin_raw(
                head.status, head_to_client({.status = head.status, .headers = head.headers})
            );
        }
        if (stream_->is_raw()) stream_->write_raw(bytes);
    }

    // Its answers go on in its server's bytes; calls of ours are left out of them on the way.
    void begin_sending(bool has_ours) {
        client_.emplace(parts_.machine.services());
        TurnSender::OfProgram program{.on_send = [this] {
            heartbeat_->set(Heartbeat::Waits::ForServer);
            stream_->set_headers(headers());
        }};
        if (splice_) {
            const auto keys = settings_.gateway.forward_keys ? Keys::Theirs : Keys::Ours;
            const auto mark = job_.path_end.find('?');
            program.written = &written_;
            program.headers = headers_to_server(job_.asked, *way_, keys);
            if (mark != std::string::npos) program.query = job_.path_end.substr(mark + 1);
            program.passes_answers = true;
            program.streams = request_.streams;
            program.refusal = job_.refusal;
            if (has_ours) {
                const auto form = request_.streams ? AnswerForm::Stream : AnswerForm::Whole;
                answer_ = make_answer_splice(job_.dialect, form);
                program.answer = answer_.get();
            }
        }
        sender_.emplace(client_->client, std::move(program), *stream_);
    }

    // With the program's own requests, where they can be.
    delivery::Services services() {
        const auto& all = *client_;
        delivery::Services services{
            .client = *sender_,
            .files = all.files,
            .learnt = all.learnt,
            .environment = all.environment,
            .now = all.now,
            .local = all.local,
            .documents = all.documents};
        services.dialect = [this](const delivery::Target& target
                           ) -> Result<std::unique_ptr<providers::Dialect>> {
            written_ = {};
            if (!splice_ || target.name != way_->target.name) return delivery::dialect_of(target);
            const auto kind = is_spoken_by(job_.dialect, target.kind)
                                  ? std::string_view(target.kind)
                                  : name_of(job_.dialect);
            std::unique_ptr<providers::Dialect> spliced = std::make_unique<SplicedDialect>(
                TRY(providers::make_dialect(kind)), *splice_, written_
            );
            return spliced;
        };
        return services;
    }

    // What the model's own dialect has no word for.
    void note_left_out() {
        const auto& target = way_->target;
        const auto left_out = providers::left_out_of(
            {.model = target.model,
             .system = {},
             .messages = conversation_.messages,
             .json_schema = conversation_.json_schema,
             .wishes = conversation_.wishes},
            target.traits,
            target.kind
        );
        record_.dropped.insert(record_.dropped.end(), left_out.begin(), left_out.end());
    }

    // A model that cannot be bound to a schema is told it.
    std::string system() const {
        const auto& target = way_->target;
        const bool is_told = way_->is_spoken || target.traits.native_schema;
        if (!request_.json_schema || is_told) return request_.system;
        return request_.system + schema_instructions(*request_.json_schema);
    }

    delivery::Conversation conversation() const {
        const auto most = way_->target.can.max_output.value.value_or(kUsualOutput);
        return {
            .system = system(),
            .messages = request_.messages,
            .tools = request_.tools,
            .json_schema = request_.json_schema,
            .max_output_tokens = request_.max_output_tokens.value_or(most),
            .cache =
                request_.caches ? providers::PromptCache::Asked : providers::PromptCache::Unasked,
            // A model asks about a picture by its id.
            .naming = offers_our_tool() ? context::Naming::Named : context::Naming::Unnamed,
            .wishes = request_.wishes};
    }

    // To a model that sees nothing itself, about pictures that there are.
    bool offers_our_tool() const {
        const auto& vision = parts_.vision.settings();
        const auto sight =
            way_->target.can.vision.value ? proxy::ModelSight::Sees : proxy::ModelSight::Blind;
        if (!proxy::offers_tool(vision) || !proxy::describes_for(vision, sight)) return false;
        if (way_->target.is_local() ||
            !content::any_block<content::ImageBlock>(request_.messages)) {
            return false;
        }
        if (request_.wishes.tool_choice != providers::ToolChoice::Auto) return false;
        return std::ranges::none_of(request_.tools, [](const providers::ToolSpec& tool) {
            return tool.name == kOurTool;
        });
    }

    Result<turn::Answered> ask() {
        const auto& target = way_->target;
        const auto endpoint = target.endpoint();
        const auto pictures = pictures_of(conversation_.messages);
        delivery::SessionView view;
        std::uint64_t seq = 0;
        for (const auto& message : conversation_.messages) view.ledger.add(message, ++seq);
        for (const auto& entry : parts_.memory.standing_of(pictures, endpoint, target.kind)) {
            TRY(view.ledger.add(entry));
        }
        view.messages = conversation_.messages;
        view.seqs.resize(view.messages.size());
        const auto& vision_model = parts_.vision.settings().model;
        const auto descriptions = parts_.memory.descriptions_of(pictures, vision_model);
        const auto settings = settings_for();
        return turn::run_turn(
            conversation_,
            target.name,
            {view, descriptions},
            {.settings = settings,
             .delivery = services(),
             .picturing = [this](const auto& each) { return picturing(each); },
             .server_says = parts_.machine.server_says(stop_),
             .vision = parts_.vision.settings(),
             .look = parts_.vision.look(),
             .take_url = parts_.machine.take_url()},
            {.delivery =
                 request_.streams ? providers::ReplyForm::Stream : providers::ReplyForm::Whole,
             .retries = kPassedRetries},
            events(vision_model),
            stop_
        );
    }

    // With the program's own key, where that is to go on.
    config::Settings settings_for() const {
        auto settings = settings_;
        if (!settings.gateway.forward_keys) return settings;
        auto& provider = settings.providers[way_->target.provider];
        provider = way_->target.settings;
        const auto ours = token_header_of(job_.asked);
        for (const auto& [name, value] : job_.asked.headers) {
            if (name == ours) continue;
            if (name == "x-api-key") provider.api_key = config::Secret(value);
            if (name == "authorization" && value.size() > 7) {
                provider.api_key = config::Secret(value.substr(7));
            }
        }
        provider.api_key_env.clear();
        provider.api_key_file.clear();
        return settings;
    }

    delivery::Picturing picturing(const delivery::Target& target) const {
        auto picturing = parts_.machine.picturing(target);
        if (settings_.gateway.aging == "off") picturing.ageing.policy = context::AgeingPolicy::Off;
        return picturing;
    }

    turn::TurnEvents events(const std::string& vision_model) {
        return {
            .on_piece =
                [this](const providers::StreamEvent& event) {
                    const bool is_text = std::holds_alternative<providers::TextDelta>(event);
                    if (is_text && std::exchange(begins_anew_, false)) {
                        stream_->event(providers::TextDelta{std::string(kBetweenReplies)});
                    }
                    has_said_text_ |= is_text;
                    stream_->event(event);
                },
            .on_retry =
                [this](const providers::RetryNotice& notice, const delivery::Target& target) {
                    spdlog::info(
                        "gateway request {}: {} is asked again: {}",
                        job_.asked.id,
                        target.name,
                        notice.failure.message
                    );
                    ++retried_;
                    if (stream_) stream_->set_headers(headers());
                },
            .on_learnt =
                [this](const providers::LearntLimit& limit, const delivery::Target& target) {
                    heal(target.name + ": " + delivery::words_of(limit));
                    parts_.core.ways().forget();
                },
            .on_reroute =
                [this](const auto& from, const auto& to, const Error& why) {
                    record_.model = to.name;
                    heal(from.name + " failed, " + to.name + " is asked: " + why.message);
                },
            .on_problem = [this](const std::string& problem) { heal(problem); },
            .on_effort =
                [this](const turn::Effort& effort, const auto&) {
                    record_.retries += effort.retries;
                },
            .keep = [this, vision_model](const std::vector<store::Entry>& entries) -> Result<void> {
                parts_.memory.learn(entries, vision_model);
                return {};
            }};
    }

    void heal(const std::string& sentence) {
        record_.healed.push_back(sentence);
        spdlog::warn("gateway request {}: {}", job_.asked.id, sentence);
        if (stream_) stream_->set_headers(headers());
    }

    // What became of its pictures, for this record and for later requests.
    void note(const turn::Answered& answered) {
        const auto& delivered = answered.delivered;
        record_.model = answered.target.name;
        record_.receipt = delivery::receipt_rows(delivered.receipt, conversation_.messages);
        const auto endpoint = answered.target.endpoint();
        for (const auto& [image, reason] : delivered.refused) {
            const auto* const blob = content::blob_of(image);
            if (blob == nullptr) continue;
            const auto bytes = parts_.machine.blobs().size(*blob);
            if (parts_.memory.refuse(*blob, bytes.ok() ? bytes.value() : 0, endpoint, reason)) {
                heal(
                    answered.target.name +
                    " refuses picture sha256:" + blob->sha256.hex().substr(0, 12) + ": " + reason
                );
            }
        }
        for (const auto& row : delivered.receipt) {
            const auto* const blob = content::blob_of(row.image);
            if (blob != nullptr && row.state == store::ImageState::Pixels) {
                parts_.memory.accept(*blob, endpoint);
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

    // ---- what is not a turn

    Result<void, ApiError> count_tokens() {
        std::uint64_t characters = request_.system.size();
        std::uint64_t tokens = 0;
        for (const auto& tool : request_.tools) {
            characters += tool.name.size() + tool.description.size() + tool.input_schema.size();
        }
        for (const auto& message : request_.messages) {
            characters += content::text_of(message.content).size() + 16;
        }
        for (const auto& picture : pictures_of(request_.messages)) {
            tokens += std::uint64_t{picture.size.width} * picture.size.height / 750 + 1;
        }
        const auto body = count_tokens_body(tokens + characters / 4 + 1);
        record_.status = 200;
        out_.begin(200, {{"content-type", "application/json"}, {"x-fovea-way", "estimate"}});
        out_.write(body);
        out_.end();
        return {};
    }

    // ---- the end

    ApiError api_error(const Error& error, const std::string& type = {}) const {
        ApiError told{
            .status = status_of(error.code), .message = public_message(error), .type = type};
        const bool is_servers =
            error.code == ErrorCode::LlmError || error.code == ErrorCode::PdfTooManyPages;
        if (!is_servers || !sender_ || !sender_->refusal()) return told;
        const auto& refusal = *sender_->refusal();
        told.status = refusal.status;
        if (wants_key(refusal.status)) told.message = kKeyIsWanted;
        const auto wait = net::server_hint(refusal.headers, std::chrono::system_clock::now());
        if (wait) told.retry_after = std::chrono::ceil<std::chrono::seconds>(*wait);
        return told;
    }

    bool wants_key(int status) const {
        return status == 401 && settings_.gateway.forward_keys && !brings_key(job_.asked);
    }

    // A server that speaks the program's dialect said it well enough itself.
    void pass_refusal() {
        if (!sender_ || !sender_->was_spliced() || !sender_->refusal()) return;
        const auto& refusal = *sender_->refusal();
        if (wants_key(refusal.status)) return;
        const auto head = head_to_client({.status = refusal.status, .headers = refusal.headers});
        auto said = refusal.body;
        hide_keys(said, *way_);
        if (stream_->begin_raw(refusal.status, head)) stream_->write_raw(said);
    }

    void fail(const ApiError& error) {
        record_.status = error.status;
        record_.error = error.message;
        if (stream_) stream_->set_headers(headers());
        if (stream_) pass_refusal();
        if (stream_) return stream_->fail(job_.dialect, error);
        Headers headers{{"content-type", "application/json"}};
        out_.begin(error.status, std::move(headers));
        out_.write(error_body(job_.dialect, error));
        out_.end();
    }

    void finish_record() {
        const auto now = std::chrono::system_clock::now();
        record_.took = std::chrono::duration_cast<std::chrono::milliseconds>(now - record_.begun);
        if (stream_) record_.bytes_out = stream_->bytes();
        if (sender_ && sender_->was_spliced()) {
            record_.way = "splice";
            record_.dropped.clear();
        }
        if (!record_.model.empty()) {
            parts_.core.budgets().spend(
                record_.token, record_.model, record_.usage, record_.cost_usd, now
            );
        }
        parts_.core.records().add(std::move(record_));
    }

    const TurnParts& parts_;
    const TurnJob& job_;
    Record record_;
    TurnOut& out_;
    const std::stop_token& stop_;
    const config::Settings& settings_;
    std::string amended_;  // the program's body; empty: it is as it came
    ParsedRequest request_;
    WayRef way_;
    delivery::Conversation conversation_;
    std::shared_ptr<ReplyStream> stream_;
    std::optional<Splice> splice_;  // none: the request is written anew
    LastWritten written_;
    std::unique_ptr<AnswerSplice> answer_;  // null: no calls of ours are in it
    bool has_said_text_ = false;
    bool begins_anew_ = false;  // the next words are those of another reply
    std::size_t retried_ = 0;   // requests that were sent again as they were, so far
    std::optional<delivery::Services> client_;
    std::optional<TurnSender> sender_;
    std::optional<Heartbeat> heartbeat_;  // last: it uses the stream
};

}  // namespace

void run_gateway_turn(
    const TurnParts& parts,
    const TurnJob& job,
    Record record,
    TurnOut& out,
    const std::stop_token& stop
) {
    GatewayTurn(parts, job, std::move(record), out, stop).run();
}

}  // namespace fovea::gateway
