#include "fovea/tui/app/picture_maker.hpp"

namespace fovea::tui {
namespace {

Result<media::Picture> small_pixels(
    ByteView file, host::Machine& machine, media::PixelSize room, const std::stop_token& stop
) {
    const auto& gate = machine.intake().gate;
    auto* workers = TRY(gate.workers());
    auto job = TRY(workers->begin(stop));
    TRY(job.load({file}));
    const auto made = TRY(job.thumbnail(file.size(), {.limits = gate.limits, .room = room}, stop));
    return job.pixels(made);
}

}  // namespace

StyledText PictureMaker::show(
    const Graphics& graphics,
    const PictureToShow& picture,
    host::Machine& machine,
    const Place& place,
    const std::stop_token& stop
) {
    const std::scoped_lock lock(mutex_);
    if (!thumbnails_) {
        thumbnails_.emplace(graphics, pixels_from(machine));
    } else {
        thumbnails_->use(graphics);
        thumbnails_->load_by(pixels_from(machine));
    }
    return thumbnails_->show(picture, place, stop).lines;
}

StyledText preview_of(
    ByteView file,
    const Graphics& graphics,
    host::Machine& machine,
    const Place& place,
    const std::stop_token& stop
) {
    auto shown = graphics;
    // What tmux hands on without knowing it could never be taken away again.
    if (graphics.through_tmux && graphics.kind != GraphicsKind::Placeholders) {
        shown.kind = GraphicsKind::Symbols;
    }
    Thumbnails previews(
        shown,
        [&](const content::ImageBlock&, media::PixelSize room, const std::stop_token& until) {
            return small_pixels(file, machine, room, until);
        }
    );
    return previews.show_passing({.image = {}}, place, stop);
}

}  // namespace fovea::tui
