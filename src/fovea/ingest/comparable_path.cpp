#include "fovea/ingest/comparable_path.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/base/canonical_form.hpp"

namespace fovea::ingest {

std::string comparable(std::string_view path) {
    // Letters beyond ASCII come apart into one of it and an accent, mostly; the rest is compared as it is.
    return lowered(canonical_form(path));
}

}  // namespace fovea::ingest
