#include "fovea/ingest/source.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/ingest/alike_path.hpp"
#include "fovea/ingest/data_url.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

namespace fovea::ingest {
namespace {

std::string in_mebibytes(std::uint64_t bytes) {
    const auto tenths = (bytes * 10 + (1 << 19)) >> 20;
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " MiB";
}

Error too_large(const std::string& what, std::uint64_t limit) {
    return {ErrorCode::FileTooLarge, what + " is over the limit of " + in_mebibytes(limit)};
}

// Until something comes: whoever types may change their mind.
Result<void> wait_for(int fd, const std::stop_token& stop) {
    constexpr int kLookAgainMs = 50;
    while (stop.stop_possible()) {
        if (stop.stop_requested()) {
            return Error{ErrorCode::Cancelled, "cancelled while the input was read"};
        }
        pollfd waiting{.fd = fd, .events = POLLIN, .revents = 0};
        if (::poll(&waiting, 1, kLookAgainMs) != 0 && waiting.revents != 0) break;
    }
    return {};
}

// Reads to the end, or to one byte past the limit, which is how an input without a size shows that
// it is too large.
Result<std::size_t> read_all(
    int fd, const std::string& name, std::span<std::byte> into, const std::stop_token& stop
) {
    std::size_t size = 0;
    std::byte beyond{};
    while (true) {
        TRY(wait_for(fd, stop));
        const bool full = size == into.size();
        const auto got =
            ::read(fd, full ? &beyond : into.data() + size, full ? 1 : into.size() - size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0)
            return Error{
                ErrorCode::InvalidInput, "cannot read " + name + ": " + std::strerror(errno)};
        if (got == 0) return size;
        if (full) return too_large(name, into.size());
        size += static_cast<std::size_t>(got);
    }
}

std::string kind_of(mode_t mode) {
    if (S_ISDIR(mode)) return "a directory";
    if (S_ISFIFO(mode)) return "a named pipe";
    if (S_ISSOCK(mode)) return "a socket";
    return "a device";
}

// The same into memory that grows: for a file it has the right size at once.
Result<Bytes> read_all(
    int fd,
    const std::string& name,
    std::size_t expected,
    std::size_t limit,
    const std::stop_token& stop
) {
    Bytes bytes(std::min(expected, limit) + 1);
    std::size_t size = 0;
    while (true) {
        TRY(wait_for(fd, stop));
        const auto got = ::read(fd, bytes.data() + size, bytes.size() - size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0)
            return Error{
                ErrorCode::InvalidInput, "cannot read " + name + ": " + std::strerror(errno)};
        size += static_cast<std::size_t>(got);
        if (size > limit) return too_large(name, limit);
        if (got == 0) break;
        if (size == bytes.size()) bytes.resize(std::min(bytes.size() * 2, limit + 1));
    }
    bytes.resize(size);
    return bytes;
}

struct RegularFile {
    Fd file;
    std::uint64_t size = 0;
};

// O_NONBLOCK: opening a named pipe must not wait for somebody to write to it.
Fd open_exactly(const std::filesystem::path& path, int more_flags = 0) {
    return Fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | more_flags));
}

// The file of that name, else the one that is called so but for its spaces and accents.
Result<Fd> open_named(const std::string& path) {
    auto file = open_exactly(path);
    if (file) return file;
    const int why = errno;
    if (why == ENOENT) {
        const auto alike = TRY(alike_path(path, [](const std::filesystem::path& folder) {
            return open_exactly(folder, O_DIRECTORY);
        }));
        if (alike) file = open_exactly(*alike);
        if (file) return file;
    }
    if (path.empty()) return Error{ErrorCode::FileNotFound, "no file is named"};
    if (why == ENOENT || why == ENOTDIR)
        return Error{ErrorCode::FileNotFound, "file not found: " + path};
    return Error{ErrorCode::FileNotFound, "cannot open " + path + ": " + std::strerror(why)};
}

Result<RegularFile> open_file(const std::string& path, std::uint64_t limit) {
    RegularFile opened{TRY(open_named(path))};
    struct stat facts {};
    if (::fstat(opened.file.number(), &facts) != 0) {
        return Error{ErrorCode::FileNotFound, "cannot read " + path + ": " + std::strerror(errno)};
    }
    if (!S_ISREG(facts.st_mode)) {
        return Error{
            ErrorCode::InvalidInput, path + " is " + kind_of(facts.st_mode) + ", not a file"};
    }
    opened.size = static_cast<std::uint64_t>(facts.st_size);
    if (opened.size > limit) {
        return too_large(path + " (" + in_mebibytes(opened.size) + ")", limit);
    }
    return opened;
}

Result<Bytes> read_url(
    const UrlSource& source, std::size_t limit, const FetchUrl& fetch, const std::stop_token& stop
) {
    if (is_data_url(source.url)) return bytes_of_data_url(source.url, limit);
    if (!fetch) {
        return Error{
            ErrorCode::UrlBlocked,
            "URLs are not supported here; download the picture and give its path, or pipe it in "
            "with -"};
    }
    auto fetched = TRY(fetch(source.url, limit, stop));
    return std::move(fetched.bytes);
}

// "/x/shot.png" of "https://example.org/x/shot.png?size=2#top".
std::string_view path_of(std::string_view url) {
    url = url.substr(0, url.find_first_of("?#"));
    const auto scheme = url.find("://");
    if (scheme == std::string_view::npos) return {};
    const auto path = url.find('/', scheme + 3);
    return path == std::string_view::npos ? std::string_view() : url.substr(path);
}

Result<store::BlobStore*> blobs_for(const StoredSource& stored, const OpenBlobs& open_blobs) {
    auto* const blobs = open_blobs ? TRY(open_blobs()) : nullptr;
    if (blobs == nullptr) {
        return Error{ErrorCode::FileNotFound, "no stored picture with the id sha256:" + stored.hex};
    }
    return blobs;
}

Result<Bytes> read_stored(
    const StoredSource& stored,
    std::size_t limit,
    const OpenBlobs& open_blobs,
    const std::stop_token& stop
) {
    auto* const blobs = TRY(blobs_for(stored, open_blobs));
    const store::Call call{.stop = stop};
    const auto blob = TRY(blobs->find(stored.hex, call));
    if (TRY(blobs->size(blob, call)) > limit) return too_large("sha256:" + stored.hex, limit);
    return blobs->read(blob, store::Verify::Hash, call);
}

std::size_t copy_to(const Bytes& bytes, std::span<std::byte> into) {
    std::ranges::copy(bytes, into.begin());
    return bytes.size();
}

bool starts_with_ignoring_case(std::string_view text, std::string_view lower) {
    return text.size() >= lower.size() && same_word(text.substr(0, lower.size()), lower);
}

bool ends_with_ignoring_case(std::string_view text, std::string_view lower) {
    return text.size() >= lower.size() && same_word(text.substr(text.size() - lower.size()), lower);
}

}  // namespace

Source parse_source(std::string_view argument) {
    if (argument == "-") return StdinSource{};
    for (const std::string_view scheme : {"http:", "https:", "ftp:", "file:", "data:"}) {
        if (starts_with_ignoring_case(argument, scheme)) return UrlSource{std::string(argument)};
    }
    constexpr std::string_view kStored = "sha256:";
    if (starts_with_ignoring_case(argument, kStored)) {
        return StoredSource{std::string(argument.substr(kStored.size()))};
    }
    return FileSource{std::string(argument)};
}

std::string name_of(const Source& source) {
    if (const auto* file = std::get_if<FileSource>(&source)) return file->path;
    if (const auto* stored = std::get_if<StoredSource>(&source)) return "sha256:" + stored->hex;
    if (const auto* url = std::get_if<UrlSource>(&source)) {
        return is_data_url(url->url) ? "a data URL" : url->url;
    }
    return "standard input";
}

std::string filename_of(const Source& source) {
    if (const auto* file = std::get_if<FileSource>(&source)) {
        return std::filesystem::path(file->path).filename().string();
    }
    const auto* url = std::get_if<UrlSource>(&source);
    if (url == nullptr || is_data_url(url->url)) return {};
    const auto path = path_of(url->url);
    return std::string(path.substr(path.rfind('/') + 1));
}

Result<std::size_t> read_source(
    const Source& source,
    std::span<std::byte> into,
    const OpenBlobs& stored,
    const FetchUrl& fetch,
    const std::stop_token& stop
) {
    if (const auto* named = std::get_if<FileSource>(&source)) {
        const auto opened = TRY(open_file(named->path, into.size()));
        return read_all(opened.file.number(), named->path, into, {});
    }
    if (const auto* blob = std::get_if<StoredSource>(&source)) {
        return copy_to(TRY(read_stored(*blob, into.size(), stored, stop)), into);
    }
    if (const auto* url = std::get_if<UrlSource>(&source)) {
        return copy_to(TRY(read_url(*url, into.size(), fetch, stop)), into);
    }
    return read_all(STDIN_FILENO, "standard input", into, stop);
}

Result<Bytes> read_source(
    const Source& source,
    std::size_t max_bytes,
    const OpenBlobs& stored,
    const FetchUrl& fetch,
    const std::stop_token& stop
) {
    if (const auto* named = std::get_if<FileSource>(&source)) {
        const auto opened = TRY(open_file(named->path, max_bytes));
        return read_all(opened.file.number(), named->path, opened.size, max_bytes, {});
    }
    if (const auto* blob = std::get_if<StoredSource>(&source)) {
        return read_stored(*blob, max_bytes, stored, stop);
    }
    if (const auto* url = std::get_if<UrlSource>(&source)) {
        return read_url(*url, max_bytes, fetch, stop);
    }
    constexpr std::size_t kFirstPiece = 1 << 20;
    return read_all(STDIN_FILENO, "standard input", kFirstPiece, max_bytes, stop);
}

Result<std::optional<OpenedSource>> open_source(const Source& source, const OpenBlobs& stored) {
    std::optional<OpenedSource> opened;
    if (const auto* named = std::get_if<FileSource>(&source)) {
        opened.emplace(OpenedSource{TRY(open_file(named->path, UINT64_MAX)).file});
    }
    if (const auto* blob = std::get_if<StoredSource>(&source)) {
        auto* const blobs = TRY(blobs_for(*blob, stored));
        const auto found = TRY(blobs->find(blob->hex));
        opened.emplace(OpenedSource{TRY(blobs->open_blob(found)), found});
    }
    return opened;
}

std::string_view promised_mime(const Source& source) {
    struct Promise {
        std::string_view extension;
        std::string_view mime;
    };
    constexpr Promise kPromises[] = {
        {".png", "image/png"},       {".apng", "image/png"},  {".jpg", "image/jpeg"},
        {".jpeg", "image/jpeg"},     {".jpe", "image/jpeg"},  {".jfif", "image/jpeg"},
        {".gif", "image/gif"},       {".webp", "image/webp"}, {".bmp", "image/bmp"},
        {".tif", "image/tiff"},      {".tiff", "image/tiff"}, {".svg", "image/svg+xml"},
        {".heic", "image/heic"},     {".heif", "image/heif"}, {".avif", "image/avif"},
        {".pdf", "application/pdf"}, {".txt", "text/plain"},  {".html", "text/html"},
        {".mp4", "video/mp4"},       {".webm", "video/webm"}, {".mov", "video/quicktime"},
    };
    const auto name = filename_of(source);
    for (const auto& promise : kPromises) {
        if (ends_with_ignoring_case(name, promise.extension)) return promise.mime;
    }
    return {};
}

}  // namespace fovea::ingest
