// Of several inputs, all that cannot be taken, as one error: whoever mends the first would else learn
// of the second by failing again.
//
//     BadInputs bad;
//     for (const auto& source : sources) {
//         auto taken = take_image(source, intake, stop);
//         if (!taken.ok()) bad.add(name_of(source), taken.error());
//     }
//     if (bad.any()) return bad.error();
#pragma once

#include "fovea/base/error.hpp"

#include <string>
#include <vector>

namespace fovea::ingest {

class BadInputs {
public:
    // Puts the name before the error's words, unless they have it.
    void add(const std::string& name, Error error);

    bool any() const { return !errors_.empty(); }

    // With the code of the first; being cancelled goes before everything.
    Error error() const;

private:
    std::vector<Error> errors_;
};

}  // namespace fovea::ingest
