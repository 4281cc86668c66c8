// Questions that wait for a person who may be far away, each by the id of the call that it is about.
//
//     questions.ask(call, why, timeout, stop);   // the agent's thread: waits
//     questions.answer(id, decision);            // any other
#pragma once

#include "fovea/agent/tool_round.hpp"

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace fovea::host {

class OpenQuestions {
public:
    // Before the person is told, so that no answer comes too early.
    void open(const std::string& id);

    // None when the time is over or it was stopped; the question is closed then.
    std::optional<agent::Decision> wait(
        const std::string& id, std::chrono::milliseconds timeout, const std::stop_token& stop
    );

    // False where nobody asks that.
    bool answer(const std::string& id, agent::Decision decision);

private:
    std::mutex mutex_;  // guards open_
    std::condition_variable_any answered_;
    std::map<std::string, std::optional<agent::Decision>> open_;
};

}  // namespace fovea::host
