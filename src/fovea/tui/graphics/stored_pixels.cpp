#include "fovea/host/machine.hpp"
#include "fovea/media/transform/thumbnail.hpp"
#include "fovea/tui/graphics/thumbnails.hpp"

namespace fovea::tui {
namespace {

// A copy that is kept spares decoding a large picture each time it is shown. In steps, so that a window of another
// size finds the same one.
Result<Bytes> small_copy(
    host::Machine& machine,
    const content::ImageBlock& image,
    const content::BlobRef& blob,
    media::PixelSize room,
    const std::stop_token& stop
) {
    context::Transform transform;
    transform.target.max_edge = 1024;
    while (transform.target.max_edge < 2 * room.longest_edge()) transform.target.max_edge *= 2;
    if (image.size.longest_edge() <= 2 * transform.target.max_edge)
        return machine.variants().read(blob);
    const auto variant = TRY(machine.variants().make(blob, transform, stop));
    return machine.variants().read(variant.blob);
}

}  // namespace

LoadPixels pixels_from(host::Machine& machine) {
    return [&machine](
               const content::ImageBlock& image, media::PixelSize room, const std::stop_token& stop
           ) -> Result<media::Picture> {
        const auto* blob = content::blob_of(image.source);
        if (blob == nullptr) {
            return Error{ErrorCode::InvalidInput, "a picture behind an address is not shown"};
        }
        const auto file = TRY(small_copy(machine, image, *blob, room, stop));
        auto* workers = TRY(machine.intake().gate.workers());
        auto job = TRY(workers->begin(stop));
        TRY(job.load({file}));
        const media::ThumbnailRequest request{.limits = machine.intake().gate.limits, .room = room};
        const auto made = TRY(job.thumbnail(file.size(), request, stop));
        return job.pixels(made);
    };
}

}  // namespace fovea::tui
