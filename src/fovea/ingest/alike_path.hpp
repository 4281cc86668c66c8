// The file that a person means who cannot type its name. macOS writes a narrow no-break space (U+202F)
// before the "PM" of a screenshot, and accents apart from their letters; what one types has a space,
// and the accented letter.
//
//     const auto path = TRY(alike_path("Screenshot at 3.04 PM.png", open_folder));
//
// Names are alike when they differ in the kind of their spaces and in how their accents are written,
// in nothing else. A name that is there as it was typed is taken as it is; this is for when it is not.
#pragma once

#include "fovea/base/fd.hpp"
#include "fovea/base/result.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>

namespace fovea::ingest {

bool are_alike(std::string_view name, std::string_view other);

// Opens a folder of the path to list it; "." is where the path begins. An Fd without a folder where
// whoever asks may not look.
using OpenFolder = std::function<Fd(const std::filesystem::path& folder)>;

// With the names that are there; nothing where none is alike, or where all are there as they were
// typed. InvalidInput where several are alike: nobody can tell which one is meant.
Result<std::optional<std::filesystem::path>> alike_path(
    const std::filesystem::path& path, const OpenFolder& open_folder
);

}  // namespace fovea::ingest
