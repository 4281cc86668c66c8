#include "fovea/media/worker/video_jobs.hpp"

#include "fovea/media/worker/jobs.hpp"
#include "fovea/media/worker/message_parts.hpp"

#include <algorithm>
#include <utility>

namespace fovea::media {

void write(MessageWriter& out, const AnimationRequest& request) {
    write(out, request.limits);
    out.u32(request.max_frames);
    out.u32(request.max_edge);
    out.u64(request.from_ms);
    out.u64(request.to_ms);
}

AnimationRequest read_animation_request(MessageReader& in) {
    AnimationRequest request;
    request.limits = read_limits(in);
    request.max_frames = in.u32();
    request.max_edge = in.u32();
    request.from_ms = in.u64();
    request.to_ms = in.u64();
    return request;
}

void write(MessageWriter& out, const SheetRequest& request) {
    write(out, request.limits);
    out.u32(request.columns);
    out.u32(request.max_edge);
    const auto count = std::min<std::size_t>(request.cells.size(), kMaxSheetCells);
    out.u32(static_cast<std::uint32_t>(count));
    for (std::size_t i = 0; i < count; ++i) {
        out.u64(request.cells[i].bytes);
        out.text(request.cells[i].label);
    }
}

Result<SheetRequest> read_sheet_request(MessageReader& in) {
    SheetRequest request;
    request.limits = read_limits(in);
    request.columns = in.u32();
    request.max_edge = in.u32();
    const auto count = in.u32();
    if (count > kMaxSheetCells) return Error{ErrorCode::Internal, "a sheet has too many pictures"};
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto bytes = in.u64();
        request.cells.push_back({bytes, in.text()});
    }
    return request;
}

Bytes encode_reply(const Result<SampledAnimation>& reply) {
    return encoded(reply, [](MessageWriter& out, const SampledAnimation& sampled) {
        write(out, sampled.facts);
        out.u64(sampled.duration_ms);
        out.u32(sampled.looked_at);
        out.u32(static_cast<std::uint32_t>(sampled.frames.size()));
        for (const auto& frame : sampled.frames) {
            out.u64(frame.time_ms);
            write(out, frame.size);
            write(out, frame.type);
            out.u64(frame.bytes);
        }
    });
}

Bytes encode_reply(const Result<ContactSheet>& reply) {
    return encoded(reply, [](MessageWriter& out, const ContactSheet& said) {
        write(out, said.size);
        write(out, said.type);
        out.u64(said.bytes);
    });
}

Result<SampledAnimation> decode_sampled_animation(
    ByteView message, const AnimationRequest& request, std::size_t max_output
) {
    MessageReader in(message);
    TRY(read_outcome(in));
    SampledAnimation sampled;
    sampled.facts = read_facts(in);
    sampled.duration_ms = in.u64();
    sampled.looked_at = in.u32();
    const auto count = in.u32();
    if (count > request.max_frames || count > sampled.looked_at) return garbled();
    std::size_t left = max_output;
    for (std::uint32_t i = 0; i < count; ++i) {
        AnimationFrame frame;
        frame.time_ms = in.u64();
        frame.size = read_size(in);
        frame.type = read_type(in);
        frame.bytes = in.u64();
        if (frame.bytes > left || frame.size.pixels() == 0) return garbled();
        left -= frame.bytes;
        sampled.frames.push_back(frame);
    }
    if (!in.complete() || sampled.frames.empty()) return garbled();
    return sampled;
}

Result<ContactSheet> decode_contact_sheet(ByteView message, std::size_t max_output) {
    MessageReader in(message);
    TRY(read_outcome(in));
    ContactSheet sheet;
    sheet.size = read_size(in);
    sheet.type = read_type(in);
    sheet.bytes = in.u64();
    if (!in.complete() || sheet.bytes > max_output || sheet.size.pixels() == 0) return garbled();
    return sheet;
}

}  // namespace fovea::media
