#include "fovea/agent/agent.hpp"

#include "fovea/agent/event_words.hpp"
#include "fovea/delivery/fills_schema.hpp"
#include "fovea/ingest/messages.hpp"
#include "fovea/models/model_names.hpp"

#include <algorithm>
#include <utility>

namespace fovea::agent {
namespace {

constexpr int kMaxSchemaRetries = 2;

// What was given cannot be used, or somebody failed over it.
Fault fault_of(const Error& error) {
    if (error.code == ErrorCode::ResponseNotJson) return Fault::Assistant;
    return wire_class(error.code) == "input_invalid" ? Fault::Input : Fault::Runtime;
}

// Where the last message of a person stands: what a model's calls returned is none.
std::size_t last_said(const std::vector<content::Message>& messages) {
    const auto is_said = [](const content::Message& message) {
        return message.role == content::Role::User &&
               std::ranges::none_of(message.content, [](const auto& block) {
                   return std::holds_alternative<content::ToolResultBlock>(block);
               });
    };
    const auto last = std::ranges::find_if(messages.rbegin(), messages.rend(), is_said);
    return last == messages.rend() ? 0 : static_cast<std::size_t>(messages.rend() - last) - 1;
}

}  // namespace

Agent::Agent(
    AgentSettings settings,
    Session& session,
    turn::Services services,
    const tools::Toolbox& tools,
    Gates gates,
    EventSink sink
)
    : settings_(std::move(settings)),
      session_(session),
      services_(std::move(services)),
      tools_(tools),
      gates_(std::move(gates)),
      sink_(std::move(sink)) {
    result_.session_id = session.id();
    result_.model = settings_.model;
}

Result<void> Agent::prepare() {
    if (!settings_.json_schema) return {};
    schema_ = TRY(AnswerSchema::compile(*settings_.json_schema));
    // Any other fault of the model is told when it is asked.
    const auto target = delivery::find_target(services_.settings, settings_.model);
    return target.ok() ? delivery::check_fills_schema(target.value()) : Result<void>();
}

void Agent::emit(const Event& event) {
    const std::scoped_lock lock(sink_mutex_);
    if (sink_) sink_(event);
}

RunResult Agent::result() const {
    auto result = result_;
    result.usage = spending_.usage();
    result.cost_usd = spending_.usd();
    result.by_model = spending_.by_model();
    result.receipt = receipt_.rows(
        session_.view().messages, result_.error ? result_.error->message : std::string()
    );
    result.took = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - begun_
    );
    return result;
}

void Agent::end(Ending ending, Error error, Fault fault) {
    if (error.code == ErrorCode::Cancelled) ending = Ending::Cancelled;
    result_.ending = ending;
    result_.error = std::move(error);
    result_.fault = fault;
    if (!streamed_.empty()) result_.last_assistant_text = std::exchange(streamed_, {});
}

bool Agent::keep(std::vector<store::Entry> entries) {
    const auto kept = session_.append(std::move(entries));
    if (!kept.ok()) end(Ending::Error, kept.error(), Fault::Runtime);
    return kept.ok();
}

bool Agent::say_to_model(const std::string& words) {
    return keep({store::message_entry(
        {content::Role::User, {content::TextBlock{words}}}, store::system_now()
    )});
}

void Agent::answer(content::Message message, const std::stop_token& stop) {
    emit(UserSaid{message});
    if (gates_.on_prompt) {
        const auto said = gates_.on_prompt(content::text_of(message.content), stop);
        if (said.refusal) {
            return end(
                Ending::Error,
                {ErrorCode::InvalidInput, "a hook refused the prompt: " + *said.refusal},
                Fault::Assistant
            );
        }
        if (!said.context.empty()) message.content.emplace_back(content::TextBlock{said.context});
    }
    const auto& view = session_.view();
    const auto room =
        ingest::check_session_room(view.images().size(), message, settings_.max_session_images);
    if (!room.ok()) return end(Ending::Error, room.error(), Fault::Input);
    sent_messages_ = view.messages.size();
    // The same words again, and no answer between: the turn that failed is sent once more.
    const bool is_new = view.messages.empty() || view.messages.back() != message;
    begin(view.messages.size() - (is_new ? 0 : 1));
    if (is_new) {
        if (!keep({store::message_entry(message, store::system_now())})) return;
    }
    converse(stop);
}

void Agent::go_on(const std::stop_token& stop) {
    const auto& messages = session_.view().messages;
    sent_messages_ = messages.size();
    begin(last_said(messages));
    converse(stop);
}

void Agent::begin(std::size_t messages_before) {
    if (std::exchange(has_begun_, true)) return;
    receipt_.begin(session_.view().messages, messages_before);
}

void Agent::converse(const std::stop_token& stop) {
    schema_failures_ = 0;
    was_sent_back_ = false;
    result_.ending = Ending::Success;
    result_.error.reset();
    result_.unkept_answer.clear();
    while (has_room(stop) && take_turn(stop) == Next::GoOn) {
    }
}

delivery::Conversation Agent::conversation(const delivery::Target& target) const {
    auto conversation = delivery::conversation_of(session_.view());
    conversation.system = settings_.system;
    conversation.json_schema = settings_.json_schema;
    conversation.max_output_tokens = settings_.max_output_tokens;
    const bool takes_tools =
        target.can.tools.value || target.can.tools.origin == models::Origin::Unknown;
    if (takes_tools && !target.is_local()) conversation.tools = tools_.specs();
    if (schema_ && !target.traits.native_schema) conversation.system += schema_->instructions();
    return conversation;
}

Agent::Next Agent::take_turn(const std::stop_token& stop) {
    if (gates_.before_call) gates_.before_call();
    const auto target =
        delivery::find_target(services_.settings, settings_.model, services_.server_says);
    if (!target.ok()) {
        end(Ending::Error, target.error(), Fault::Runtime);
        return Next::Done;
    }
    compact_when_long(target.value(), stop);
    const auto asked = conversation(target.value());
    ++result_.turns;
    const auto begun = std::chrono::steady_clock::now();
    auto called = turn::run_turn(
        asked,
        settings_.model,
        {session_.view(), session_.descriptions()},
        services_,
        {.delivery = settings_.delivery, .timeout = settings_.timeout},
        call_events(),
        stop
    );
    result_.waited += std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - begun
    );
    if (!called.ok()) {
        receipt_.add(std::exchange(broken_off_, {}), asked.messages);
        end(Ending::Error, called.error(), fault_of(called.error()));
        return Next::Done;
    }
    streamed_.clear();
    receipt_.add(called.value().delivered.receipt, asked.messages);
    result_.documents = called.value().delivered.documents;
    account(called.value());
    note_rewrite(asked.messages, called.value());
    sent_messages_ = asked.messages.size();
    const auto& reply = called.value().delivered.reply;
    result_.finish = reply.finish;
    const content::Message said{content::Role::Assistant, reply.content};
    const auto text = content::text_of(reply.content);
    if (!text.empty()) result_.last_assistant_text = text;
    emit(Replied{
        said, called.value().target.name, reply.finish, reply.usage, called.value().cost.usd});
    if (called.value().unkept) {
        result_.unkept_answer = text;
        end(Ending::Error, *called.value().unkept, Fault::Runtime);
        return Next::Done;
    }
    const auto calls = calls_in(reply.content);
    if (calls.empty()) {
        emit(TurnEnded{said});
        return finish_turn(said, reply.finish, stop);
    }
    return run_tools(calls, said, stop) ? Next::GoOn : Next::Done;
}

bool Agent::run_tools(
    const std::vector<content::ToolUseBlock>& calls,
    const content::Message& reply,
    const std::stop_token& stop
) {
    for (const auto& call : calls) emit(ToolRequested{call});
    auto round = answer_calls(
        calls,
        {.tools = tools_,
         .decide = gates_.decide,
         .refine = gates_.refine,
         .emit = [this](const Event& event) { emit(event); }},
        stop
    );
    result_.tool_calls += calls.size();
    for (const auto& [model, usage] : round.usage) {
        spending_.add(models::full_model_name(services_.settings, model), usage);
    }
    for (auto& denial : round.denials) result_.denials.push_back(std::move(denial));
    round.entries.insert(
        round.entries.begin(), store::message_entry(round.message, store::system_now())
    );
    if (!keep(std::move(round.entries))) return false;
    emit(ToolsAnswered{round.message});
    emit(TurnEnded{reply});
    return true;
}

Agent::Next Agent::finish_turn(
    const content::Message& reply, providers::FinishReason finish, const std::stop_token& stop
) {
    if (finish == providers::FinishReason::Pause) return Next::GoOn;
    const auto text = content::text_of(reply.content);
    if (finish == providers::FinishReason::ContentFilter) {
        end(Ending::Error,
            {ErrorCode::LlmError,
             "the model refused to answer" + (text.empty() ? "" : ": " + text)},
            Fault::Assistant);
        return Next::Done;
    }
    if (finish == providers::FinishReason::Length) {
        emit(Warned{"cut", "the answer was cut off at the model's output token limit"});
    }
    if (schema_ && check_schema(text) == Next::GoOn) return Next::GoOn;
    if (result_.ending == Ending::Error) return Next::Done;
    if (gates_.on_stop) {
        const auto words = gates_.on_stop(text, was_sent_back_, stop);
        if (!words.empty() && !was_sent_back_) {
            was_sent_back_ = true;
            return say_to_model(words) ? Next::GoOn : Next::Done;
        }
    }
    result_.text = text;
    return Next::Done;
}

// GoOn: the model was told what is wrong and tries again.
Agent::Next Agent::check_schema(const std::string& text) {
    auto checked = schema_->read(text);
    if (checked.ok()) {
        result_.structured_output = std::move(checked).value();
        return Next::Done;
    }
    if (schema_failures_++ < kMaxSchemaRetries) {
        emit(Warned{"schema", checked.error().message});
        if (say_to_model(ask_again(checked.error()))) return Next::GoOn;
        return Next::Done;
    }
    end(Ending::Error,
        {ErrorCode::ResponseNotJson,
         "the answer does not satisfy the schema after " + std::to_string(kMaxSchemaRetries) +
             " retries: " + checked.error().message},
        Fault::Assistant);
    return Next::Done;
}

turn::TurnEvents Agent::call_events() {
    return {
        .on_piece =
            [this](const providers::StreamEvent& piece) {
                if (const auto* text = std::get_if<providers::TextDelta>(&piece)) {
                    streamed_ += text->text;
                }
                const auto* thought = std::get_if<providers::ThinkingDelta>(&piece);
                if (thought != nullptr && thought->text.empty())
                    return;  // a signature: not to be read
                emit(Delta{piece});
            },
        .on_retry = [this](
                        const providers::RetryNotice& notice, const delivery::Target& target
                    ) { emit(retrying(notice, target)); },
        .on_learnt =
            [this](const providers::LearntLimit& limit, const delivery::Target& target) {
                emit(Warned{"limit_learnt", learnt_words(limit, target)});
            },
        .on_reroute =
            [this](const delivery::Target& from, const delivery::Target& to, const Error& why) {
                emit(Rerouted{from.name, to.name, why.message});
            },
        .on_problem =
            [this](const std::string& what) {
                // Every call of the model plans the whole conversation again.
                if (warned_.insert(what).second) emit(Warned{"not_seen", what});
            },
        .on_progress = [this](const turn::CallProgress& progress
                       ) { emit(CallProgressed{progress}); },
        .on_effort =
            [this](const turn::Effort& effort, const delivery::Target& target) {
                add_effort(effort, target);
                broken_off_ = effort.had;
            },
        .keep = [this](std::vector<store::Entry> entries
                ) { return session_.append(std::move(entries)); }};
}

}  // namespace fovea::agent
