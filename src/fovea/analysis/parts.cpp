#include "fovea/analysis/parts.hpp"

#include "fovea/analysis/part_builder.hpp"
#include "fovea/proxy/fence/fence.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace fovea::analysis {
namespace {

// Where a provider names no limit, more pictures are slow and dear and show little more.
constexpr std::size_t kMaxPictures = 60;

std::size_t picture_room(const delivery::Target& target) {
    if (!target.can.vision.value) return 0;
    return std::min<std::size_t>(target.limits.max_images.value_or(kMaxPictures), kMaxPictures);
}

std::string heading(const Material& file, std::size_t index, std::size_t count) {
    auto line =
        count > 1 ? fmt::format("File {} of {}", index + 1, count) : std::string("The file");
    // The name is foreign too.
    const auto name = proxy::neutralise(file.filename);
    if (!name.empty()) line += " " + boost::json::serialize(boost::json::string(name));
    return line;
}

}  // namespace

std::string_view name_of(Stage stage) {
    switch (stage) {
        case Stage::Pages: return "pages";
        case Stage::Watching: return "watching";
        case Stage::Frames: return "frames";
    }
    return "";
}

media::Progress Scope::progress_of(Stage stage) const {
    if (!on_progress) return {};
    return [tell = on_progress, stage](std::size_t done, std::size_t total) {
        tell(stage, done, total);
    };
}

Result<Parts> parts_of(
    std::span<const Material> files,
    const delivery::Target& target,
    const Scope& scope,
    const PartServices& services,
    const std::stop_token& stop
) {
    Parts parts;
    parts.pages.resize(files.size());
    parts.durations.resize(files.size());
    PartBuilder builder{
        .target = target,
        .scope = scope,
        .services = services,
        .stop = stop,
        .parts = parts,
        .room = picture_room(target)};
    for (std::size_t i = 0; i < files.size(); ++i) {
        builder.file = i;
        builder.heading = heading(files[i], i, files.size());
        switch (files[i].kind) {
            case MaterialKind::Picture: TRY(add_picture(builder, files[i])); break;
            case MaterialKind::Document: TRY(add_document(builder, files[i])); break;
            case MaterialKind::Video: TRY(add_video(builder, files[i])); break;
        }
    }
    return parts;
}

}  // namespace fovea::analysis
