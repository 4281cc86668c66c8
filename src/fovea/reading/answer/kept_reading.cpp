#include "fovea/reading/answer/kept_reading.hpp"

#include "fovea/base/byte_reader.hpp"
#include "fovea/media/worker/message.hpp"
#include "fovea/reading/worker/reading_jobs.hpp"

#include <numeric>
#include <utility>

namespace fovea::reading {
namespace {

// The replies that a reading is made of, each with its length before it; the last has none where no
// elements were looked for.
void add(Bytes& all, const Bytes& part) {
    media::MessageWriter length;
    length.u32(static_cast<std::uint32_t>(part.size()));
    const auto prefix = length.take();
    all.insert(all.end(), prefix.begin(), prefix.end());
    all.insert(all.end(), part.begin(), part.end());
}

ByteView take(ByteReader& in) {
    const auto length = in.le32();
    return in.take(length);
}

}  // namespace

std::string reading_key(const content::ImageBlock& image, const std::string& revision) {
    const auto* blob = content::blob_of(image.source);
    std::string key = "reading " + revision + " " + (blob == nullptr ? "" : blob->sha256.hex());
    if (image.crop) {
        const auto& crop = *image.crop;
        for (const auto number : {crop.x, crop.y, crop.width, crop.height}) {
            key += " " + std::to_string(number);
        }
    }
    return key;
}

std::optional<Reading> kept_reading(
    const store::ResultCache& known,
    const std::string& key,
    const content::ImageBlock& image,
    const media::Limits& limits
) {
    const auto text = known.get(key);
    if (!text) return std::nullopt;
    ByteReader in(as_bytes(*text));
    const ReadingSource source{.limits = limits, .crop = image.crop};
    auto looked = decode_looked(take(in), source);
    if (!looked.ok()) return std::nullopt;
    auto barcodes = decode_barcodes(take(in), looked.value().area);
    auto lines = decode_found_lines(take(in), source);
    const auto controls = take(in);
    if (!barcodes.ok() || !lines.ok() || !in.ok() || in.remaining() != 0) return std::nullopt;
    std::optional<std::vector<Element>> elements;
    if (!controls.empty()) {
        auto found = decode_found_elements(controls, looked.value().area);
        if (!found.ok()) return std::nullopt;
        elements = std::move(found.value().elements);
    }
    return Reading{
        .facts = looked.value().facts,
        .area = looked.value().area,
        .turn = lines.value().turn,
        .lines = std::move(lines.value().lines),
        .words = std::move(lines.value().words),
        .barcodes = std::move(barcodes.value().barcodes),
        .elements = std::move(elements),
        .look = std::move(looked.value().look),
    };
}

void keep_reading(const store::ResultCache& known, const std::string& key, const Reading& reading) {
    FoundLines lines{
        .area = reading.area, .turn = reading.turn, .lines = reading.lines, .words = reading.words};
    lines.read.resize(lines.lines.size());
    std::iota(lines.read.begin(), lines.read.end(), 0U);
    Bytes all;
    add(all, encode_reply(Result<Looked>({reading.facts, reading.area, reading.look})));
    add(all, encode_reply(Result<FoundBarcodes>({reading.barcodes})));
    add(all, encode_reply(Result<FoundLines>(std::move(lines))));
    add(all, reading.elements ? encode_reply(Result<FoundElements>({*reading.elements})) : Bytes());
    known.put(key, as_text(all));
}

}  // namespace fovea::reading
