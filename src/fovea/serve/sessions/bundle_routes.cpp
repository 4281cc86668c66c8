// Sessions that are carried: a bundle (store/bundle.hpp) as one tar file, out and in.
#include "fovea/base/fd.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/serve/http/request_id.hpp"
#include "fovea/serve/http/stored_bytes.hpp"
#include "fovea/serve/sessions/routes.hpp"
#include "fovea/serve/sessions/tar.hpp"
#include "fovea/store/bundle.hpp"
#include "fovea/store/scratch_folder.hpp"

#include <boost/json.hpp>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace fovea::serve {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr std::size_t kMaxBundle = std::size_t{2} << 30;
// Each of its files is in memory while it is taken in, and the text as a tree several times as large.
constexpr std::uint64_t kMaxText = 32u << 20;
constexpr std::uint64_t kMaxBlob = 64u << 20;
constexpr std::size_t kMaxFiles = 10'000;
constexpr std::string_view kBlobs = "blobs/";
constexpr std::size_t kBlobName = kBlobs.size() + 64 + 4;  // 64 digits and ".bin"

using FolderRef = std::shared_ptr<store::ScratchFolder>;

Result<FolderRef> make_folder(host::Machine& machine) {
    return std::make_shared<store::ScratchFolder>(
        TRY(store::ScratchFolder::make({machine.run_folder()}))
    );
}

// Where it lies here is nobody's business.
Error without_path(Error error, const fs::path& folder) {
    const auto path = folder.string() + "/";
    for (auto at = error.message.find(path); at != std::string::npos;
         at = error.message.find(path)) {
        error.message.erase(at, path.size());
    }
    return error;
}

Error cannot(const char* what) {
    return {ErrorCode::StoreError, std::string("cannot ") + what + ": " + std::strerror(errno)};
}

TarFile tar_file(const FolderRef& folder, std::string name) {
    const auto path = folder->path() / name;
    std::error_code ignored;
    const auto size = fs::file_size(path, ignored);
    return {
        .name = std::move(name),
        .size = size,
        .read = [folder, path](std::uint64_t offset, std::size_t most) -> Result<std::string> {
            const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
            if (!file) return cannot("read a file of the bundle");
            std::string bytes(most, '\0');
            const auto count =
                ::pread(file.number(), bytes.data(), most, static_cast<off_t>(offset));
            if (count <= 0) return cannot("read a file of the bundle");
            bytes.resize(static_cast<std::size_t>(count));
            return bytes;
        }};
}

// Only what a bundle has: nothing else gets a file.
bool is_bundle_name(std::string_view name) {
    if (name == "session.json") return true;
    if (!name.starts_with(kBlobs) || !name.ends_with(".bin") || name.size() != kBlobName)
        return false;
    return std::ranges::all_of(name.substr(kBlobs.size(), 64), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    });
}

class BundleSink final : public BodySink {
public:
    explicit BundleSink(FolderRef folder)
        : folder_(std::move(folder)),
          reader_({
              .begin =
                  [this](const std::string& name, std::uint64_t size) { return begin(name, size); },
              .data = [this](std::string_view bytes) { return write(bytes); },
              .end = [this]() -> Result<void> {
                  file_ = Fd();
                  return {};
              },
          }) {}

    Result<void> take(std::string_view piece) override { return reader_.feed(piece); }
    Result<void> finish() override { return reader_.finish(); }

    const fs::path& path() const { return folder_->path(); }

private:
    Result<void> begin(const std::string& name, std::uint64_t size) {
        if (!is_bundle_name(name)) {
            return Error{
                ErrorCode::InvalidInput,
                "a bundle has session.json and blobs/SHA256.bin, and no " +
                    to_utf8(name.substr(0, 100))};
        }
        const auto most = name.starts_with(kBlobs) ? kMaxBlob : kMaxText;
        if (size > most) {
            return Error{
                ErrorCode::FileTooLarge,
                name + " of the bundle is larger than " + std::to_string(most) + " bytes"};
        }
        if (++files_ > kMaxFiles) {
            return Error{
                ErrorCode::LimitExceeded,
                "a bundle has " + std::to_string(kMaxFiles) + " files at most"};
        }
        const auto path = folder_->path() / name;
        file_ = Fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
        if (file_) return {};
        if (errno == EEXIST) {
            return Error{ErrorCode::InvalidInput, name + " is in the bundle twice"};
        }
        return cannot("write a file of the bundle");
    }
    Result<void> write(std::string_view bytes) {
        while (!bytes.empty()) {
            const auto count = ::write(file_.number(), bytes.data(), bytes.size());
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) return cannot("write a file of the bundle");
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        return {};
    }

    FolderRef folder_;
    Fd file_;
    std::size_t files_ = 0;
    TarReader reader_;
};

class BundleRoutes {
public:
    explicit BundleRoutes(SessionDesk& desk) : desk_(desk) {}

    Result<Response> take_out(Call& call) const {
        const auto& session = call.argument("sid");
        TRY(desk_.admit(call.who, session));
        auto& machine = desk_.machine();
        const auto folder = TRY(make_folder(machine));
        TRY(store::export_session(machine.sessions(), machine.blobs(), session, folder->path()));
        std::vector<TarFile> files = {tar_file(folder, "session.json")};
        std::error_code failed;
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(folder->path() / "blobs", failed)) {
            names.push_back(std::string(kBlobs) + entry.path().filename().string());
        }
        std::ranges::sort(names);
        for (auto& name : names) files.push_back(tar_file(folder, std::move(name)));
        const auto tar = std::make_shared<const TarText>(std::move(files));
        auto response = answer_with(
            call.request,
            {.etag = "bundle-" + random_name(16),
             .mime = "application/x-tar",
             .filename = session + ".tar",
             .size = tar->size(),
             .read =
                 [tar](std::uint64_t offset, std::size_t most) { return tar->read(offset, most); }}
        );
        std::erase_if(response.headers, [](const auto& each) {
            return each.first == "cache-control";
        });
        response.headers.emplace_back("cache-control", "no-store");  // the session goes on
        return response;
    }

    Result<std::unique_ptr<BodySink>> open_body(Call&) const {
        const auto folder = TRY(make_folder(desk_.machine()));
        std::error_code failed;
        fs::create_directory(folder->path() / "blobs", failed);
        if (failed)
            return Error{ErrorCode::StoreError, "cannot make a folder: " + failed.message()};
        return std::unique_ptr<BodySink>(std::make_unique<BundleSink>(folder));
    }

    Result<Response> take_in(Call& call) const {
        const auto* const bundle = dynamic_cast<BundleSink*>(call.sink.get());
        if (bundle == nullptr) return Error{ErrorCode::InvalidInput, "the body must be a tar file"};
        auto& machine = desk_.machine();
        auto taken = store::import_session(
            machine.sessions(), machine.blobs(), bundle->path(), store::IfTaken::NewId
        );
        if (!taken.ok()) {
            auto error = without_path(taken.error(), bundle->path());
            // What is missing is missing in what was sent.
            if (error.code == ErrorCode::FileNotFound) error.code = ErrorCode::InvalidInput;
            return error;
        }
        const auto& imported = taken.value();
        TRY(desk_.adopt(call.who, imported.id));
        auto response = Response::json(
            201,
            json::object{
                {"session_id", imported.id},
                {"renamed", imported.renamed},
                {"entries", imported.entries},
                {"images", imported.blobs}}
        );
        response.headers.emplace_back("location", "/sessions/" + imported.id);
        return response;
    }

private:
    SessionDesk& desk_;
};

}  // namespace

std::vector<Route> bundle_routes(SessionDesk& desk) {
    const auto routes = std::make_shared<BundleRoutes>(desk);
    return {
        {.method = "GET",
         .path = "/sessions/{sid}/export",
         .answer = [routes](Call& call) { return routes->take_out(call); },
         .pace = net::Pace::Lasts},
        {.method = "POST",
         .path = "/import",
         .takes = {"application/x-tar"},
         .max_body = kMaxBundle,
         .answer = [routes](Call& call) { return routes->take_in(call); },
         .open_body = [routes](Call& call) { return routes->open_body(call); },
         .pace = net::Pace::Lasts},
    };
}

}  // namespace fovea::serve
