#include "fovea/ingest/admit.hpp"

#include "fovea/base/tally.hpp"
#include "fovea/media/image/sniff.hpp"
#include "fovea/media/worker/message.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace fovea::ingest {
namespace {

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

bool read_known(const std::string& text, Admitted& picture) {
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
    return in.complete() && facts.size.pixels() > 0;
}

}  // namespace

Result<Admitted> admit(const Source& source, const Gate& gate, const std::stop_token& stop) {
    auto bytes = TRY(read_source(source, gate.max_file_bytes, gate.stored, gate.fetch, stop));
    return admit_bytes(std::move(bytes), filename_of(source), gate, stop);
}

namespace {

Result<Admitted> check(
    Bytes bytes, std::string filename, const Gate& gate, const std::stop_token& stop
) {
    Admitted picture;
    picture.bytes = std::move(bytes);
    picture.filename = std::move(filename);
    const auto sniffed = media::sniff(picture.bytes);
    if (!sniffed.image) return media::refusal(sniffed, picture.bytes.size());
    picture.sha256 = sha256(picture.bytes);

    const auto key = key_of(picture.sha256, gate.limits);
    if (const auto known = gate.known.get(key); known && read_known(*known, picture)) {
        return picture;
    }
    auto* workers = TRY(gate.workers());
    auto job = TRY(workers->begin(stop));
    const auto begun = std::chrono::steady_clock::now();
    TRY(job.load({picture.bytes}));
    const auto prepared = TRY(job.prepare(
        picture.bytes.size(),
        {.limits = gate.limits, .want_phash = true, .rung = media::Rung::ValidateOnly},
        stop
    ));
    picture.facts = prepared.facts;
    picture.phash = prepared.phash.value_or(0);
    gate.known.put(key, to_text(prepared));
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
    tally().add_time("fovea_image_decode_seconds", {}, took.count());
    return picture;
}

}  // namespace

Result<Admitted> admit_bytes(
    Bytes bytes, std::string filename, const Gate& gate, const std::stop_token& stop
) {
    const auto sniffed = media::sniff(bytes);
    const auto mime = sniffed.image ? std::string(sniffed.mime) : std::string("other");
    auto picture = check(std::move(bytes), std::move(filename), gate, stop);
    const auto result =
        picture.ok() ? std::string("taken") : std::string(wire_name(picture.error().code));
    tally().add("fovea_images_ingested_total", {{"mime", mime}, {"result", result}});
    return picture;
}

}  // namespace fovea::ingest
