#include "fovea/proxy/describe/similarity_hint.hpp"

namespace fovea::proxy {

std::vector<AlikePair> alike_pairs(
    std::span<const std::optional<media::Fingerprint>> pictures, double threshold
) {
    std::vector<AlikePair> pairs;
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        for (std::size_t j = i + 1; j < pictures.size(); ++j) {
            if (!pictures[i] || !pictures[j]) continue;
            const auto similarity = media::similarity(*pictures[i], *pictures[j]);
            if (similarity >= threshold) pairs.push_back({i, j, similarity});
        }
    }
    return pairs;
}

}  // namespace fovea::proxy
