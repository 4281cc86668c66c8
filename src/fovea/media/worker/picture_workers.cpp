#include "fovea/media/worker/picture_workers.hpp"

#include "fovea/media/worker/believable.hpp"
#include "fovea/media/worker/find_program.hpp"
#include "fovea/media/worker/job_error.hpp"
#include "fovea/media/worker/jobs.hpp"
#include "fovea/media/worker/message_parts.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace fovea::media {
namespace {

Bytes copy_of(ByteView view) {
    return Bytes(view.begin(), view.end());
}

// What the worker said, and its end when that makes no sense.
template <class Said>
Result<Said> believed(sandbox::Lease& lease, Result<Said> said) {
    if (!said.ok() && is_garbled(said.error())) lease.discard();
    return said;
}

}  // namespace

Result<void> PictureJob::load(std::initializer_list<ByteView> files) {
    auto room = lease_.input();
    for (const auto file : files) {
        if (file.size() > room.size()) {
            return Error{
                ErrorCode::FileTooLarge,
                files.size() > 1 ? "the files together are larger than a worker's memory"
                                 : "the picture has " + std::to_string(file.size()) +
                                       " bytes, more than can be decoded"};
        }
        std::ranges::copy(file, room.begin());
        room = room.subspan(file.size());
    }
    return {};
}

Result<PreparedPicture> PictureJob::prepare(
    std::size_t bytes, const PrepareRequest& request, const std::stop_token& stop
) {
    const auto reply = lease_.run(encode(Job{request}), bytes, stop);
    if (!reply.ok()) return to_error(reply.error());
    output_ = reply.value().output;
    auto prepared = decode_prepared(reply.value().message, bytes, output_.size());
    if (prepared.ok() && !is_believable(prepared.value(), request, file(bytes))) {
        prepared = garbled();
    }
    return believed(lease_, std::move(prepared));
}

Result<Compared> PictureJob::compare(
    std::size_t first_bytes,
    std::size_t second_bytes,
    const CompareRequest& request,
    const std::stop_token& stop
) {
    const Job job = CompareJob{request, first_bytes};
    const auto reply = lease_.run(encode(job), first_bytes + second_bytes, stop);
    if (!reply.ok()) return to_error(reply.error());
    output_ = reply.value().output;
    auto compared = decode_compared(reply.value().message, output_.size());
    const auto second = ByteView(lease_.input()).subspan(first_bytes, second_bytes);
    if (compared.ok() &&
        !(is_believable(compared.value().first, file(first_bytes), request.limits) &&
          is_believable(compared.value().second, second, request.limits))) {
        compared = garbled();
    }
    return believed(lease_, std::move(compared));
}

Result<Framed> PictureJob::frame(
    std::size_t bytes, const FrameRequest& request, const std::stop_token& stop
) {
    const auto reply = lease_.run(encode(Job{request}), bytes, stop);
    if (!reply.ok()) return to_error(reply.error());
    output_ = reply.value().output;
    return believed(lease_, decode_framed(reply.value().message, output_.size()));
}

Result<TextDensity> PictureJob::measure_text(
    std::size_t bytes, const TextRequest& request, const std::stop_token& stop
) {
    const auto reply = lease_.run(encode(Job{request}), bytes, stop);
    if (!reply.ok()) return to_error(reply.error());
    return believed(lease_, decode_text_density(reply.value().message));
}

Result<SampledAnimation> PictureJob::sample_animation(
    std::size_t bytes, const AnimationRequest& request, const std::stop_token& stop
) {
    const auto reply = lease_.run(encode(Job{request}), bytes, stop);
    if (!reply.ok()) return to_error(reply.error());
    output_ = reply.value().output;
    auto sampled = decode_sampled_animation(reply.value().message, request, output_.size());
    if (sampled.ok() && !is_believable(sampled.value(), request, file(bytes))) {
        sampled = garbled();
    }
    return believed(lease_, std::move(sampled));
}

Result<ContactSheet> PictureJob::contact_sheet(
    const SheetRequest& request, const std::stop_token& stop
) {
    std::size_t bytes = 0;
    for (const auto& cell : request.cells) bytes += cell.bytes;
    const auto reply = lease_.run(encode(Job{request}), bytes, stop);
    if (!reply.ok()) return to_error(reply.error());
    output_ = reply.value().output;
    return believed(lease_, decode_contact_sheet(reply.value().message, output_.size()));
}

Result<Thumbnail> PictureJob::thumbnail(
    std::size_t bytes, const ThumbnailRequest& request, const std::stop_token& stop
) {
    const auto reply = lease_.run(encode(Job{request}), bytes, stop);
    if (!reply.ok()) return to_error(reply.error());
    output_ = reply.value().output;
    return believed(lease_, decode_thumbnail(reply.value().message, request, output_.size()));
}

Result<Bytes> PictureJob::copied(ByteView from, ImageType type) {
    return believed(lease_, of_type(copy_of(from), type));
}

Result<Bytes> PictureJob::result(const PreparedPicture& prepared) {
    const ByteView from = prepared.unchanged ? ByteView(lease_.input()) : output_;
    return copied(from.first(prepared.bytes), prepared.type);
}

Result<Bytes> PictureJob::overlay(const Compared& compared) {
    return copied(output_.first(compared.overlay_bytes), ImageType::Png);
}

Result<Bytes> PictureJob::framed(const Framed& framed) {
    return copied(output_.first(framed.bytes), ImageType::Png);
}

Result<std::vector<Bytes>> PictureJob::frames(const SampledAnimation& sampled) {
    std::vector<Bytes> files;
    ByteView rest = output_;
    for (const auto& frame : sampled.frames) {
        files.push_back(TRY(copied(rest.first(frame.bytes), frame.type)));
        rest = rest.subspan(frame.bytes);
    }
    return files;
}

Result<Bytes> PictureJob::sheet(const ContactSheet& sheet) {
    return copied(output_.first(sheet.bytes), sheet.type);
}

Picture PictureJob::pixels(const Thumbnail& made) {
    Picture picture(Shape::of(made.size, PixelFormat::Rgb8));
    std::memcpy(picture.row(0), output_.data(), made.bytes());
    return picture;
}

Result<std::unique_ptr<PictureWorkers>> PictureWorkers::open(const PictureWorkersSettings& settings
) {
    auto pool = TRY(sandbox::Pool::open({
        .program = {.path = settings.program},
        .workers = settings.workers,
        .max_memory = settings.max_memory,
        .cpu_per_job = settings.time_per_job,
        .wall_per_job = settings.time_per_job * 2,  // a busy machine is not a hostile file
    }));
    return std::unique_ptr<PictureWorkers>(new PictureWorkers(std::move(pool)));
}

Result<PictureJob> PictureWorkers::begin(const std::stop_token& stop) {
    auto lease = pool_->lease(stop);
    if (!lease.ok()) return to_error(lease.error());
    return PictureJob(std::move(lease).value());
}

Result<sandbox::Layers> PictureWorkers::layers() {
    auto layers = pool_->layers({});
    if (!layers.ok()) return to_error(layers.error());
    return std::move(layers).value();
}

Result<std::filesystem::path> find_worker_program() {
    return find_program("fovea-worker", "decodes pictures");
}

}  // namespace fovea::media
