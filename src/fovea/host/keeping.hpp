// Whether a run leaves anything behind: sessions, pictures, answers.
#pragma once

namespace fovea::host {

enum class Keeping { Kept, Nothing };  // Nothing: --ephemeral

}  // namespace fovea::host
