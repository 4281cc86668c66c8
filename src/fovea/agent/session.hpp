// A stored conversation while somebody works on it: what it holds, and what is added.
//
//     auto session = TRY(Session::open(sessions, id));     // or Session::begin(sessions)
//     TRY(session.append({store::message_entry(message, now)}));
//     session.view().messages;   session.descriptions();
//
// Nothing is made in the store before the first entry: a run that ends before it leaves no trace.
// What append() took outlives a power cut; the view always shows all of it. One thread at a time.
//
// Others may change the session meanwhile: a title or a picture that somebody pins is taken over. Words are
// not: two who answer in one session would not know what the other said.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/delivery/session_view.hpp"
#include "fovea/proxy/describe/descriptions.hpp"
#include "fovea/store/entry.hpp"
#include "fovea/store/sessions.hpp"

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fovea::agent {

class Session {
public:
    // A new one, of that name or a random one.
    static Result<Session> begin(store::SessionStore& sessions, std::optional<std::string> id = {});

    // FileNotFound when there is none.
    static Result<Session> open(store::SessionStore& sessions, const std::string& id);

    const std::string& id() const { return id_; }
    bool is_stored() const { return stored_; }

    // Of its last entry. Any thread may ask.
    std::uint64_t last_seq() const { return last_seq_.value; }

    const delivery::SessionView& view() const { return view_; }
    const proxy::Descriptions& descriptions() const { return descriptions_; }

    // StoreError where somebody else added words to the session meanwhile; nothing is stored then.
    Result<void> append(std::vector<store::Entry> entries);

private:
    Session(store::SessionStore& sessions, std::string id)
        : sessions_(&sessions), id_(std::move(id)) {}

    Result<void> look_at(std::span<const store::Entry> entries);
    Result<void> catch_up();

    store::SessionStore* sessions_;
    std::string id_;
    bool stored_ = false;
    struct SharedNumber {  // one writes, all read
        SharedNumber() = default;
        SharedNumber(const SharedNumber& other) : value(other.value.load()) {}
        SharedNumber& operator=(const SharedNumber& other) {
            value = other.value.load();
            return *this;
        }
        std::atomic<std::uint64_t> value = 0;
    };
    SharedNumber last_seq_;
    delivery::SessionView view_;
    proxy::Descriptions descriptions_;
};

}  // namespace fovea::agent
