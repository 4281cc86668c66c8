// What a person names on a command line, and the bytes behind it.
//
//     const Source source = parse_source("-");                       // a path, "-", a URL, "sha256:…"
//     const std::size_t size = TRY(read_source(source, memory));     // at most memory.size() bytes
//
// Regular files only: a directory, a device or a pipe with a name is refused before it is read. Where
// there is no file of that name, the one that differs in its spaces and accents alone is meant
// (alike_path.hpp).
// What is read is read once, from one open file, so nobody can swap it between the check and the
// use. A data URL is its own bytes; an https URL is fetched by whoever is handed in for that, which is
// the gate of net/http/fetch.hpp; other URLs are refused there.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/fd.hpp"
#include "fovea/base/result.hpp"
#include "fovea/net/http/fetch.hpp"
#include "fovea/store/blobs.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>

namespace fovea::ingest {

struct FileSource {
    std::string path;
};
struct StdinSource {};
struct UrlSource {
    std::string url;
};

// A picture of a session, by its hash or the beginning of it.
struct StoredSource {
    std::string hex;
};

using Source = std::variant<FileSource, StdinSource, UrlSource, StoredSource>;

Source parse_source(std::string_view argument);

// As a person would say it: the path, "standard input", "sha256:12345678", "a data URL".
std::string name_of(const Source& source);

// Where stored pictures are found: null where nothing was ever stored. Asked for only when one is
// named, by several threads at once; what it gives outlives the call.
using OpenBlobs = std::function<Result<store::BlobStore*>()>;

// Brings what a URL names, as net::UrlFetcher does. Several threads may ask at once.
using FetchUrl = std::function<Result<net::Fetched>(
    const std::string& url, std::size_t max_bytes, const std::stop_token& stop
)>;

// FileTooLarge when there is more than fits `into`.
Result<std::size_t> read_source(
    const Source& source,
    std::span<std::byte> into,
    const OpenBlobs& stored = {},
    const FetchUrl& fetch = {},
    const std::stop_token& stop = {}
);

// The same into memory of its own.
Result<Bytes> read_source(
    const Source& source,
    std::size_t max_bytes,
    const OpenBlobs& stored = {},
    const FetchUrl& fetch = {},
    const std::stop_token& stop = {}
);

// The file itself that a path or "sha256:…" names, open and unread: for recordings, which are handed on
// as they lie.
struct OpenedSource {
    Fd file;
    std::optional<content::BlobRef> blob = {};  // of a stored one
};

// Nothing for other sources.
Result<std::optional<OpenedSource>> open_source(const Source& source, const OpenBlobs& stored = {});

// The last part of a path or of a URL's path; empty where there is none.
std::string filename_of(const Source& source);

// The MIME type that the name promises, by its extension; empty when it promises none.
std::string_view promised_mime(const Source& source);

}  // namespace fovea::ingest
