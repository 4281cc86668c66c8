#include "fovea/analysis/model_chain.hpp"

#include <utility>
#include <vector>

namespace fovea::analysis {
namespace {

constexpr const char* kLocal = "local/ocr";

// Text is what is left of a document for a model that takes neither PDFs nor pictures; of a picture
// and of a recording there is nothing left.
Result<void> check_can(const delivery::Target& target, const Kinds& kinds) {
    const auto& can = target.can;
    if (target.is_local()) return {};
    if (kinds.pictures && !can.vision.value) return models::missing_capability(can, "vision");
    if (kinds.videos && !can.video.value && !can.vision.value) {
        return models::missing_capability(can, "video");
    }
    return {};
}

// Whether it would see what there is to see.
bool sees(const delivery::Target& target, const Kinds& kinds) {
    const auto& can = target.can;
    if (kinds.documents && !can.pdf.value && !can.vision.value && !target.is_local()) return false;
    return check_can(target, kinds).ok();
}

}  // namespace

Kinds kinds_of(std::span<const Material> files) {
    Kinds kinds;
    for (const auto& file : files) {
        switch (file.kind) {
            case MaterialKind::Picture: kinds.pictures = true; break;
            case MaterialKind::Document: kinds.documents = true; break;
            case MaterialKind::Video: kinds.videos = true; break;
        }
    }
    return kinds;
}

Result<delivery::Target> choose_model(
    const ModelNames& names, const Kinds& kinds, const FindTarget& find
) {
    if (names.named) {
        auto target = TRY(find(*names.named));
        TRY(check_can(target, kinds));
        return target;
    }
    std::optional<Error> first_problem;
    std::vector<std::string> chain;
    if (names.auxiliary) chain.push_back(*names.auxiliary);
    chain.push_back(names.main);
    for (const auto& name : chain) {
        auto target = find(name);
        if (target.ok() && sees(target.value(), kinds)) return target;
        if (first_problem) continue;
        const auto checked = target.ok() ? check_can(target.value(), kinds) : target.error();
        if (!checked.ok()) first_problem = checked.error();
        if (checked.ok()) first_problem = models::missing_capability(target.value().can, "pdf");
    }
    if (!names.auxiliary) return find(kLocal);
    return *first_problem;
}

}  // namespace fovea::analysis
