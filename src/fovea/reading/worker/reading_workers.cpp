#include "fovea/reading/worker/reading_workers.hpp"

#include "fovea/media/image/large_picture.hpp"
#include "fovea/media/worker/find_program.hpp"
#include "fovea/media/worker/job_error.hpp"
#include "fovea/reading/page/other_letters.hpp"
#include "fovea/reading/worker/reading_crew.hpp"
#include "fovea/sandbox/pool.hpp"

#include <utility>

namespace fovea::reading {

ReadingWorkers::ReadingWorkers(
    std::unique_ptr<sandbox::Pool> pool, std::vector<std::string> languages
)
    : pool_(std::move(pool)),
      languages_(std::move(languages)),
      demand_(std::make_unique<ReadingDemand>()) {}

ReadingWorkers::~ReadingWorkers() = default;

Result<std::unique_ptr<ReadingWorkers>> ReadingWorkers::open(const ReadingWorkersSettings& settings
) {
    TRY(check_languages(settings.languages, settings.tessdata_dir));
    std::error_code failed;
    const auto tessdata = std::filesystem::absolute(settings.tessdata_dir, failed);
    if (failed) return Error{ErrorCode::ConfigInvalid, "the language data has no absolute path"};

    sandbox::PoolSettings pool{
        .program =
            {.path = settings.program,
             .arguments =
                 {"--languages",
                  join_languages(settings.languages),
                  "--tessdata",
                  tessdata.string()}},
        .workers = settings.workers,
        .output_bytes = 16 << 20,
        .max_memory = settings.max_memory,
        // Of one job, whatever time the whole reading has.
        .cpu_per_job = std::chrono::seconds(30),
        .wall_per_job = std::chrono::seconds(60),
        // A picture is read in some ten jobs, a long one in a hundred.
        .jobs_per_worker = 2000,
    };
    auto opened = TRY(sandbox::Pool::open(std::move(pool)));
    return std::unique_ptr<ReadingWorkers>(new ReadingWorkers(std::move(opened), settings.languages)
    );
}

Result<Reading> ReadingWorkers::read(
    ByteView file, const ReadRequest& request, const std::stop_token& stop
) {
    if (file.size() > pool_->settings().input_bytes) {
        return Error{
            ErrorCode::FileTooLarge,
            "a file of " + std::to_string(file.size()) + " bytes is too large to be read; " +
                std::to_string(pool_->settings().input_bytes) + " bytes are allowed"};
    }
    const ReadingSource source{++last_key_, request.limits, request.crop};
    const auto most = request.size.pixels() > media::kLargePicture ? 1 : pool_->settings().workers;
    ReadingCrew crew(*pool_, *demand_, file, source, request.time, most, request.elements);
    auto reading = TRY(crew.read(stop));
    if (reading.missing == Missing::OtherLetters) {
        if (needs_no_data(languages_)) {
            drop_jumbles(reading);
        } else {
            reading.missing = Missing::Nothing;  // of what Tesseract is sure tells less
        }
    }
    return reading;
}

Result<sandbox::Layers> ReadingWorkers::layers() {
    auto layers = pool_->layers({});
    if (!layers.ok()) return media::to_error(layers.error());
    return std::move(layers).value();
}

Result<std::filesystem::path> find_reader_program() {
    return media::find_program("fovea-reader", "reads text from pictures");
}

}  // namespace fovea::reading
