#include "fovea/ingest/admit.hpp"

#include "fovea/base/tally.hpp"
#include "fovea/media/image/sniff.hpp"
#include "fovea/media/worker/message.hpp"
#include "fovea/store/read_into.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace fovea::ingest {
namespace {

constexpr std::size_t kHead = 64u << 10;  // more than anybody looks at to know a type

// Stricter limits than those it passed could refuse a picture, so they are part of the key.
std::string key_of(const Sha256& name, const media::Limits& limits) {
    return "facts 1 " + name.hex() + " " + std::to_string(limits.max_pixels) + " " +
           std::to_string(limits.max_frames);
}

std::string to_text(const media::PreparedPicture& prepared) {
    media::MessageWriter out;
    const auto& facts = prepared.facts;
    out.u8(static_cast<std::uint8_t>(facts.type));
    out.u32(facts.size.width);
    out.u32(facts.size.height);
    out.u8(static_cast<std::uint8_t>(facts.orientation));
    out.u32(facts.frames);
    out.flag(facts.has_alpha);
    out.u8(facts.bit_depth);
    out.u64(prepared.phash.value_or(0));
    return std::string(as_text(out.take()));
}

std::optional<Checked> read_known(const std::string& text) {
    Checked picture;
    media::MessageReader in(as_bytes(text));
    auto& facts = picture.facts;
    facts.type = in.choice<media::ImageType>(0, static_cast<std::uint8_t>(media::kLastImageType));
    facts.size.width = in.u32();
    facts.size.height = in.u32();
    facts.orientation = in.choice<media::Orientation>(1, 8);
    facts.frames = in.u32();
    facts.has_alpha = in.flag();
    facts.bit_depth = in.u8();
    picture.phash = in.u64();
    if (!in.complete() || facts.size.pixels() == 0) return std::nullopt;
    return picture;
}

}  // namespace

Result<Admitted> admit(const Source& source, const Gate& gate, const std::stop_token& stop) {
    auto bytes = TRY(read_source(source, gate.max_file_bytes, gate.stored, gate.fetch, stop));
    return admit_bytes(std::move(bytes), filename_of(source), gate, stop);
}

namespace {

std::optional<Checked> known(const Sha256& name, const Gate& gate) {
    const auto text = gate.known.get(key_of(name, gate.limits));
    return text ? read_known(*text) : std::nullopt;
}

// Decoded whole by a worker, which `fill` gives the file; as many bytes as it says.
template <class Fill>
Result<Checked> decode(
    const Sha256& name, const Gate& gate, const std::stop_token& stop, const Fill& fill
) {
    auto* workers = TRY(gate.workers());
    auto job = TRY(workers->begin(stop));
    const auto begun = std::chrono::steady_clock::now();
    const std::size_t size = TRY(fill(job));
    const auto prepared = TRY(job.prepare(
        size, {.limits = gate.limits, .want_phash = true, .rung = media::Rung::ValidateOnly}, stop
    ));
    gate.known.put(key_of(name, gate.limits), to_text(prepared));
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
    tally().add_time("fovea_image_decode_seconds", {}, took.count());
    return Checked{prepared.facts, prepared.phash.value_or(0)};
}

Result<Admitted> check(
    Bytes bytes, std::string filename, const Gate& gate, const std::stop_token& stop
) {
    Admitted picture;
    picture.bytes = std::move(bytes);
    picture.filename = std::move(filename);
    const auto sniffed = media::sniff(picture.bytes);
    if (!sniffed.image) return media::refusal(sniffed, picture.bytes.size());
    picture.sha256 = sha256(picture.bytes);
    auto checked = known(picture.sha256, gate);
    if (!checked) {
        const auto fill = [&](media::PictureJob& job) -> Result<std::size_t> {
            TRY(job.load({picture.bytes}));
            return picture.bytes.size();
        };
        checked = TRY(decode(picture.sha256, gate, stop, fill));
    }
    picture.facts = checked->facts;
    picture.phash = checked->phash;
    return picture;
}

Result<Checked> check(
    const content::BlobRef& blob,
    ByteView head,
    store::BlobStore& blobs,
    const Gate& gate,
    const std::stop_token& stop
) {
    const auto size = TRY(blobs.size(blob));
    const auto sniffed = media::sniff(head);
    if (!sniffed.image) return media::refusal(sniffed, static_cast<std::size_t>(size));
    if (size > gate.max_file_bytes) {
        return Error{
            ErrorCode::FileTooLarge,
            "a picture has at most " + std::to_string(gate.max_file_bytes) + " bytes"};
    }
    if (const auto checked = known(blob.sha256, gate)) return *checked;
    return decode(blob.sha256, gate, stop, [&](media::PictureJob& job) -> Result<std::size_t> {
        return store::read_into(job.input(), blobs, blob, {.stop = stop});
    });
}

template <class Outcome>
Outcome counted(ByteView head, Outcome outcome) {
    const auto sniffed = media::sniff(head);
    tally().add(
        "fovea_images_ingested_total",
        {{"mime", sniffed.image ? std::string(sniffed.mime) : "other"},
         {"result", outcome.ok() ? "taken" : std::string(wire_name(outcome.error().code))}}
    );
    return outcome;
}

}  // namespace

Result<Checked> check_stored(
    const content::BlobRef& blob,
    store::BlobStore& blobs,
    const Gate& gate,
    const std::stop_token& stop
) {
    const auto head = TRY(blobs.read_part(blob, 0, kHead, {.stop = stop}));
    return counted(head, check(blob, head, blobs, gate, stop));
}

Result<Admitted> admit_bytes(
    Bytes bytes, std::string filename, const Gate& gate, const std::stop_token& stop
) {
    const Bytes head(
        bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(std::min(bytes.size(), kHead))
    );
    return counted(head, check(std::move(bytes), std::move(filename), gate, stop));
}

}  // namespace fovea::ingest
