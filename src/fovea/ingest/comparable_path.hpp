// Paths in one form, to be compared where two spellings may be one file: file systems without regard
// to case (USB sticks, Windows shares, macOS) open SECRETS/key for secrets/key, and accents are written
// in two ways. Two files whose names differ in no more than that count as one.
//
//     comparable("Caf\u00E9/KEY") == comparable("cafe\u0301/key");
#pragma once

#include <string>
#include <string_view>

namespace fovea::ingest {

std::string comparable(std::string_view path);

}  // namespace fovea::ingest
