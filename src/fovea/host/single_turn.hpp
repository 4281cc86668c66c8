// One turn without tools, of a stored session or of none, to its end.
//
//     const auto turn = TRY(SingleTurn::open(situation, {.model = name, .session = "try"}, stop));
//     TRY(turn->resume(say));                       // a session's: comes after other processes' turns
//     TRY(turn->say(message));                      // or nothing, where has_open_turn(): that is sent
//     const auto answered = TRY(turn->run(events));
//
// What a person said is kept before anything is sent: whatever happens, it is not lost.
#pragma once

#include "fovea/agent/session.hpp"
#include "fovea/base/result.hpp"
#include "fovea/host/machine.hpp"
#include "fovea/host/vision.hpp"
#include "fovea/turn/run_turn.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::host {

struct SingleTurnOptions {
    std::string model;                        // as full_model_name() names it
    std::optional<std::string> session = {};  // none: nothing is kept
    std::uint32_t max_tokens = 4096;          // of the answer
    std::chrono::seconds timeout{600};  // of the call, and of the wait for other processes' turns
    providers::ReplyForm form = providers::ReplyForm::Whole;
};

class SingleTurn {
public:
    // Borrows the situation. InvalidInput for a model that is none.
    static Result<std::unique_ptr<SingleTurn>> open(
        const Situation& situation, SingleTurnOptions options, std::stop_token stop
    );

    Machine& machine() { return *machine_; }
    const Vision& vision() const { return *vision_; }

    // Opens the session or begins it. `tell` is told of a wait.
    Result<void> resume(const std::function<void(const std::string&)>& tell);

    // LimitExceeded where the session has no room for the message's pictures. The same words again, with no answer
    // between, are the turn that failed once more.
    Result<void> say(content::Message message);
    bool is_new() const { return is_new_; }  // the session, until something is kept of it
    // What a person said last has no answer yet.
    bool has_open_turn() const;
    // A whole conversation that belongs to no session.
    void show(std::vector<content::Message> messages) { loose_.messages = std::move(messages); }

    // `keep` and `on_effort` of the events are this one's own.
    Result<turn::Answered> run(turn::TurnEvents events);

    const delivery::SessionView& view() const { return session_ ? session_->view() : loose_; }
    std::optional<std::string> session_id() const;

    // What was asked and tried on the way to the answer: billed with it.
    const providers::Usage& probes() const { return probes_; }
    int retries() const { return retries_; }

private:
    SingleTurn(const Situation& situation, SingleTurnOptions options, std::stop_token stop);
    void add_effort(const turn::Effort& effort, const delivery::Target& target);

    const Situation& situation_;
    const SingleTurnOptions options_;
    const std::stop_token stop_;
    std::unique_ptr<Machine> machine_;
    std::unique_ptr<Vision> vision_;
    std::unique_ptr<store::Lease> lease_;
    std::optional<agent::Session> session_;
    bool is_new_ = false;
    delivery::SessionView loose_;  // what belongs to no session
    const proxy::Descriptions no_descriptions_;
    providers::Usage probes_;
    int retries_ = 0;
};

}  // namespace fovea::host
