// One entry of a session: what happened, in order, never changed afterwards (S2).
//
//     TRY(sessions.append(id, {{message_entry(message, now)}}));
//     for (const Entry& entry : TRY(sessions.read(id))) …
//
// The body is a JSON object. A message's body is the stored form of content/json.hpp, which has no
// place for bytes; the blobs it names are those of its blocks. Any other body may name blobs in a
// list "blobs": ["<64 digits>", …]; a hash elsewhere in it is only a word.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/store/timestamp.hpp"

#include <boost/json/fwd.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::store {

enum class EntryKind : std::uint8_t {
    Message,
    Description,  // what the vision model said about a picture
    Telemetry,
    Consent,
    Usage,       // tokens and cost of a call
    ImageState,  // image_change.hpp
    Title,       // {"title": "…"}: what people know the session by, instead of its first words
    Compaction,  // compaction.hpp: earlier messages go out as a summary
};

std::string_view name_of(EntryKind kind);  // "image_state"
Result<EntryKind> entry_kind_from_name(std::string_view name);

struct Entry {
    std::uint64_t seq = 0;  // from 1, without gaps; given by the store when it is appended
    EntryKind kind = EntryKind::Message;
    Time time;
    std::string body;

    bool operator==(const Entry&) const = default;
};

Entry message_entry(const content::Message& message, Time time);

// InvalidInput for an entry of another kind.
Result<content::Message> message_of(const Entry& entry);

// The body as JSON; InvalidInput when it is no object, or nested or large beyond reason.
Result<boost::json::object> body_of(const Entry& entry);

// What there is to know of an entry before it is stored.
struct CheckedEntry {
    EntryKind kind = EntryKind::Message;
    Time time;
    std::string body;                        // as it is stored: no spaces, always the same bytes
    std::vector<content::BlobRef> pictures;  // blobs named as images
    std::vector<content::BlobRef> others;    // and as anything else
    std::string title;                       // empty: it says nothing about the title
};

// Refuses what could not be read back, so that nothing in a session is ever unreadable.
Result<CheckedEntry> check_entry(const Entry& entry);

}  // namespace fovea::store
