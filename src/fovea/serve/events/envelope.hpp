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

#include <boost/json/fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
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

// Of one session: remembers which tool a result is of.
class EntryEnvelopes {
public:
    // `max_inline`: a larger picture comes as its address alone.
    EntryEnvelopes(std::string session, store::BlobStore& blobs, std::size_t max_inline)
        : session_(std::move(session)), blobs_(blobs), max_inline_(max_inline) {}

    // In the order of the session, from its beginning on. Of an entry without a number, which is not stored:
    // of the moment.
    std::vector<EnvelopeRef> of(const store::Entry& entry);
    // The same for who has it already: only what later ones need of it is looked at.
    void skip(const store::Entry& entry);

private:
    class Writer;

    void note_calls(const content::Message& message);

    std::string session_;
    store::BlobStore& blobs_;
    std::size_t max_inline_;
    struct AskedTool {
        std::string name;
        std::string input;
    };
    std::map<std::string, AskedTool> asked_;  // by the id of the call
};

// That the session is no more.
EnvelopeRef envelope_of_deletion(const std::string& session, store::Time time);

// None for what is told by an entry, and for what clients need not know.
std::optional<EnvelopeRef> envelope_of_moment(
    const std::string& session, const agent::Event& event, store::Time time
);

}  // namespace fovea::serve
