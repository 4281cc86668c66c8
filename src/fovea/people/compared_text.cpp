#include "fovea/people/compared_text.hpp"

#include "fovea/people/human.hpp"
#include "fovea/reading/answer/changes/colour_changes.hpp"

#include <fmt/format.h>

namespace fovea::people {
namespace {

std::string changes_text(const media::Compared& compared) {
    if (compared.regions.empty()) return "no difference beyond compression noise";
    auto text = fmt::format(
        "{} of the pixels changed, in {} {}:",
        human_percent(compared.changed_fraction),
        compared.regions.size(),
        compared.regions.size() == 1 ? "region" : "regions"
    );
    for (const auto& region : compared.regions) {
        text += fmt::format(
            "\n  x {}..{}  y {}..{}  ({})",
            region.x,
            region.x + region.width,
            region.y,
            region.y + region.height,
            human_size(region.size())
        );
        const auto colours = reading::colour_change_at(region, compared.recoloured);
        if (!colours.empty()) text += "  " + colours;
    }
    return text;
}

}  // namespace

std::string compared_text(
    const media::Compared& compared, std::string_view first, std::string_view second
) {
    if (compared.identical) return "identical: every pixel is equal";
    auto text = fmt::format("not identical; similarity {:.2f} (perceptual)\n", compared.similarity);
    if (compared.same_size) return text + changes_text(compared);
    return text + fmt::format(
                      "sizes differ: {} is {}, {} is {}",
                      first,
                      human_size(compared.first.size),
                      second,
                      human_size(compared.second.size)
                  );
}

}  // namespace fovea::people
