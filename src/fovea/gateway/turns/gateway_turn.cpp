#include "fovea/gateway/turns/gateway_turn.hpp"

#include "fovea/content/any_block.hpp"
#include "fovea/gateway/inbound/read_request.hpp"
#include "fovea/gateway/outbound/make_writer.hpp"
#include "fovea/gateway/splice/hidden_calls.hpp"
#include "fovea/gateway/splice/hidden_files.hpp"
#include "fovea/gateway/splice/noted_files.hpp"
#include "fovea/gateway/turns/estimated_tokens.hpp"
#include "fovea/gateway/turns/heartbeat.hpp"
#include "fovea/gateway/turns/model_talk.hpp"
#include "fovea/gateway/turns/our_calls.hpp"
#include "fovea/gateway/turns/told_form.hpp"
#include "fovea/gateway/turns/turn_problems.hpp"
#include "fovea/gateway/way/wire_head.hpp"
#include "fovea/providers/sum_usage.hpp"
#include "fovea/proxy/policy.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

namespace fovea::gateway {
namespace {

constexpr std::size_t kMaxRounds = 8;      // of our calls in one answer; then nobody looks any more
constexpr std::size_t kMaxIdleRounds = 2;  // of a model that goes on calling
constexpr std::uint32_t kUsualOutput = 8192;
constexpr std::string_view kBetweenReplies = "\n\n";

// Words of another reply do not go on in the middle of a line.
void add_words(
    const std::vector<content::ContentBlock>& reply, std::vector<content::ContentBlock>& to
) {
    const bool has_words = !to.empty() && std::holds_alternative<content::TextBlock>(to.back());
    const auto begin = to.size();
    to.insert(to.end(), reply.begin(), reply.end());
    if (!has_words || begin == to.size()) return;
    auto* const next = std::get_if<content::TextBlock>(&to[begin]);
    if (next != nullptr) next->text.insert(0, kBetweenReplies);
}

void add_ids(std::vector<std::string>& to, const std::vector<std::string>& ids) {
    for (const auto& id : ids) {
        if (!id.empty() && std::ranges::find(to, id) == to.end()) to.push_back(id);
    }
}

void add_reply(const providers::Reply& reply, providers::Reply& whole) {
    providers::add_tokens(whole.usage, reply.usage);
    whole.finish = reply.finish;
    whole.complete = reply.complete;
    whole.stop_sequence = reply.stop_sequence;
}

// What was said on the way to an answer of a certain form is no part of it.
void forget_words(std::vector<content::ContentBlock>& content) {
    std::erase_if(content, [](const content::ContentBlock& block) {
        return std::holds_alternative<content::TextBlock>(block);
    });
}

std::string plain_id(const std::string& id) {
    std::string plain;
    std::ranges::copy_if(id, std::back_inserter(plain), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
    return plain;
}

class GatewayTurn {
public:
    GatewayTurn(
        const TurnParts& parts,
        const TurnJob& job,
        Record record,
        TurnOut& out,
        const std::stop_token& stop
    )
        : parts_(parts), job_(job), record_(std::move(record)), out_(out), stop_(stop) {}

    void run() {
        const auto done = work();
        if (!done.ok()) fail(done.error());
        finish_record();  // where nobody was there to hear the end
    }

private:
    Result<void, ApiError> work() {
        RequestFiles files(parts_.machine, parts_.seen, stop_);
        NotedFiles taken(files);
        const auto amended = amend(files);
        auto read = read_request(job_.dialect, body(), taken);
        if (!read.ok()) return turn_problem(read.error(), "invalid_request_error");
        request_ = std::move(read).value();
        const bool has_lifted = files.lift_hidden(request_.messages);
        const bool has_restored = !amended.has_restored && parts_.memory.restore(request_.messages);
        if (stop_.stop_requested()) return turn_problem({ErrorCode::Cancelled, "cancelled"});
        note(files);

        auto way = parts_.core.ways().find(job_.dialect, request_.model, stop_);
        if (!way.ok()) return way_error(way.error());
        way_ = std::move(way).value();
        record_.model = way_->target.name;
        if (job_.path_end.starts_with("/count_tokens")) return count_tokens();
        record_.spoken = way_->target.kind;
        form_ = told_form(request_, way_->target, way_->is_spoken);
        conversation_ = conversation();
        std::optional<Splice> splice;
        if (way_->is_spoken && !has_lifted && !has_restored) {
            splice = Splice::of(job_.dialect, body(), taken.all(), conversation_, amended);
        }
        auto reply = converse(std::move(splice));
        if (!reply.ok()) return std::move(reply).error();
        record_.status = 200;
        stream_->end(reply.value());
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

    void note(const RequestFiles& files) {
        record_.healed = files.problems();
        for (const auto& problem : files.news()) {
            spdlog::warn("gateway request {}: {}", job_.asked.id, problem);
        }
        record_.dropped = request_.dropped;
        record_.asked_model = request_.model;
    }

    // ---- what the model is asked

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

    delivery::Conversation conversation() const {
        const auto most = way_->target.can.max_output.value.value_or(kUsualOutput);
        return {
            .system = request_.system + (form_ ? form_->instructions() : std::string()),
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

    // ---- the conversation with it

    Result<providers::Reply, ApiError> converse(std::optional<Splice> splice) {
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
        // Whoever looks it up behind the answer finds it.
        stream_->before_end([this] { finish_record(); });
        note_left_out();
        Heartbeat heartbeat(parts_.timers, stream_, stop_);
        talk_.emplace(
            ModelTalk::About{parts_, job_, request_, *way_, *stream_, heartbeat, stop_}, record_
        );
        OurCalls ours(parts_, pictures_of(request_.messages));
        const bool has_ours = offers_our_tool();
        if (has_ours) conversation_.tools.push_back(ours.spec());
        if (has_ours) stream_->hide_ours();
        talk_->begin(
            std::move(splice),
            has_ours ? OurTool::Offered : OurTool::Absent,
            form_ ? ReplyPieces::Held : ReplyPieces::Passed
        );

        providers::Reply whole;
        int retries = 0;  // of answers that had not their form
        for (std::size_t round = 0;; ++round) {
            auto answered = talk_->ask(conversation_);
            if (!answered.ok()) return problem_of(answered.error());
            auto reply = std::move(answered).value();
            add_reply(reply, whole);
            auto calls = has_ours ? calls_of_ours(reply.content) : CallsOfReply{};
            add_ids(calls.their_ids, talk_->their_calls());
            if (calls.ours.empty()) {
                if (form_ && is_asked_again(reply, retries)) continue;
                if (form_) forget_words(whole.content);
                add_words(reply.content, whole.content);
                talk_->pass_answer(Then::End);
                return whole;
            }
            add_words(calls.others, whole.content);
            const bool looks = round < kMaxRounds;
            heartbeat.set(Heartbeat::Waits::ForUs);
            auto results = looks ? ours.run(calls.ours, stop_) : OurCalls::refuse(calls.ours);
            record_.looks += looks ? calls.ours.size() : 0;
            record_.cost_usd += ours.take_cost();
            if (!calls.their_ids.empty()) {
                parts_.memory.hide(calls.their_ids, {blocks_of(calls.ours), std::move(results)});
                talk_->pass_answer(Then::End);
                return whole;
            }
            if (round + 1 >= kMaxRounds + kMaxIdleRounds) return without_end(std::move(whole));
            talk_->pass_answer(Then::GoesOn);
            talk_->go_on();
            conversation_.messages.push_back(
                {.role = content::Role::Assistant, .content = std::move(reply.content)}
            );
            conversation_.messages.push_back(
                {.role = content::Role::User, .content = std::move(results)}
            );
        }
    }

    // One that only ever calls us: what it said so far is its answer.
    providers::Reply without_end(providers::Reply whole) {
        talk_->heal(
            way_->target.name + " did nothing but ask about pictures, " +
            std::to_string(kMaxRounds + kMaxIdleRounds) + " times"
        );
        talk_->pass_answer(Then::End);
        whole.finish = providers::FinishReason::Stop;
        return whole;
    }

    bool is_asked_again(providers::Reply& reply, int& retries) {
        const auto wrong = form_->check(reply);
        if (!wrong) return false;
        if (retries++ < ToldForm::kMostRetries) {
            talk_->heal(way_->target.name + " is asked for its JSON again: " + wrong->message);
            for (auto& message : ToldForm::ask_again(reply, *wrong)) {
                conversation_.messages.push_back(std::move(message));
            }
            return true;
        }
        record_.is_unfit = true;
        talk_->heal(
            "the answer of " + way_->target.name + " does not satisfy the schema after " +
            std::to_string(ToldForm::kMostRetries) + " retries: " + wrong->message
        );
        return false;
    }

    Result<void, ApiError> count_tokens() {
        const auto body = count_tokens_body(estimated_tokens(request_, way_->target));
        record_.status = 200;
        out_.begin(
            200,
            {{"content-type", "application/json"},
             {"x-fovea-way", "estimate"},
             {"x-fovea-model", record_.model}}
        );
        out_.write(body);
        finish_record();
        out_.end();
        return {};
    }

    // ---- the end

    bool wants_key(int status) const {
        const bool forwards = parts_.core.settings().gateway.forward_keys;
        return status == 401 && forwards && !brings_key(job_.asked);
    }

    ApiError problem_of(const Error& error) const {
        if (!is_of_server(error) || !talk_->refusal()) return turn_problem(error);
        auto told = refused_problem(error, *talk_->refusal(), way_->target.kind);
        if (wants_key(told.status)) told.message = kKeyIsWanted;
        return told;
    }

    // A server that speaks the program's dialect said it well enough itself.
    void pass_refusal() {
        if (!talk_->was_spliced() || !talk_->refusal()) return;
        const auto& refusal = *talk_->refusal();
        if (wants_key(refusal.status)) return;
        const auto head = head_to_client({.status = refusal.status, .headers = refusal.headers});
        auto said = refusal.body;
        hide_keys(said, *way_);
        if (stream_->begin_raw(refusal.status, head)) stream_->write_raw(said);
    }

    void fail(const ApiError& error) {
        record_.status = error.status;
        record_.error = error.message;
        if (stream_) {
            talk_->tell_headers();
            pass_refusal();
            return stream_->fail(job_.dialect, error);
        }
        Headers headers{{"content-type", "application/json"}};
        out_.begin(error.status, std::move(headers));
        out_.write(error_body(job_.dialect, error));
        finish_record();
        out_.end();
    }

    void finish_record() {
        if (std::exchange(is_recorded_, true)) return;
        const auto now = std::chrono::system_clock::now();
        record_.took = std::chrono::duration_cast<std::chrono::milliseconds>(now - record_.begun);
        if (stream_) record_.bytes_out = stream_->bytes();
        if (talk_) talk_->note_sent();
        if (talk_ && talk_->was_spliced()) {
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
    bool is_recorded_ = false;
    TurnOut& out_;
    const std::stop_token& stop_;
    std::string amended_;  // the program's body; empty: it is as it came
    ParsedRequest request_;
    WayRef way_;
    std::optional<ToldForm> form_;  // none: the model is bound to it, or to none
    delivery::Conversation conversation_;
    std::shared_ptr<ReplyStream> stream_;
    std::optional<ModelTalk> talk_;
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
