#include "fovea/ingest/ingest.hpp"

#include "fovea/media/image/sniff.hpp"

#include <algorithm>
#include <string>
#include <variant>

namespace fovea::ingest {
namespace {

// The file lies in the job's memory.
Result<Ingested> prepare_in(
    media::PictureJob& job,
    std::size_t size,
    std::string_view promised,
    const Settings& settings,
    const std::stop_token& stop
) {
    const ByteView file = job.input().first(size);
    const auto sniffed = media::sniff(file);
    if (!sniffed.image) return media::refusal(sniffed, size);

    Ingested ingested;
    ingested.bytes = size;
    ingested.mime_corrected = is_corrected(promised, sniffed.mime);
    ingested.prepared = TRY(job.prepare(size, settings.request, stop));
    // After the worker is done: hashing while it works would only compete for the same core, and a
    // file that is refused needs no name.
    ingested.sha256 = sha256(file);
    if (ingested.prepared.unchanged && !settings.keep_bytes) {
        ingested.prepared_sha256 = ingested.sha256;
        return ingested;
    }
    ingested.prepared_bytes = TRY(job.result(ingested.prepared));
    ingested.prepared_sha256 =
        ingested.prepared.unchanged ? ingested.sha256 : sha256(ingested.prepared_bytes);
    if (!settings.keep_bytes) ingested.prepared_bytes.clear();
    return ingested;
}

}  // namespace

Result<Ingested> ingest(
    const Source& source,
    media::PictureWorkers& workers,
    const Settings& settings,
    const std::stop_token& stop
) {
    if (!std::holds_alternative<FileSource>(source)) {
        const auto received = TRY(receive(source, settings.max_file_bytes, settings.doors, stop));
        return ingest(received, workers, settings, stop);
    }
    // Straight into the worker's memory: a picture is often some megabytes.
    auto job = TRY(workers.begin(stop));
    const auto room = job.input();
    const auto size =
        TRY(read_source(source, room.first(std::min(room.size(), settings.max_file_bytes))));
    return prepare_in(job, size, promise_of(source, {}), settings, stop);
}

Result<Ingested> ingest(
    const Received& file,
    media::PictureWorkers& workers,
    const Settings& settings,
    const std::stop_token& stop
) {
    auto job = TRY(workers.begin(stop));
    const auto room = std::min(job.input().size(), settings.max_file_bytes);
    if (file.bytes.size() > room) {
        return Error{
            ErrorCode::FileTooLarge,
            "the picture has " + std::to_string(file.bytes.size()) + " bytes, the limit is " +
                std::to_string(room)};
    }
    std::ranges::copy(file.bytes, job.input().begin());
    return prepare_in(job, file.bytes.size(), file.promised, settings, stop);
}

}  // namespace fovea::ingest
