// What calls tell, as events for people and programs.
#pragma once

#include "fovea/agent/events.hpp"
#include "fovea/turn/run_turn.hpp"

#include <string>
#include <vector>

namespace fovea::agent {

Retrying retrying(const providers::RetryNotice& notice, const delivery::Target& target);

// Pictures that were refused or are lost, a model of which nobody knows whether it sees, an answer
// without words, prices that are not known. The same again at each call: whoever tells a
// person tells each once.
std::vector<Warned> warnings_of(const turn::Answered& called, const delivery::SessionView& view);

// Nobody knows whether the model sees: that it gets words, and which setting says otherwise. Empty for
// a model that is known.
std::string unknown_sight(const delivery::Target& target);

// "example takes at most 5 pictures a request; remembered for this server"
std::string learnt_words(const providers::LearntLimit& limit, const delivery::Target& target);

// "0.0102 of 0.01 USD are spent, and the next call would cost at least 0.0034"
std::string budget_words(double spent, double budget, double next);

}  // namespace fovea::agent
