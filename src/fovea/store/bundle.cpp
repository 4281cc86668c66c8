#include "fovea/store/bundle.hpp"

#include "fovea/base/atomic_file.hpp"
#include "fovea/content/any_block.hpp"
#include "fovea/media/image/image_names.hpp"
#include "fovea/store/bundle_text.hpp"
#include "fovea/store/private_files.hpp"

#include <system_error>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>
#include <vector>

namespace fovea::store {
namespace {

namespace fs = std::filesystem;
using content::BlobRef;

constexpr std::uintmax_t kMaxText = std::uintmax_t{256} << 20;
constexpr std::uint64_t kMaxPixels = 1'000'000'000;
constexpr std::uintmax_t kMaxBlob = std::numeric_limits<std::uint32_t>::max();

Error refused(const fs::path& path, std::string_view why) {
    return {ErrorCode::InvalidInput, path.string() + " " + std::string(why)};
}

std::string blob_file(const BlobRef& blob) {
    return blob.sha256.hex() + ".bin";
}

// A cloned repository may hold links that lead out of it.
Result<void> refuse_link(const fs::path& path) {
    std::error_code failed;
    if (fs::is_symlink(fs::symlink_status(path, failed))) {
        return refused(path, "is a symbolic link, which is not allowed in a bundle");
    }
    return {};
}

// Without the hidden ones that other programs leave: .git, .DS_Store.
Result<std::vector<std::string>> visible_names(const fs::path& folder) {
    auto names = TRY(names_in(folder));
    std::erase_if(names, [](const std::string& name) { return name.starts_with('.'); });
    return names;
}

Result<BundledSession> read_text(const fs::path& folder) {
    const auto bytes = TRY(read_regular_file(folder / "session.json", kMaxText));
    return bundle_from_text(as_text(bytes));
}

// New, empty, or the bundle of the same session.
Result<void> check_target(const fs::path& folder, std::string_view id) {
    TRY(refuse_link(folder / "session.json"));
    TRY(refuse_link(folder / "blobs"));
    const auto names = TRY(visible_names(folder));
    const bool has_bundle = std::ranges::find(names, "session.json") != names.end();
    if (!has_bundle && !names.empty()) return refused(folder, "is neither empty nor a bundle");
    if (!has_bundle) return {};
    const auto there = read_text(folder);
    if (!there.ok() || there.value().id != id) {
        return refused(folder, "contains another session");
    }
    return {};
}

Result<void> export_blob(BlobStore& blobs, const BlobRef& blob, const fs::path& file) {
    const auto there = read_regular_file(file, kMaxBlob);
    if (there.ok() && sha256(there.value()) == blob.sha256) return {};
    TRY(refuse_link(file));
    const auto bytes = TRY(blobs.read(blob, Verify::Hash));
    return write_file(file, bytes, Readers::OwnerOnly);
}

// What the entries name, each once.
Result<std::set<Sha256>> named_blobs(const BundledSession& session) {
    std::set<Sha256> named;
    for (const auto& entry : session.entries) {
        const auto checked = TRY(check_entry(entry));
        for (const auto& blob : checked.pictures) named.insert(blob.sha256);
        for (const auto& blob : checked.others) named.insert(blob.sha256);
    }
    return named;
}

// Exactly the named blobs are there, before anything is taken over.
Result<void> check_files(const fs::path& folder, const std::set<Sha256>& named) {
    TRY(refuse_link(folder));
    const auto names = TRY(visible_names(folder));
    for (const auto& name : names) {
        const auto digest = Sha256::from_hex(std::string_view(name).substr(0, name.find('.')));
        if (!digest.ok() || !named.contains(digest.value()) ||
            name != blob_file({digest.value()})) {
            return refused(folder / name, "is not used by any entry of the session");
        }
    }
    for (const auto& digest : named) {
        if (std::ranges::binary_search(names, blob_file({digest}))) continue;
        return refused(folder / blob_file({digest}), "is missing");
    }
    return {};
}

Result<void> import_blob(BlobStore& blobs, const Sha256& digest, const fs::path& folder) {
    const auto file = folder / blob_file({digest});
    TRY(refuse_link(file));
    const auto bytes = TRY(read_regular_file(file, kMaxBlob));
    if (sha256(bytes) != digest) return refused(file, "does not match the hash in its name");
    TRY(blobs.put(bytes));
    return {};
}

bool is_picture(const content::ImageBlock& image) {
    return (image.mime.empty() || media::is_picture_type(image.mime)) &&
           image.size.pixels() <= kMaxPixels;
}

// A bundle may be a stranger's. What it calls the system's words would be the operator's to a model, so
// they are somebody's words; what it says of its pictures could be said of one.
Result<void> disarm(Entry& entry) {
    if (entry.kind != EntryKind::Message) return {};
    auto message = TRY(message_of(entry));
    const auto is_lie = [](const content::ImageBlock& image) { return !is_picture(image); };
    if (content::any_block<content::ImageBlock>({message}, is_lie)) {
        return Error{
            ErrorCode::InvalidInput, "the bundle has a picture of an invalid type or size"};
    }
    if (message.role != content::Role::System) return {};
    message.role = content::Role::User;
    entry.body = message_entry(message, entry.time).body;
    return {};
}

Result<Exported> write_bundle(
    const BundledSession& session, BlobStore& blobs, const fs::path& folder
) {
    TRY(make_private_folder(folder / "blobs"));
    const auto named = TRY(named_blobs(session));
    for (const auto& digest : named) {
        TRY(export_blob(blobs, {digest}, folder / "blobs" / blob_file({digest})));
    }
    // Last, so that a bundle with a session.json is whole.
    const auto text = TRY(to_bundle_text(session));
    TRY(write_file(folder / "session.json", as_bytes(text), Readers::OwnerOnly));
    return Exported{session.entries.size(), named.size()};
}

}  // namespace

Result<Exported> export_session(
    SessionStore& sessions, BlobStore& blobs, std::string_view id, const fs::path& folder
) {
    const auto info = TRY(sessions.info(id));
    BundledSession session{info.id, info.created, TRY(sessions.read(id))};
    TRY(check_target(folder, id));
    std::error_code failed;
    const bool was_there = fs::exists(folder, failed);
    auto exported = write_bundle(session, blobs, folder);
    // Half a bundle is none; one that was there before is its owner's.
    if (!exported.ok() && !was_there) fs::remove_all(folder, failed);
    return exported;
}

Result<Imported> import_session(
    SessionStore& sessions, BlobStore& blobs, const fs::path& folder, IfTaken if_taken
) {
    TRY(refuse_link(folder / "session.json"));
    auto session = TRY(read_text(folder));
    const bool taken = TRY(sessions.exists(session.id));
    if (taken && if_taken == IfTaken::Refuse) {
        return Error{ErrorCode::InvalidInput, "session " + session.id + " already exists"};
    }
    for (auto& entry : session.entries) TRY(disarm(entry));
    const auto named = TRY(named_blobs(session));
    TRY(check_files(folder / "blobs", named));
    for (const auto& digest : named) TRY(import_blob(blobs, digest, folder / "blobs"));
    NewSession fresh{.created = session.created, .entries = std::move(session.entries)};
    if (!taken) fresh.id = session.id;
    const auto count = fresh.entries.size();
    auto id = TRY(sessions.create(fresh));
    return Imported{std::move(id), taken, count, named.size()};
}

}  // namespace fovea::store
