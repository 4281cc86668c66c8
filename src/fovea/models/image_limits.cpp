#include "fovea/models/image_limits.hpp"

#include <string_view>
#include <utility>

namespace fovea::models {
namespace {

// Whose limits a vendor's pictures must pass wherever its models are served: Anthropic takes less on
// its partners' clouds than on its own, and the smaller one passes everywhere.
constexpr std::pair<std::string_view, std::string_view> kStrictest[] = {
    {"anthropic", "anthropic_cloud"},
    {"deepseek", "deepseek"},
    {"google", "gemini"},
    {"ollama", "ollama"},
};

}  // namespace

ImageLimits image_limits(const Model& model) {
    ImageLimits limits;
    limits.max_edge = model.max_image_px;
    if (!limits.max_edge) limits.max_edge = model.reject_image_px;
    for (const auto& [vendor, name] : kStrictest) {
        const auto* known = vendor == model.provider ? shipped_catalogue().limits(name) : nullptr;
        if (known == nullptr) continue;
        limits.max_bytes = known->image_file_bytes();
        limits.accepts_gif = known->accepts("image/gif");
        limits.accepts_webp = known->accepts("image/webp");
    }
    return limits;
}

}  // namespace fovea::models
