// The program's end of the workers: pictures go in as bytes, what comes out was checked and encoded
// in a process without keys, files or network.
//
//     auto job = TRY(workers.begin(stop));                    // waits for a free worker
//     const auto size = read_into(job.input());
//     const auto prepared = TRY(job.prepare(size, request, stop));
//     const Bytes result = job.result(prepared);
//
// Reading straight into the worker's memory saves a copy and, more, the page faults of fresh
// memory. A job that crashes, hangs or blows up its worker, or gets an answer that makes no sense,
// is DecodeFailed; the next one gets a fresh worker.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/compare/compare.hpp"
#include "fovea/media/compare/frame.hpp"
#include "fovea/media/text/text_density.hpp"
#include "fovea/media/transform/prepare.hpp"
#include "fovea/media/transform/thumbnail.hpp"
#include "fovea/media/video/contact_sheet.hpp"
#include "fovea/media/video/sample_animation.hpp"
#include "fovea/sandbox/layers.hpp"
#include "fovea/sandbox/pool.hpp"

#include <chrono>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace fovea::media {

struct PictureWorkersSettings {
    std::filesystem::path program;  // fovea-worker; see find_worker_program()
    unsigned workers = 2;
    std::chrono::milliseconds time_per_job{20'000};
    std::uint64_t max_memory = std::uint64_t{1} << 30;
};

class PictureJob {
public:
    explicit PictureJob(sandbox::Lease lease) : lease_(std::move(lease)) {}

    // Where the file's bytes go.
    std::span<std::byte> input() { return lease_.input(); }

    // Files that are in memory already, one behind the other; FileTooLarge when they do not fit.
    Result<void> load(std::initializer_list<ByteView> files);

    Result<PreparedPicture> prepare(
        std::size_t bytes, const PrepareRequest& request, const std::stop_token& stop = {}
    );

    // The input holds the first file and right behind it the second.
    Result<Compared> compare(
        std::size_t first_bytes,
        std::size_t second_bytes,
        const CompareRequest& request,
        const std::stop_token& stop = {}
    );

    // The picture with the boxes framed, as PNG.
    Result<Framed> frame(
        std::size_t bytes, const FrameRequest& request, const std::stop_token& stop = {}
    );

    // How much small writing is on it.
    Result<TextDensity> measure_text(
        std::size_t bytes, const TextRequest& request, const std::stop_token& stop = {}
    );

    // The frames of an animated GIF or WebP that show what happens in it.
    Result<SampledAnimation> sample_animation(
        std::size_t bytes, const AnimationRequest& request, const std::stop_token& stop = {}
    );

    // Many pictures on one. The input holds their files, one right behind the other.
    Result<ContactSheet> contact_sheet(
        const SheetRequest& request, const std::stop_token& stop = {}
    );

    // The pixels of a small copy.
    Result<Thumbnail> thumbnail(
        std::size_t bytes, const ThumbnailRequest& request, const std::stop_token& stop = {}
    );

    // A copy of the bytes that prepare() made, or of the input where it stayed as it was. A copy,
    // since a hostile worker could still change its memory; DecodeFailed where it begins as no file of
    // the type does that was said.
    Result<Bytes> result(const PreparedPicture& prepared);
    Result<Bytes> overlay(const Compared& compared);
    Result<Bytes> framed(const Framed& framed);
    Result<std::vector<Bytes>> frames(const SampledAnimation& sampled);
    Result<Bytes> sheet(const ContactSheet& sheet);
    Picture pixels(const Thumbnail& made);  // Rgb8

    pid_t worker_pid() const { return lease_.worker_pid(); }  // to measure what a job cost

private:
    ByteView file(std::size_t bytes) { return ByteView(lease_.input()).first(bytes); }
    Result<Bytes> copied(ByteView from, ImageType type);

    sandbox::Lease lease_;
    ByteView output_;
};

class PictureWorkers {
public:
    static Result<std::unique_ptr<PictureWorkers>> open(const PictureWorkersSettings& settings);

    Result<PictureJob> begin(const std::stop_token& stop = {});

    // The protection that the workers run under; starts one if none runs yet.
    Result<sandbox::Layers> layers();

private:
    explicit PictureWorkers(std::unique_ptr<sandbox::Pool> pool) : pool_(std::move(pool)) {}

    std::unique_ptr<sandbox::Pool> pool_;
};

// fovea-worker beside the running program, or where it is installed.
Result<std::filesystem::path> find_worker_program();

}  // namespace fovea::media
