#include "fovea/gateway/way/verdict.hpp"

#include <algorithm>
#include <cstdint>

namespace fovea::gateway {
namespace {

std::string too_many(const Evidence& evidence) {
    const auto& limits = evidence.target.limits;
    if (limits.max_images && evidence.found.images > *limits.max_images) {
        return "it has more pictures than the model takes";
    }
    return {};
}

// The largest edge that goes to this model with so many pictures in one request.
std::uint32_t edge_for(const context::RequestLimits& limits, std::size_t images) {
    auto edge = std::min(
        limits.max_edge.value_or(UINT32_MAX), limits.recommended_edge.value_or(UINT32_MAX)
    );
    if (limits.many_images && images > limits.many_images->count) {
        edge = std::min(edge, limits.many_images->max_edge);
    }
    return edge;
}

std::string judge(const FoundFile& file, const Evidence& evidence) {
    if (file.mime == "application/pdf") return {};
    const auto& limits = evidence.target.limits;
    const HeldBase64 text(evidence.body, file.base64);
    if (!evidence.body.is_whole()) return "too many large requests at once";
    // A document that says nothing of itself begins like this: it is no picture.
    if (text.size() >= 5 && text.at(0) == 'J' && text.at(1) == 'V' && text.at(2) == 'B') return {};
    const auto glance = file.is_plain ? glance_at(text) : std::nullopt;
    if (!glance) return "a picture has to be looked at";
    const auto longest = std::max(glance->size.width, glance->size.height);
    const auto shortest = std::min(glance->size.width, glance->size.height);
    if (longest > edge_for(limits, evidence.found.images)) return "a picture is too large";
    if (shortest < limits.min_edge) return "a picture is too small";
    if (limits.max_image_bytes && glance->bytes > *limits.max_image_bytes) {
        return "a picture has too many bytes";
    }
    if (limits.max_image_encoded_bytes && text.size() > *limits.max_image_encoded_bytes) {
        return "a picture has too many bytes";
    }
    if (glance->mime == "image/webp" && !limits.accepts_webp) return "the model takes no WebP";
    if (!file.mime.empty() && file.mime != glance->mime) return "a picture is not what it says";
    if (evidence.may_be_refused && evidence.may_be_refused(text)) {
        return "a picture may be one that was refused";
    }
    return {};
}

}  // namespace

std::string why_not(const Evidence& evidence) {
    const auto& [found, target, body, judged, may_be_refused, describes_always, ages] = evidence;
    if (found.is_odd) return "the body is not what its API says";
    if (found.has_hidden) return "a text has a picture in it";
    if (found.images == 0 && found.documents == 0) return {};
    if (found.images > 0 && !target.can.vision.value) return "the model sees no pictures";
    if (found.images > 0 && describes_always) return "pictures are always described (vision.mode)";
    if (found.images > 0 && ages) return "old pictures are made smaller (gateway.aging)";
    if (found.documents > 0 && !target.can.pdf.value) return "the model takes no documents";
    if (auto why = too_many(evidence); !why.empty()) return why;
    const auto& bytes = target.limits.max_request_bytes;
    if (bytes && body.size() > *bytes) return "the request is larger than the server takes";
    for (; judged < found.files.size(); ++judged) {
        if (auto why = judge(found.files[judged], evidence); !why.empty()) return why;
    }
    return {};
}

}  // namespace fovea::gateway
