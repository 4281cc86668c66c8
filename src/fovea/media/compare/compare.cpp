#include "fovea/media/compare/compare.hpp"

#include "fovea/media/compare/change_regions.hpp"
#include "fovea/media/compare/overlay.hpp"
#include "fovea/media/compare/phash.hpp"
#include "fovea/media/image/png/encode.hpp"
#include "fovea/media/transform/upright.hpp"

namespace fovea::media {
namespace {

// A lossy codec moves every pixel a little; what moved less than this did not change.
constexpr std::uint8_t kLossyTolerance = 24;

Error which(const char* side, Error error) {
    error.message = std::string("the ") + side + " picture: " + error.message;
    return error;
}

}  // namespace

Result<Compared> compare(
    ByteView first_file,
    ByteView second_file,
    const CompareRequest& request,
    std::span<std::byte> out
) {
    auto first = decode_upright(first_file, request.limits);
    if (!first.ok()) return which("first", first.error());
    auto second = decode_upright(second_file, request.limits);
    if (!second.ok()) return which("second", second.error());

    Compared compared;
    compared.first = first.value().facts;
    compared.second = second.value().facts;
    compared.first_phash = first.value().phash;
    compared.second_phash = second.value().phash;
    compared.similarity = similarity(compared.first_phash, compared.second_phash);
    compared.same_size = compared.first.size == compared.second.size;
    if (!compared.same_size) return compared;

    const bool lossy = first.value().lossy || second.value().lossy;
    const ChangeSettings settings{.tolerance = lossy ? kLossyTolerance : std::uint8_t{0}};
    const auto& before = first.value().picture;
    const auto& after = second.value().picture;
    auto changes = TRY(find_changes(before, after, settings));
    compared.identical = changes.identical;
    compared.changed_fraction = changes.changed_fraction;
    compared.regions = std::move(changes.regions);
    compared.recoloured = find_colour_changes(before, after, compared.regions, settings);
    if (request.want_overlay) {
        first.value().picture = {};  // three pictures at once could be more than a worker may have
        compared.overlay_bytes =
            TRY(encode_png(draw_frames(second.value().picture, compared.regions), {}, out));
    }
    return compared;
}

}  // namespace fovea::media
