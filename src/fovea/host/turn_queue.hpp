// Turns that somebody was promised, as entries of their session: what was accepted outlives the process, and
// so does how it ended.
//
//     const auto id = TRY(keep_turn(sessions, session, message));    // now it may be acknowledged
//     live->send(Prompt{message, id});
//     …                                                              // LiveOptions::keeps_endings
//     for (auto& turn : TRY(unfinished_turns(entries))) live->send(command_for(turn));   // after a crash
//
// A turn's id is the number of the entry that promises it.
#pragma once

#include "fovea/agent/run_result.hpp"
#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/host/live_session.hpp"
#include "fovea/store/entry.hpp"
#include "fovea/store/sessions.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fovea::host {

struct KeptTurn {
    std::uint64_t id = 0;
    content::Message message;
    bool has_begun = false;  // its words are in the session already
};

// Its id. `key` is what its sender knows it by, so that they can send it again and it is kept once.
Result<std::uint64_t> keep_turn(
    store::SessionStore& sessions,
    const std::string& session,
    const content::Message& message,
    const std::string& key = {}
);
// The ids of kept turns by their keys.
std::map<std::string, std::uint64_t> keys_of_turns(std::span<const store::Entry> entries);
// Whether it is the entry that keeps a turn with that message.
bool is_promise_of(const store::Entry& entry, const content::Message& message);
// That nobody waits for it any more. The seq of the entry that says so.
Result<std::uint64_t> withdraw_turn(
    store::SessionStore& sessions, const std::string& session, std::uint64_t id
);

// In their order.
Result<std::vector<KeptTurn>> unfinished_turns(std::span<const store::Entry> entries);
Command command_for(KeptTurn turn);

// How a turn ended. `kept_as`: its id, or 0.
store::Entry ending_entry(const agent::RunResult& result, std::uint64_t kept_as, store::Time time);

struct KeptEnding {
    std::uint64_t turn = 0;  // its id, or 0
    bool withdrawn = false;
    std::string subtype = {};  // "success"; protocol::name_of()
    std::string text = {};
    std::string model = {};
    std::string error = {};
    std::string error_code = {};   // wire_name()
    std::string stop_reason = {};  // of the last reply
    double cost_usd = 0;
    boost::json::object usage = {};     // protocol::usage_json()
    boost::json::array receipt = {};    // protocol::receipt_json(), of the newest pictures
    std::uint64_t receipt_more = 0;     // older ones that it leaves out
    boost::json::array documents = {};  // protocol::documents_json()
    std::uint64_t duration_ms = 0;
};

// None where the entry is another one.
std::optional<KeptEnding> ending_of(const store::Entry& entry);

}  // namespace fovea::host
