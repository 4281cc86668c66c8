#include "fovea/ingest/comparable_path.hpp"

#include "fovea/base/canonical_form.hpp"

#include <algorithm>

namespace fovea::ingest {

std::string comparable(std::string_view path) {
    auto form = canonical_form(path);
    // Letters beyond ASCII come apart into one of it and an accent, mostly; the rest is compared as it is.
    std::ranges::transform(form, form.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return form;
}

}  // namespace fovea::ingest
