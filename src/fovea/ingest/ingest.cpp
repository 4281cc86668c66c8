#include "fovea/ingest/ingest.hpp"

#include "fovea/media/image/sniff.hpp"

#include <algorithm>

namespace fovea::ingest {

Result<Ingested> ingest(
    const Source& source,
    media::PictureWorkers& workers,
    const Settings& settings,
    const std::stop_token& stop
) {
    auto job = TRY(workers.begin(stop));
    const auto room = job.input();
    const auto size = TRY(read_source(
        source, room.first(std::min(room.size(), settings.max_file_bytes)), settings.stored
    ));
    const ByteView file = room.first(size);
    const auto sniffed = media::sniff(file);
    if (!sniffed.image) return media::refusal(sniffed, size);

    Ingested ingested;
    ingested.bytes = size;
    const auto promised = promised_mime(source);
    ingested.mime_corrected = !promised.empty() && promised != sniffed.mime;
    ingested.prepared = TRY(job.prepare(size, settings.request, stop));
    // After the worker is done: hashing while it works would only compete for the same core, and a
    // file that is refused needs no name.
    ingested.sha256 = sha256(file);
    if (ingested.prepared.unchanged && !settings.keep_bytes) {
        ingested.prepared_sha256 = ingested.sha256;
        return ingested;
    }
    ingested.prepared_bytes = job.result(ingested.prepared);
    ingested.prepared_sha256 =
        ingested.prepared.unchanged ? ingested.sha256 : sha256(ingested.prepared_bytes);
    if (!settings.keep_bytes) ingested.prepared_bytes.clear();
    return ingested;
}

}  // namespace fovea::ingest
