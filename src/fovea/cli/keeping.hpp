// Whether a run leaves anything behind: sessions, pictures, answers.
#pragma once

namespace fovea::cli {

enum class Keeping { Kept, Nothing };  // Nothing: --ephemeral

}  // namespace fovea::cli
