#include "fovea/ingest/ingest.hpp"

#include "fovea/media/image/sniff.hpp"

#include <algorithm>

namespace fovea::ingest {
namespace {

// What the source says it is: its name, else the server's word where that is about a picture.
// "application/octet-stream" promises nothing.
std::string promise_of(const Source& source, const std::string& declared) {
    const auto by_name = promised_mime(source);
    if (!by_name.empty()) return std::string(by_name);
    auto type = declared.substr(0, declared.find(';'));
    while (type.ends_with(' ')) type.pop_back();
    std::ranges::transform(type, type.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return type.starts_with("image/") ? type : "";
}

}  // namespace

Result<Ingested> ingest(
    const Source& source,
    media::PictureWorkers& workers,
    const Settings& settings,
    const std::stop_token& stop
) {
    auto job = TRY(workers.begin(stop));
    const auto room = job.input();
    std::string declared;
    const FetchUrl fetch = [&](const auto& url, auto max_bytes, const auto& token) {
        auto fetched = settings.fetch(url, max_bytes, token);
        if (fetched.ok()) declared = fetched.value().content_type;
        return fetched;
    };
    const auto size = TRY(read_source(
        source,
        room.first(std::min(room.size(), settings.max_file_bytes)),
        settings.stored,
        settings.fetch ? fetch : FetchUrl{},
        stop
    ));
    const ByteView file = room.first(size);
    const auto sniffed = media::sniff(file);
    if (!sniffed.image) return media::refusal(sniffed, size);

    Ingested ingested;
    ingested.bytes = size;
    const auto promised = promise_of(source, declared);
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
