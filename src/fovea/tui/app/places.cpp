#include "fovea/tui/app/places.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/context/picture_needs.hpp"
#include "fovea/delivery/target.hpp"
#include "fovea/media/transform/fit.hpp"
#include "fovea/proxy/grounding/labels.hpp"
#include "fovea/proxy/grounding/parse.hpp"
#include "fovea/proxy/grounding/registry.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>

namespace fovea::tui {
namespace {

namespace grounding = proxy::grounding;

constexpr std::size_t kMaxText = 256u << 10;
constexpr std::size_t kMaxLabel = 120;
constexpr std::size_t kMostFences = 20;

// Without one of these, numbers in brackets are numbers.
constexpr std::array<std::string_view, 9> kSigns{
    "bbox", "box", "coordinate", "<|det|>", "point", "region", "bounding", "located", "position"};

bool speaks_of_places(std::string_view text) {
    const auto low = lowered(text);
    return std::ranges::any_of(kSigns, [&](std::string_view sign) {
        return low.find(sign) != std::string::npos;
    });
}

// Of a model of which nobody says how it counts: by how it writes, else in pixels of what it got.
grounding::Format format_by_notation(std::string_view text) {
    using grounding::Format;
    constexpr std::array<std::pair<std::string_view, Format>, 4> kNotations{{
        {"\"box_2d\"", Format::Gemini1000},
        {"<|det|>", Format::DeepseekBbox},
        {"<box>", Format::Internvl1000},
        {"<point", Format::MolmoPoints},
    }};
    for (const auto& [sign, format] : kNotations) {
        if (text.find(sign) != std::string_view::npos) return format;
    }
    return Format::ClaudePixels;
}

bool is_local(std::string_view model) {
    return model.starts_with("local/");
}

std::string_view without_bullet(std::string_view line) {
    line = trimmed(line);
    if (line.starts_with("- ") || line.starts_with("* ")) line.remove_prefix(2);
    return trimmed(line, " :");
}

struct Corners {
    std::array<std::uint32_t, 4> at{};
    std::size_t begin = 0;  // in the line
    std::size_t end = 0;
};

// "[20, 266, 424, 278]", as local/ocr writes it.
std::optional<Corners> corners_in(std::string_view line) {
    for (auto open = line.find('['); open != std::string_view::npos;
         open = line.find('[', open + 1)) {
        Corners corners{.at = {}, .begin = open, .end = 0};
        auto at = open + 1;
        std::size_t count = 0;
        while (count < 4 && at < line.size()) {
            const auto* first = line.data() + at;
            const auto read = std::from_chars(first, line.data() + line.size(), corners.at[count]);
            if (read.ec != std::errc()) break;
            at += static_cast<std::size_t>(read.ptr - first);
            const std::string_view follows = ++count < 4 ? ", " : "]";
            if (!line.substr(at).starts_with(follows)) break;
            at += follows.size();
            corners.end = count == 4 ? at : 0;
        }
        const auto& [left, top, right, bottom] = corners.at;
        if (corners.end != 0 && left < right && top < bottom) return corners;
    }
    return std::nullopt;
}

// The number behind a word, "Picture 2"; 0: the line does not begin so. `line` is what follows then.
std::size_t number_behind(std::string_view& line, std::string_view word) {
    std::size_t number = 0;
    if (!line.starts_with(word)) return 0;
    const auto rest = line.substr(word.size());
    const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (read.ec != std::errc()) return 0;
    line = rest.substr(static_cast<std::size_t>(read.ptr - rest.data()));
    return number;
}

// Which picture the lines below are about, as local/ocr says it, counted from 0: `Picture 2 "c.png":`, "From picture 1
// to picture 2: …". One that is not there, or has another name, is `images.size()`: better no box than a wrong one.
std::optional<std::size_t> picture_named(
    std::string_view line, std::span<const content::ImageBlock> images
) {
    if (const auto named = grounding::image_prefix(without_bullet(line))) {
        return std::min(named->number - 1, images.size());
    }
    auto rest = line;
    if (number_behind(rest, "From picture ") > 0) {
        const auto second = number_behind(rest, " to picture ");
        if (second > 0 && rest.starts_with(':')) return std::min(second - 1, images.size());
        return std::nullopt;
    }
    const auto number = number_behind(rest, "Picture ");
    if (number == 0 || !(rest.starts_with(':') || rest.starts_with(" \""))) return std::nullopt;
    if (number > images.size()) return images.size();
    const auto& name = images[number - 1].filename;
    const bool has_other_name =
        rest.starts_with(" \"") && !name.empty() && rest.find(name) == std::string_view::npos;
    return has_other_name ? images.size() : number - 1;
}

// Pixels of the picture, or of the part that was looked at.
std::vector<content::LabelledBox> local_places(
    std::string_view text,
    std::span<const content::ImageBlock> images,
    std::span<const grounding::View> views
) {
    std::vector<content::LabelledBox> boxes;
    std::size_t about = 0;
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        // They say where a part lies, and name no thing.
        const bool is_of_part =
            line.starts_with("The part [") ||
            (line.starts_with("Picture ") && line.find(" is the part [") != std::string_view::npos);
        if (is_of_part) continue;
        about = picture_named(line, images).value_or(about);
        // What is gone stood in the picture before.
        const bool is_gone = line.starts_with("- removed, was at [");
        if (is_gone && (about == 0 || about >= images.size())) continue;
        const auto image = is_gone ? about - 1 : about;
        const auto corners = corners_in(line);
        if (!corners || image >= views.size()) continue;
        const auto& [left, top, right, bottom] = corners->at;
        const auto& view = views[image];
        const auto shown =
            view.crop.value_or(media::PixelRect{0, 0, view.original.width, view.original.height});
        if (left >= shown.width || top >= shown.height) continue;
        const auto after = without_bullet(line.substr(corners->end));
        const auto before = without_bullet(line.substr(0, corners->begin));
        boxes.push_back(
            {.label = std::string((after.empty() ? before : after).substr(0, kMaxLabel)),
             .box =
                 {shown.x + left,
                  shown.y + top,
                  std::min(right, shown.width) - left,
                  std::min(bottom, shown.height) - top},
             .image = image}
        );
    }
    return boxes;
}

// Made smaller, a picture keeps its shape but for what is rounded.
bool has_shape_of(media::PixelSize sent, media::PixelSize shown) {
    const auto across = std::int64_t{sent.width} * shown.height;
    const auto down = std::int64_t{sent.height} * shown.width;
    return std::abs(across - down) <= std::int64_t{shown.longest_edge()};
}

// The receipt has a row for each time that a picture went, whole or a part of it: what went of `shown` is what
// has its shape, and of several the one that is nearest to what the model's limits let expect.
media::PixelSize size_sent(
    const content::ImageBlock& image,
    media::PixelSize shown,
    media::PixelSize expected,
    std::span<const delivery::ReceiptRow> receipt
) {
    const auto off = [&](media::PixelSize sent) {
        return std::abs(std::int64_t{sent.width} - std::int64_t{expected.width});
    };
    std::optional<media::PixelSize> sent;
    for (const auto& row : receipt) {
        const auto& delivery = row.delivery;
        const bool is_one = delivery.image == image.source && delivery.size.pixels() > 0 &&
                            delivery.tiles == 0 && has_shape_of(delivery.size, shown);
        if (is_one && (!sent || off(delivery.size) <= off(*sent))) sent = delivery.size;
    }
    return sent.value_or(expected);
}

// What the model saw of a picture: the receipt tells it, else the model's limits.
grounding::View view_of(
    const content::ImageBlock& image,
    const delivery::Target* target,
    std::span<const delivery::ReceiptRow> receipt
) {
    if (target == nullptr)
        return {.original = image.size, .crop = image.crop, .sent = {}, .seen = {}};
    const auto& limits = target->limits;
    const auto shown = image.crop ? image.crop->size() : image.size;
    const auto expected = media::fit_within(shown, context::edge_for(limits, 1));
    const auto sent = size_sent(image, shown, expected, receipt);
    const auto* rule = limits.token_rule ? &*limits.token_rule : nullptr;
    return grounding::view_of(image.size, image.crop, sent, rule, limits.detail);
}

std::vector<content::LabelledBox> boxes_said_by(
    const std::string& model,
    std::optional<grounding::Format> format,
    std::string_view text,
    std::span<const content::ImageBlock> images,
    std::span<const delivery::ReceiptRow> receipt,
    const config::Settings& settings
) {
    text = text.substr(0, kMaxText);
    const auto target = delivery::find_target(settings, model);
    std::vector<grounding::View> views;
    for (const auto& image : images) {
        views.push_back(view_of(image, target.ok() ? &target.value() : nullptr, receipt));
    }
    if (is_local(model)) {
        auto boxes = local_places(text, images, views);
        // All that stands on the page is no answer.
        if (boxes.size() > kMostPlaces) boxes.clear();
        return boxes;
    }
    if (!speaks_of_places(text)) return {};
    if (!format) {
        format =
            grounding::format_of(model, grounding::known_models(settings.vision.grounding_models));
        if (*format == grounding::Format::None) format = format_by_notation(text);
    }
    return grounding::parse_boxes(text, *format, views);
}

// A point as something that one can see.
media::PixelRect visible(const content::LabelledBox& found, media::PixelSize picture) {
    if (!found.is_point) return found.box;
    const auto reach = std::max<std::uint32_t>(picture.longest_edge() / 100, 2);
    const auto left = found.box.x > reach ? found.box.x - reach : 0;
    const auto top = found.box.y > reach ? found.box.y - reach : 0;
    return {
        left,
        top,
        std::min(2 * reach, picture.width - left),
        std::min(2 * reach, picture.height - top)};
}

std::string_view attribute(std::string_view tag, std::string_view name) {
    const auto begin = tag.find(" " + std::string(name) + "=\"");
    if (begin == std::string_view::npos) return {};
    const auto value = tag.substr(begin + name.size() + 3);
    return value.substr(0, std::min(value.find('"'), value.size()));
}

// "1840,120,840,360" of "sha256:9f…#crop:1840,120,840,360".
std::optional<media::PixelRect> crop_in(std::string_view image) {
    constexpr std::string_view kMark = "#crop:";
    const auto mark = image.find(kMark);
    if (mark == std::string_view::npos) return std::nullopt;
    auto rest = image.substr(mark + kMark.size());
    std::array<std::uint32_t, 4> sides{};
    for (auto& side : sides) {
        const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), side);
        if (read.ec != std::errc()) return std::nullopt;
        rest.remove_prefix(static_cast<std::size_t>(read.ptr - rest.data()));
        if (rest.starts_with(',')) rest.remove_prefix(1);
    }
    return media::PixelRect{sides[0], sides[1], sides[2], sides[3]};
}

bool lies_within(const media::PixelRect& part, media::PixelSize picture) {
    return part.width > 0 && part.height > 0 && part.x < picture.width && part.y < picture.height &&
           part.width <= picture.width - part.x && part.height <= picture.height - part.y;
}

}  // namespace

std::vector<PicturePlaces> places_of(
    std::span<const content::LabelledBox> boxes, std::span<const content::ImageBlock> images
) {
    std::vector<PicturePlaces> all;
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < images.size(); ++i) {
        PicturePlaces places{.image = images[i], .boxes = {}};
        places.image.crop.reset();  // boxes count in the whole picture
        for (const auto& found : boxes) {
            if (found.image != i || images[i].size.pixels() == 0) continue;
            if (number >= kMostPlaces) {
                ++places.left_out;
                continue;
            }
            places.boxes.push_back(
                {visible(found, images[i].size), ++number, found.label.substr(0, kMaxLabel)}
            );
        }
        if (!places.boxes.empty()) all.push_back(std::move(places));
    }
    return all;
}

std::vector<PicturePlaces> places_in_answer(
    std::string_view text, const AnsweredAbout& about, const config::Settings& settings
) {
    if (about.images.empty()) return {};
    const auto boxes = boxes_said_by(about.model, {}, text, about.images, about.receipt, settings);
    return places_of(boxes, about.images);
}

std::vector<PicturePlaces> places_in_fences(
    std::string_view text, const FindPicture& find, const config::Settings& settings
) {
    constexpr std::string_view kOpen = "<vision_proxy_";
    constexpr std::string_view kClose = "</vision_proxy_";
    std::vector<PicturePlaces> all;
    for (std::size_t fences = 0; fences < kMostFences; ++fences) {
        const auto open = text.find(kOpen);
        if (open == std::string_view::npos) break;
        text.remove_prefix(open);
        const auto tag = text.substr(0, std::min(text.find('>'), text.size()));
        const auto body = text.substr(tag.size(), text.find(kClose) - tag.size());
        text.remove_prefix(std::min(tag.size() + body.size() + 1, text.size()));
        const auto name = attribute(tag, "image");
        constexpr std::string_view kHash = "sha256:";
        if (!name.starts_with(kHash)) continue;
        const auto* known = find(name.substr(kHash.size(), 64));
        if (known == nullptr) continue;
        auto image = *known;
        image.crop = crop_in(name);
        if (image.crop && !lies_within(*image.crop, image.size)) continue;
        const auto format = grounding::format_named(attribute(tag, "grounding_format"));
        const auto& model = settings.vision.model;
        const bool has_places = format && *format != grounding::Format::None;
        if (!has_places && !is_local(model)) continue;
        const auto boxes = boxes_said_by(model, format, body, {&image, 1}, {}, settings);
        for (auto& places : places_of(boxes, {&image, 1})) all.push_back(std::move(places));
    }
    return all;
}

}  // namespace fovea::tui
