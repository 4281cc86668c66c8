// What clients hear of a session (D3): {"type", "session_id", "seq", "ts", "data"}.
//
// What is stored has a number, `seq`, which is the same after a restart: envelopes are made of the session's
// entries, so whoever comes back with the last number that they saw misses nothing and sees nothing twice.
// Pieces of a reply and other news of the moment have none; what counts comes again as a `message`.
#pragma once

#include "fovea/agent/events.hpp"
#include "fovea/base/result.hpp"
#include "fovea/serve/events/engine_packet.hpp"
#include "fovea/store/blobs.hpp"
#include "fovea/store/entry.hpp"
#include "fovea/store/sessions.hpp"

#include <boost/json/fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::serve {

// Written once, and shared by all who get it.
struct Envelope {
    std::uint64_t seq = 0;  // 0: of the moment
    std::string type;
    std::string json;                        // all of it
    std::optional<std::uint64_t> ends = {};  // the turn of that id

    // As Socket.IO sends it; written when it is first asked for.
    const PacketRef& packet() const;

    mutable std::once_flag packet_once = {};
    mutable PacketRef packet_text = {};
};
using EnvelopeRef = std::shared_ptr<const Envelope>;

// An entry gives several envelopes, each with a number of its own.
inline constexpr std::uint64_t kSeqsPerEntry = 1000;
constexpr std::uint64_t entry_of_seq(std::uint64_t seq) {
    return seq / kSeqsPerEntry;
}
// No envelope of that entry has a higher one.
constexpr std::uint64_t last_seq_of(std::uint64_t entry) {
    return entry * kSeqsPerEntry + (kSeqsPerEntry - 1);
}
// The first entry that has something behind that number; the first entry is 1.
constexpr std::uint64_t next_entry_after(std::uint64_t seq) {
    const auto entry = entry_of_seq(seq);
    return seq == last_seq_of(entry) || entry == 0 ? entry + 1 : entry;
}

// Of one session, whose entries may be given from anywhere on: which tool a result is of is looked up in those before it.
class EntryEnvelopes {
public:
    // Borrows both. `max_inline`: a larger picture comes as its address alone.
    EntryEnvelopes(
        std::string session,
        store::SessionStore& sessions,
        store::BlobStore& blobs,
        std::size_t max_inline
    )
        : session_(std::move(session)),
          sessions_(sessions),
          blobs_(blobs),
          max_inline_(max_inline) {}

    // Of an entry without a number, which is not stored: of the moment.
    std::vector<EnvelopeRef> of(const store::Entry& entry);

private:
    class Writer;
    struct AskedTool {
        std::string name;
        std::string input;
    };

    void note_calls(const content::Message& message);
    void look_back_for(const std::string& call);
    AskedTool asked_by(const std::string& call);

    std::string session_;
    store::SessionStore& sessions_;
    store::BlobStore& blobs_;
    std::size_t max_inline_;
    std::uint64_t last_ = 0;                  // entry that was given
    std::uint64_t known_from_ = 1;            // what was asked from that entry on is in asked_
    std::map<std::string, AskedTool> asked_;  // by the id of the call, since a person last spoke
};

// That the session is no more.
EnvelopeRef envelope_of_deletion(const std::string& session, store::Time time);

// What was written so far of a reply that is not whole yet: for who was not there when its pieces were told.
EnvelopeRef envelope_of_reply_so_far(
    const std::string& session, std::string_view text, std::string_view thinking, store::Time time
);

// That something about it changed: its name, who answers in it, what runs or waits, or that it is there at all.
EnvelopeRef envelope_of_change(const std::string& session, store::Time time);

// None for what is told by an entry, and for what clients need not know.
std::optional<EnvelopeRef> envelope_of_moment(
    const std::string& session, const agent::Event& event, store::Time time
);

}  // namespace fovea::serve
