// The program's end of reading: a picture's bytes go in, its words, barcodes and colours come out.
// All of it happens in processes without keys, files or network (fovea-reader), several at once
// when there is much to read.
//
//     const auto workers = TRY(ReadingWorkers::open({.program = TRY(find_reader_program())}));
//     const Reading reading = TRY(workers->read(file, {.crop = rect}, stop));
//
// Any number of threads may read; they share the workers. A file that cannot be decoded is its
// error. Everything after that makes the reading incomplete at worst: lines on which a worker
// crashed twice, and those for which there was no time. The reading says which it was.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/limits.hpp"
#include "fovea/reading/languages.hpp"
#include "fovea/reading/reading.hpp"
#include "fovea/sandbox/layers.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::sandbox {
class Pool;
}

namespace fovea::reading {

struct ReadingDemand;

struct ReadingWorkersSettings {
    std::filesystem::path program;  // fovea-reader; see find_reader_program()
    std::filesystem::path tessdata_dir = kTessdataDir;
    std::vector<std::string> languages{"eng"};
    unsigned workers = 2;  // at once, for all readings together; about 100 MB each
    std::uint64_t max_memory = std::uint64_t{1} << 30;  // of a worker
};

struct ReadRequest {
    media::Limits limits;
    std::optional<media::PixelRect> crop;  // pixels of the upright picture

    // Of the upright picture, where it is known: a very large one is read by one worker alone, for the
    // memory that each of them takes.
    media::PixelSize size = {};

    Elements elements = Elements::Unasked;

    // For the text and the barcodes, from when a worker is free; a small file gets less of the processors. Decoding the picture and looking
    // at its colours get a few seconds in any case: without them there is no answer at all.
    std::chrono::milliseconds time{30'000};
};

class ReadingWorkers {
public:
    // Starts no worker yet. FileNotFound names the package of a language that is not installed.
    static Result<std::unique_ptr<ReadingWorkers>> open(const ReadingWorkersSettings& settings);

    ~ReadingWorkers();

    Result<Reading> read(
        ByteView file, const ReadRequest& request, const std::stop_token& stop = {}
    );

    // The protection that the workers run under; starts one if none runs yet.
    Result<sandbox::Layers> layers();

private:
    ReadingWorkers(std::unique_ptr<sandbox::Pool> pool, std::vector<std::string> languages);

    std::unique_ptr<sandbox::Pool> pool_;
    std::vector<std::string> languages_;
    std::atomic<std::uint64_t> last_key_{0};
    std::unique_ptr<ReadingDemand> demand_;
};

// fovea-reader beside the running program, or where it is installed.
Result<std::filesystem::path> find_reader_program();

}  // namespace fovea::reading
