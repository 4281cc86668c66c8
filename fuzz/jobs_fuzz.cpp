// A worker's answer is hostile: the program's end must read any bytes.
#include "fovea/media/worker/jobs.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto message = std::as_bytes(std::span(data, size));
    const auto prepared = fovea::media::decode_prepared(message, 1000, 2000);
    if (prepared.ok() && prepared.value().bytes > 2000) __builtin_trap();
    const auto compared = fovea::media::decode_compared(message, 2000);
    if (compared.ok() && compared.value().overlay_bytes > 2000) __builtin_trap();
    const auto framed = fovea::media::decode_framed(message, 2000);
    if (framed.ok() && framed.value().bytes > 2000) __builtin_trap();
    const auto text = fovea::media::decode_text_density(message);
    if (text.ok() && text.value().line_height > fovea::media::kMaxLineHeight) __builtin_trap();
    const auto animation = fovea::media::decode_sampled_animation(message, {}, 2000);
    if (animation.ok() && animation.value().frames.front().bytes > 2000) __builtin_trap();
    const auto sheet = fovea::media::decode_contact_sheet(message, 2000);
    if (sheet.ok() && sheet.value().bytes > 2000) __builtin_trap();
    const fovea::media::ThumbnailRequest small{.limits = {}, .room = {30, 20}};
    const auto thumbnail = fovea::media::decode_thumbnail(message, small, 1800);
    if (thumbnail.ok() && thumbnail.value().bytes() != 1800) __builtin_trap();
    const auto job = fovea::media::decode_job(message);
    if (job.ok() && encode(job.value()).size() > 64 * 1024) __builtin_trap();
    return 0;
}
