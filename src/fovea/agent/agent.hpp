// The loop (A1): a person's words to an answer, through a model and its tools.
//
//     Agent agent(settings, session, services, toolbox, gates, sink);
//     agent.answer(message, stop);          // events meanwhile
//     const RunResult result = agent.result();
//
// What the person said is stored before anything is sent. Limits of turns and money are checked before
// the call that would break them. Cancelled at any point, the session can be resumed: every call of a
// tool that was stored has its result, and half an answer is not stored.
//
// One message at a time; the sink is called by one thread at a time.
#pragma once

#include "fovea/agent/compaction.hpp"
#include "fovea/agent/events.hpp"
#include "fovea/agent/run_result.hpp"
#include "fovea/agent/session.hpp"
#include "fovea/agent/spending.hpp"
#include "fovea/agent/tool_round.hpp"
#include "fovea/base/answer_schema.hpp"
#include "fovea/delivery/receipt.hpp"
#include "fovea/tools/toolbox.hpp"
#include "fovea/turn/run_turn.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::agent {

struct AgentSettings {
    std::string model;
    std::string system = {};
    std::optional<std::uint64_t> max_turns = {};
    std::optional<double> max_budget_usd = {};
    std::optional<std::string> json_schema = {};  // that the answer must satisfy
    std::uint32_t max_output_tokens = 16'384;
    std::chrono::milliseconds timeout{600'000};  // of one call
    providers::ReplyForm delivery = providers::ReplyForm::Stream;
    std::size_t max_session_images = 100;
};

// Who may object, and what they add (gatekeeper.hpp). All may be empty.
struct Gates {
    // Before each call of the model: the last moment at which the tools may change.
    std::function<void()> before_call = {};
    struct Said {
        std::optional<std::string> refusal = {};  // why the prompt is not taken
        std::string context = {};                 // to be read with it
    };
    std::function<Said(const std::string& prompt, const std::stop_token&)> on_prompt = {};
    decltype(RoundServices::decide) decide = {};
    decltype(RoundServices::refine) refine = {};
    // Words that send the model back to work; empty: it may stop. `again`: it was sent back already.
    std::function<std::string(const std::string& answer, bool again, const std::stop_token&)>
        on_stop = {};
};

class Agent {
public:
    // Borrows the session, the tools and what the services refer to.
    Agent(
        AgentSettings settings,
        Session& session,
        turn::Services services,
        const tools::Toolbox& tools,
        Gates gates,
        EventSink sink
    );

    // InvalidInput for a schema that is none, ResponseNotJson for a model that fills none. To be called
    // first: nothing is read or stored before it.
    Result<void> prepare();

    // One message of a person, to its end; result() says how it ended.
    void answer(content::Message message, const std::stop_token& stop);

    // A turn that was begun before and has no answer yet.
    void go_on(const std::stop_token& stop);

    // All but the last exchange becomes a summary, because somebody asked for it.
    void compact(const std::stop_token& stop);

    // Of all messages so far. With a receipt of every picture in the conversation: not for every turn of a
    // long one.
    RunResult result() const;
    // Of the last message; the error where it is none of success.
    Ending ending() const { return result_.ending; }
    const std::optional<Error>& error() const { return result_.error; }

    // Safe from any thread.
    void emit(const Event& event);

private:
    enum class Next : std::uint8_t { GoOn, Done };

    void begin(std::size_t messages_before);
    void converse(const std::stop_token& stop);
    bool has_room(const std::stop_token& stop);
    double least_cost_of_call(const delivery::Target& target, const std::stop_token& stop);
    Next take_turn(const std::stop_token& stop);
    bool run_tools(
        const std::vector<content::ToolUseBlock>& calls,
        const content::Message& reply,
        const std::stop_token& stop
    );
    Next finish_turn(
        const content::Message& reply, providers::FinishReason finish, const std::stop_token& stop
    );
    Next check_schema(const std::string& text);
    std::uint64_t system_tokens() const;
    std::uint64_t tokens_of_next_call(std::span<const std::uint64_t> tokens) const;
    std::uint64_t most_tokens_of_next_call() const;
    void compact_when_long(const delivery::Target& target, const std::stop_token& stop);
    // False where nothing can be left out.
    bool compact_down_to(
        const delivery::Target& target, std::uint64_t keep_tokens, const std::stop_token& stop
    );
    std::string summarise(
        const std::vector<content::Message>& messages,
        const CompactionPlan& plan,
        std::uint64_t context_tokens,
        const std::stop_token& stop
    );
    delivery::Conversation conversation(const delivery::Target& target) const;
    turn::TurnEvents call_events();
    // Takes the receipt: it is what the next call is held against.
    void note_rewrite(const std::vector<content::Message>& messages, turn::Answered& called);
    void account(const turn::Answered& called);
    void add_effort(const turn::Effort& effort, const delivery::Target& target);
    void warn_once(const Warned& warning);
    void end(Ending ending, Error error, Fault fault);
    bool keep(std::vector<store::Entry> entries);
    bool say_to_model(const std::string& words);

    AgentSettings settings_;
    Session& session_;
    turn::Services services_;
    const tools::Toolbox& tools_;
    Gates gates_;
    EventSink sink_;
    std::mutex sink_mutex_;  // one event at a time

    std::optional<AnswerSchema> schema_;
    Spending spending_;
    RunResult result_;
    delivery::RunReceipt receipt_;
    std::vector<context::Delivery> broken_off_;  // what the model had got of the pictures
    bool has_begun_ = false;
    std::optional<std::vector<context::Delivery>> last_receipt_;  // of the request before
    std::size_t sent_messages_ = 0;  // of the conversation that the model knows already
    std::uint64_t last_input_tokens_ = 0;
    std::string streamed_;          // words of the reply that is being made
    std::set<std::string> warned_;  // what a person was told already
    int schema_failures_ = 0;
    bool was_sent_back_ = false;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace fovea::agent
