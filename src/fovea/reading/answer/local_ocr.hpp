// The embedded describer `local/ocr`: reads text, barcodes, controls and colours in sandboxed workers, and
// tells what it read. Needs no key, no network and no download (P5).
//
// The pictures and the question are those of the last user message; without text it describes. What
// was read from a picture is kept, so that a second question about it is answered at once. Controls are
// looked for where they are told: in descriptions, and for questions that name them.
#pragma once

#include "fovea/media/image/limits.hpp"
#include "fovea/media/worker/picture_workers.hpp"
#include "fovea/reading/answer/picture_reader.hpp"
#include "fovea/reading/worker/reading_workers.hpp"
#include "fovea/store/result_cache.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace fovea::reading {

struct LocalOcrSettings {
    std::vector<std::string> languages = {"eng"};
    media::Limits limits;
};

// Workers are asked for only when something is not known yet; they outlive the provider.
struct LocalOcrServices {
    std::function<Result<ReadingWorkers*>()> readers;
    std::function<Result<media::PictureWorkers*>()> workers;
    const store::ResultCache& known;
};

class LocalOcr final : public PictureReader {
public:
    LocalOcr(LocalOcrSettings settings, LocalOcrServices services);

    std::string revision() const override;
    std::string grounding_format() const override { return "qwen_pixels"; }
    bool needs_prompt() const override { return false; }

    Result<providers::Reply> complete(
        const providers::Request& request, providers::BlobSource& blobs, const std::stop_token& stop
    ) override;

    Result<Reading> read(
        const content::ImageBlock& image,
        providers::BlobSource& blobs,
        std::chrono::milliseconds time,
        const std::stop_token& stop
    ) override;

private:
    Result<Reading> read(
        const content::ImageBlock& image,
        const Bytes& bytes,
        std::chrono::milliseconds time,
        Elements elements,
        const std::stop_token& stop
    );

    LocalOcrSettings settings_;
    LocalOcrServices services_;
};

}  // namespace fovea::reading
