// A guess of what a picture shows, with its reasons, from measured facts alone.
#pragma once

#include "fovea/reading/page/page.hpp"
#include "fovea/reading/reading.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::reading {

enum class PictureKind : std::uint8_t {
    Screenshot,
    Code,
    Terminal,
    Chart,
    Document,
    Photo,
    Icon,
    Blank,  // one colour
    Unknown,
};

std::string_view name_of(PictureKind kind);  // "screenshot"

struct KindGuess {
    PictureKind kind = PictureKind::Unknown;
    std::vector<std::string> reasons;  // short phrases: "96% of the area is flat colour"

    bool operator==(const KindGuess&) const = default;
};

KindGuess guess_kind(const Reading& reading, const Page& page);

}  // namespace fovea::reading
