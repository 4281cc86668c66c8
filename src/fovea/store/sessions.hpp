// Conversations as ordered entries that are only ever appended to (S2).
//
//     const auto id = TRY(sessions.create());
//     TRY(sessions.append(id, {{message_entry(message, now)}}));
//     const auto entries = TRY(sessions.read(id));
//
// When append() returns, its entries outlive a power cut; when it fails, none of them are there. An
// entry whose blobs are not stored is refused, and no blob goes while a session names it, so
// whatever an entry names can be read. Several threads and processes may use one store.
//
// Every call takes how long it may last (call.hpp); by default as long as it takes.
//
// Errors: FileNotFound when there is no such session, InvalidInput for a bad name or body,
// StoreError for what the disk does.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/store/blobs.hpp"
#include "fovea/store/call.hpp"
#include "fovea/store/entry.hpp"
#include "fovea/store/timestamp.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::store {

struct SessionInfo {
    std::string id;
    Time created;
    Time last_use;  // when it was last appended to
    std::uint64_t entries = 0;
    std::uint64_t images = 0;  // different stored pictures
    std::string title;         // its first words, unless it was given one

    bool operator==(const SessionInfo&) const = default;
};

struct NewSession {
    std::optional<std::string> id = {};  // a random one when not given
    std::optional<Time> created = {};
    std::vector<Entry> entries = {};
};

// A part of the list of sessions.
struct Page {
    std::size_t most = std::numeric_limits<std::size_t>::max();
    std::string after = {};  // the id of the last one of the page before; empty: from the beginning
};

// What became of an append that counts on nobody else having written.
struct Appended {
    bool is_conflict = false;  // somebody had: nothing was written
    std::uint64_t last = 0;    // the seq of the session's last entry, now
};

// The right to go on with a session, for as long as it lives; also a process that is killed gives it back.
class Lease {
public:
    virtual ~Lease() = default;
};

struct Leased {
    std::unique_ptr<Lease> lease;  // null: somebody else has it
    std::string owner;             // who, as they called themselves
};

// A blob that may go, unless it was put after that time.
struct Unneeded {
    content::BlobRef blob;
    Time put_until;

    bool operator==(const Unneeded&) const = default;
};

// Blobs that are being removed (removal.hpp).
struct Removal {
    std::uint64_t number = 0;
    std::vector<Unneeded> blobs = {};
    std::chrono::steady_clock::time_point until = {};  // none of them is removed after it
};

class SessionStore {
public:
    virtual ~SessionStore() = default;

    // The session's id. InvalidInput when there is one of that name already.
    virtual Result<std::string> create(const NewSession& session = {}, const Call& call = {}) = 0;
    virtual Result<bool> exists(std::string_view id, const Call& call = {}) = 0;

    // The seq of the last entry. All of them or none.
    virtual Result<std::uint64_t> append(
        std::string_view id, std::span<const Entry> entries, const Call& call = {}
    ) = 0;

    // The same, where the session's last entry is the one with that seq (0: it has none), and nothing
    // otherwise.
    virtual Result<Appended> append_after(
        std::string_view id,
        std::uint64_t expected,
        std::span<const Entry> entries,
        const Call& call = {}
    ) = 0;

    // Returns at once. A session that is not stored yet can be had, too. It keeps nobody from appending:
    // pins and titles come from anywhere. `owner` is for people: "fovea 1234".
    virtual Result<Leased> lease(
        std::string_view id, std::string_view owner, const Call& call = {}
    ) = 0;

    // The entries from `from_seq` on, at most so many.
    virtual Result<std::vector<Entry>> read(
        std::string_view id,
        std::uint64_t from_seq = 1,
        std::size_t most = std::numeric_limits<std::size_t>::max(),
        const Call& call = {}
    ) = 0;

    virtual Result<SessionInfo> info(std::string_view id, const Call& call = {}) = 0;

    // The last used first. FileNotFound for a page after a session that is gone.
    virtual Result<std::vector<SessionInfo>> list(const Page& page = {}, const Call& call = {}) = 0;

    // The blobs that a session names, and those that any does, in the order of their hashes.
    virtual Result<std::vector<content::BlobRef>> blobs_of(
        std::string_view id, const BlobPage& page = {}, const Call& call = {}
    ) = 0;
    virtual Result<std::vector<content::BlobRef>> all_blobs(
        const BlobPage& page = {}, const Call& call = {}
    ) = 0;

    // With the blobs that no other session names, unless somebody put them again since (S6).
    virtual Result<void> delete_session(std::string_view id, const Call& call = {}) = 0;

    // The ids of those that were deleted: last used before `before`.
    virtual Result<std::vector<std::string>> delete_unused(Time before, const Call& call = {}) = 0;

    // Those of the blobs that no session names, in the same order.
    virtual Result<std::vector<content::BlobRef>> unnamed(
        std::span<const content::BlobRef> blobs, const Call& call = {}
    ) = 0;

    // Marks those of the blobs that no session names. Until end_removal() or some minutes after
    // `until`, an append that names one is refused as though it were gone, unless it was put after its
    // time. Nobody waits, and several may remove the same blob.
    virtual Result<Removal> begin_removal(
        std::span<const Unneeded> blobs, const Call& call = {}
    ) = 0;

    // Takes the marks of its blobs away. A blob that may yet go, because nobody knows what became of
    // its removal, is left out, and its mark lapses.
    virtual Result<void> end_removal(const Removal& removal, const Call& call = {}) = 0;
};

}  // namespace fovea::store
