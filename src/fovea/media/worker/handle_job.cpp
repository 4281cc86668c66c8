#include "fovea/media/worker/handle_job.hpp"

#include "fovea/media/worker/jobs.hpp"

namespace fovea::media {
namespace {

sandbox::Answer answer(const PrepareRequest& request, ByteView input, std::span<std::byte> output) {
    const auto prepared = prepare(input, request, output);
    const bool wrote = prepared.ok() && !prepared.value().unchanged;
    return {encode_reply(prepared), wrote ? prepared.value().bytes : 0};
}

sandbox::Answer answer(const CompareJob& job, ByteView input, std::span<std::byte> output) {
    if (job.first_bytes > input.size()) {
        return {
            encode_reply(Result<Compared>(Error{ErrorCode::Internal, "a job's sizes are wrong"})),
            0};
    }
    const auto compared =
        compare(input.first(job.first_bytes), input.subspan(job.first_bytes), job.request, output);
    return {encode_reply(compared), compared.ok() ? compared.value().overlay_bytes : 0};
}

sandbox::Answer answer(const FrameRequest& request, ByteView input, std::span<std::byte> output) {
    const auto framed = frame(input, request, output);
    return {encode_reply(framed), framed.ok() ? framed.value().bytes : 0};
}

sandbox::Answer answer(const TextRequest& request, ByteView input, std::span<std::byte>) {
    return {encode_reply(measure_text(input, request)), 0};
}

sandbox::Answer answer(
    const AnimationRequest& request, ByteView input, std::span<std::byte> output
) {
    const auto sampled = sample_animation(input, request, output);
    std::size_t written = 0;
    if (sampled.ok()) {
        for (const auto& frame : sampled.value().frames) written += frame.bytes;
    }
    return {encode_reply(sampled), written};
}

sandbox::Answer answer(const SheetRequest& request, ByteView input, std::span<std::byte> output) {
    const auto sheet = contact_sheet(input, request, output);
    return {encode_reply(sheet), sheet.ok() ? sheet.value().bytes : 0};
}

sandbox::Answer answer(
    const ThumbnailRequest& request, ByteView input, std::span<std::byte> output
) {
    const auto made = thumbnail(input, request, output);
    return {encode_reply(made), made.ok() ? made.value().bytes() : 0};
}

}  // namespace

sandbox::Answer handle_job(ByteView request, ByteView input, std::span<std::byte> output) {
    const auto job = decode_job(request);
    if (!job.ok()) return {encode_reply(Result<PreparedPicture>(job.error())), 0};
    return std::visit([&](const auto& known) { return answer(known, input, output); }, job.value());
}

}  // namespace fovea::media
