#include "fovea/reading/answer/local_ocr.hpp"

#include "fovea/reading/answer/element_words.hpp"
#include "fovea/reading/answer/find_elements.hpp"
#include "fovea/reading/answer/kept_reading.hpp"
#include "fovea/reading/answer/own_pixels.hpp"
#include "fovea/reading/answer/telling.hpp"
#include "fovea/reading/answer/wording.hpp"
#include "fovea/reading/page/kind.hpp"
#include "fovea/reading/page/page.hpp"
#include "fovea/reading/plain_text.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace fovea::reading {
namespace {

using Clock = std::chrono::steady_clock;

// Raised whenever the same picture would be read or told otherwise.
constexpr std::string_view kRevision = "16";

// A picture of the request, with all that was read from it.
struct Looked {
    content::ImageBlock image;
    Bytes bytes;
    media::PixelRect area;  // what was read, in pixels of the whole picture
    Reading reading;        // in pixels of that area
    Page page;
    KindGuess kind;
};

const content::Message* last_user_message(const providers::Request& request) {
    const auto found =
        std::find_if(request.messages.rbegin(), request.messages.rend(), [](const auto& message) {
            return message.role == content::Role::User;
        });
    return found == request.messages.rend() ? nullptr : &*found;
}

bool same_part(const content::ImageBlock& a, const content::ImageBlock& b) {
    return a.crop == b.crop;
}

// The boxes of a change that lie within what was asked about, in pixels of that.
std::vector<media::PixelRect> within(
    const std::vector<media::PixelRect>& boxes, const media::PixelRect& area
) {
    std::vector<media::PixelRect> inside;
    for (const auto& box : boxes) {
        const auto left = std::max(box.x, area.x);
        const auto top = std::max(box.y, area.y);
        const auto right = std::min(box.x + box.width, area.x + area.width);
        const auto bottom = std::min(box.y + box.height, area.y + area.height);
        if (left < right && top < bottom) {
            inside.push_back({left - area.x, top - area.y, right - left, bottom - top});
        }
    }
    return inside;
}

Result<media::Compared> compare_files(
    const Looked& first,
    const Looked& second,
    const media::Limits& limits,
    media::PictureWorkers& workers,
    const std::stop_token& stop
) {
    auto job = TRY(workers.begin(stop));
    TRY(job.load({first.bytes, second.bytes}));
    auto compared =
        TRY(job.compare(first.bytes.size(), second.bytes.size(), {.limits = limits}, stop));
    compared.regions = within(compared.regions, second.area);
    // Different parts of two pictures can only be compared by what they say.
    if (!same_part(first.image, second.image)) {
        compared.same_size = false;
        compared.identical = false;
        compared.regions.clear();
    }
    return compared;
}

// Says of each crop what it is a part of: boxes in the text count from its own corner.
std::string crop_lines(const std::vector<Looked>& looks) {
    std::string lines;
    for (std::size_t i = 0; i < looks.size(); ++i) {
        const auto& look = looks[i];
        if (!look.image.crop) continue;
        lines +=
            looks.size() > 1 ? "Picture " + std::to_string(i + 1) + " is the part " : "The part ";
        lines += box_text(look.area) + " of a picture of " + size_text(look.image.size) +
                 " pixels; boxes in this text count from the part's own corner.\n";
    }
    return lines;
}

void add_words(providers::Reply& reply, const Reading& reading, std::size_t image) {
    for (const auto& word : reading.words) {
        if (is_shapes(word.text)) continue;
        reply.words.push_back({word.text, word.box, word.confidence, image});
    }
}

void add_elements(
    providers::Reply& reply, const Page& page, const media::PixelRect& area, std::size_t image
) {
    for (const auto& each : page.elements) {
        auto seen = seen_element(each, image);
        seen.box.x += area.x;
        seen.box.y += area.y;
        reply.elements.push_back(std::move(seen));
    }
}

}  // namespace

LocalOcr::LocalOcr(LocalOcrSettings settings, LocalOcrServices services)
    : settings_(std::move(settings)), services_(std::move(services)) {}

std::string LocalOcr::revision() const {
    std::string revision(kRevision);
    for (const auto& language : settings_.languages) revision += " " + language;
    return revision;
}

Result<Reading> LocalOcr::read(
    const content::ImageBlock& image,
    const Bytes& bytes,
    std::chrono::milliseconds time,
    Elements elements,
    const std::stop_token& stop
) {
    const auto key = reading_key(image, revision());
    auto known = kept_reading(services_.known, key, image, settings_.limits);
    if (known && (known->elements || elements == Elements::Unasked)) return std::move(*known);
    auto* readers = TRY(services_.readers());
    auto reading = TRY(readers->read(
        bytes,
        {.limits = settings_.limits,
         .crop = image.crop,
         .size = image.size,
         .elements = elements,
         .time = time},
        stop
    ));
    if (reading.complete()) keep_reading(services_.known, key, reading);
    return reading;
}

Result<Reading> LocalOcr::read(
    const content::ImageBlock& image,
    providers::BlobSource& blobs,
    std::chrono::milliseconds time,
    const std::stop_token& stop
) {
    const auto* blob = content::blob_of(image.source);
    if (blob == nullptr) {
        return Error{
            ErrorCode::InvalidInput, "local/ocr cannot open URLs; store the picture first"};
    }
    const auto bytes = TRY(blobs.read(*blob));
    return read(image, bytes, time, Elements::Unasked, stop);
}

Result<providers::Reply> LocalOcr::complete(
    const providers::Request& request, providers::BlobSource& blobs, const std::stop_token& stop
) {
    const auto end = Clock::now() + request.timeout;
    const auto* message = last_user_message(request);
    const auto question = message == nullptr ? std::string() : content::text_of(message->content);
    const auto elements = question.empty() || asks_about_elements(read_question(question))
                              ? Elements::Wanted
                              : Elements::Unasked;
    std::vector<Looked> looks;
    providers::Reply reply;
    for (const auto& block :
         message == nullptr ? std::vector<content::ContentBlock>{} : message->content) {
        const auto* image = std::get_if<content::ImageBlock>(&block);
        if (image == nullptr) continue;
        Looked look{.image = *image};
        const auto* blob = content::blob_of(image->source);
        if (blob == nullptr) {
            return Error{
                ErrorCode::InvalidInput, "local/ocr cannot open URLs; store the picture first"};
        }
        look.bytes = TRY(blobs.read(*blob));
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
        auto reading = TRY(
            read(*image, look.bytes, std::max(left, std::chrono::milliseconds{0}), elements, stop)
        );
        add_words(reply, reading, looks.size());
        look.area = reading.area;
        look.reading = in_own_pixels(std::move(reading));
        look.page = lay_out(look.reading);
        // What looks like icons on a photograph is none.
        const bool no_words = look.page.blocks.empty();
        std::erase_if(look.page.elements, [&](const PageElement& each) {
            return no_words && each.element.kind == ElementKind::Icon;
        });
        look.kind = guess_kind(look.reading, look.page);
        add_elements(reply, look.page, look.area, looks.size());
        reply.complete = reply.complete && look.reading.complete();
        looks.push_back(std::move(look));
    }
    if (looks.empty()) {
        return Error{
            ErrorCode::InvalidInput,
            "local/ocr only reads pictures, and none was given: attach one, or choose a model that "
            "talks"};
    }
    std::vector<Sight> sights;
    for (const auto& look : looks) {
        sights.push_back({look.reading, look.page, look.kind, look.image.filename});
    }
    Told told;
    if (looks.size() == 1) {
        told = question.empty() ? describe(sights.front()) : answer(question, sights.front());
    } else {
        std::vector<media::Compared> changes;
        auto* workers = TRY(services_.workers());
        for (std::size_t i = 0; i + 1 < looks.size(); ++i) {
            changes.push_back(
                TRY(compare_files(looks[i], looks[i + 1], settings_.limits, *workers, stop))
            );
        }
        told = tell_together(sights, changes, question);
    }
    for (std::size_t i = 0; i < looks.size(); ++i) to_whole_pixels(told.boxes, i, looks[i].area);
    told.text = crop_lines(looks) + told.text;
    while (told.text.ends_with('\n')) told.text.pop_back();
    reply.content.emplace_back(content::TextBlock{std::move(told.text)});
    reply.boxes = std::move(told.boxes);
    reply.value = std::move(told.value);
    return reply;
}

}  // namespace fovea::reading
