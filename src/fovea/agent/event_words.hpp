// What calls tell, as events for people and programs.
#pragma once

#include "fovea/agent/events.hpp"
#include "fovea/agent/model_call.hpp"

#include <string>
#include <vector>

namespace fovea::agent {

Retrying retrying(const providers::RetryNotice& notice, const delivery::Target& target);

// Pictures that were refused, and prices that are not known.
std::vector<Warned> warnings_of(const Called& called, const delivery::SessionView& view);

// "0.0102 of 0.01 USD are spent, and the next call would cost at least 0.0034"
std::string budget_words(double spent, double budget, double next);

}  // namespace fovea::agent
