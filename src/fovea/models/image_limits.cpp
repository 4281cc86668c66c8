#include "fovea/models/image_limits.hpp"

namespace fovea::models {

ImageLimits image_limits(const Model& model) {
    ImageLimits limits;
    limits.max_edge = model.max_image_px;
    if (!limits.max_edge) limits.max_edge = model.reject_image_px;
    // Anthropic counts 5 MiB after base64 on its partners' clouds (10 MB on its own): the smaller
    // one passes everywhere.
    if (model.provider == "anthropic") limits.max_bytes = 3'932'160;
    // Gemini documents GIF and answers it with 400; Ollama's runners read it by luck.
    if (model.provider == "google" || model.provider == "ollama") limits.accepts_gif = false;
    return limits;
}

}  // namespace fovea::models
