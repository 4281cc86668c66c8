// The part of the agent that makes a long history short before a call that would be too long.
#include "fovea/agent/agent.hpp"
#include "fovea/agent/compaction.hpp"
#include "fovea/agent/event_words.hpp"
#include "fovea/store/compaction.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>

namespace fovea::agent {

extern const std::string_view kCompactPrompt;  // prompts/compact.md

namespace {

constexpr double kFull = 0.8;  // of the model's context
constexpr std::uint32_t kSummaryTokens = 4096;

std::uint64_t sum(std::span<const std::uint64_t> tokens) {
    return std::accumulate(tokens.begin(), tokens.end(), std::uint64_t{0});
}

}  // namespace

std::uint64_t Agent::system_tokens() const {
    return estimated_tokens(content::Message{
        content::Role::User, {content::TextBlock{settings_.system}}});
}

std::uint64_t Agent::tokens_of_next_call(std::span<const std::uint64_t> tokens) const {
    const bool is_known = last_input_tokens_ > 0 && sent_messages_ <= tokens.size();
    return is_known ? last_input_tokens_ + sum(tokens.subspan(sent_messages_))
                    : system_tokens() + sum(tokens);
}

// With all pictures as they came: at least what goes out, and quickly said.
std::uint64_t Agent::most_tokens_of_next_call() const {
    const auto& messages = session_.view().messages;
    const bool is_known = last_input_tokens_ > 0 && sent_messages_ <= messages.size();
    auto tokens = is_known ? last_input_tokens_ : system_tokens();
    for (auto i = is_known ? sent_messages_ : 0; i < messages.size(); ++i) {
        tokens += estimated_tokens(messages[i]);
    }
    return tokens;
}

void Agent::compact_when_long(const delivery::Target& target, const std::stop_token& stop) {
    const auto context = std::uint64_t{target.can.context.value.value_or(0)};
    if (context == 0 || target.is_local()) return;
    const auto answer = std::min<std::uint64_t>(settings_.max_output_tokens, context / 4);
    const auto most = static_cast<std::uint64_t>(static_cast<double>(context) * kFull);
    const auto has_room = [&](std::uint64_t tokens) {
        return tokens + answer <= most + answer / 2;
    };
    if (has_room(most_tokens_of_next_call())) return;
    const auto tokens = tokens_sent(
        session_.view().messages,
        services_.picturing(target).ageing,
        delivery::standing_for(session_.view(), target)
    );
    if (has_room(tokens_of_next_call(tokens))) return;
    compact_down_to(target, context / 4, stop);
}

void Agent::compact(const std::stop_token& stop) {
    result_.ending = Ending::Success;
    result_.error.reset();
    begin(session_.view().messages.size());
    const auto target =
        delivery::find_target(services_.settings, settings_.model, services_.server_says);
    if (!target.ok()) return end(Ending::Error, target.error(), Fault::Runtime);
    const bool is_shorter = compact_down_to(target.value(), 0, stop);
    if (stop.stop_requested()) {
        end(Ending::Cancelled, {ErrorCode::Cancelled, "the run was cancelled"}, Fault::Runtime);
    } else if (!is_shorter && result_.ending == Ending::Success) {
        emit(Warned{"compaction", "the conversation is too short for a summary"});
    }
}

bool Agent::compact_down_to(
    const delivery::Target& target, std::uint64_t keep_tokens, const std::stop_token& stop
) {
    // local/ocr writes no summaries: what was said is kept word for word, in short.
    const auto context =
        std::uint64_t{target.can.context.value.value_or(target.is_local() ? 8192 : 32'768)};
    const auto sent_now = [&] {
        return tokens_sent(
            session_.view().messages,
            services_.picturing(target).ageing,
            delivery::standing_for(session_.view(), target)
        );
    };
    const auto tokens = sent_now();
    const auto before = tokens_of_next_call(tokens);
    const auto messages = session_.view().messages;
    const auto plan = plan_compaction(messages, tokens, keep_tokens);
    if (plan.covered == 0) return false;
    auto summary = target.is_local() ? plain_summary(messages, plan)
                                     : summarise(messages, plan, context, stop);
    if (stop.stop_requested()) return false;
    const auto pictures = picture_list(messages, plan, session_.descriptions());
    if (!pictures.empty()) summary += "\n\nPictures until then:\n" + pictures;
    const auto& seqs = session_.view().seqs;
    store::Compaction compaction{.summary = std::move(summary), .through = seqs[plan.covered - 1]};
    if (plan.kept) compaction.kept.push_back(seqs[*plan.kept]);
    if (!keep({store::compaction_entry(compaction, store::system_now())})) return false;
    last_input_tokens_ = 0;
    sent_messages_ = 0;
    last_receipt_.reset();
    ++result_.prefix_rewrites;
    emit(Compacted{before, tokens_of_next_call(sent_now()), plan.covered});
    return true;
}

// By the main model; where it cannot, from what was said, word for word.
std::string Agent::summarise(
    const std::vector<content::Message>& messages,
    const CompactionPlan& plan,
    std::uint64_t context_tokens,
    const std::stop_token& stop
) {
    const auto most =
        static_cast<std::size_t>(context_tokens) * 2;  // half of it, at 4 bytes a token
    const delivery::Conversation conversation{
        .system = std::string(kCompactPrompt),
        .messages =
            {{content::Role::User,
              {content::TextBlock{
                  "<conversation>\n" +
                  transcript_of(messages, plan, session_.descriptions(), most) +
                  "</conversation>"}}}},
        .max_output_tokens = kSummaryTokens};
    turn::TurnEvents quiet;
    quiet.on_retry = [this](const providers::RetryNotice& notice, const delivery::Target& target) {
        emit(retrying(notice, target));
    };
    quiet.on_effort = [this](const turn::Effort& effort, const delivery::Target& target) {
        add_effort(effort, target);
    };
    auto called = turn::run_turn(
        conversation,
        settings_.model,
        {session_.view(), session_.descriptions()},
        services_,
        {.delivery = providers::ReplyForm::Whole, .timeout = settings_.timeout},
        quiet,
        stop
    );
    if (!called.ok()) {
        if (!stop.stop_requested()) {
            emit(Warned{
                "compaction",
                "the earlier conversation could not be summarised (" + called.error().message +
                    "); a shortened copy of it is kept instead"});
        }
        return plain_summary(messages, plan);
    }
    const auto& reply = called.value().delivered.reply;
    spending_.add(called.value().target, reply.usage, called.value().cost);
    const auto text = content::text_of(reply.content);
    return text.empty() ? plain_summary(messages, plan) : text;
}

}  // namespace fovea::agent
