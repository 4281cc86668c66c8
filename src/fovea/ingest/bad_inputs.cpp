#include "fovea/ingest/bad_inputs.hpp"

#include <algorithm>
#include <utility>

namespace fovea::ingest {

void BadInputs::add(const std::string& name, Error error) {
    const bool is_named = error.message.find(name) != std::string::npos;
    if (!is_named && error.code != ErrorCode::Cancelled)
        error.message = name + ": " + error.message;
    errors_.push_back(std::move(error));
}

Error BadInputs::error() const {
    const auto cancelled = std::ranges::find(errors_, ErrorCode::Cancelled, &Error::code);
    if (cancelled != errors_.end()) return *cancelled;
    if (errors_.size() == 1) return errors_.front();
    std::string words = std::to_string(errors_.size()) + " inputs cannot be used";
    for (std::size_t i = 0; i < errors_.size(); ++i) {
        words += (i == 0 ? ": " : "; ") + errors_[i].message;
    }
    return {errors_.front().code, std::move(words)};
}

}  // namespace fovea::ingest
