// A stored conversation while somebody works on it: what it holds, and what is added.
//
//     auto session = TRY(Session::open(sessions, id));     // or Session::begin(sessions)
//     TRY(session.append({store::message_entry(message, now)}));
//     session.view().messages;   session.descriptions();
//
// Nothing is made in the store before the first entry: a run that ends before it leaves no trace.
// What append() took outlives a power cut; the view always shows all of it. One thread at a time.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/delivery/session_view.hpp"
#include "fovea/proxy/descriptions.hpp"
#include "fovea/store/entry.hpp"
#include "fovea/store/sessions.hpp"

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

    const delivery::SessionView& view() const { return view_; }
    const proxy::Descriptions& descriptions() const { return descriptions_; }

    Result<void> append(std::vector<store::Entry> entries);

private:
    Session(store::SessionStore& sessions, std::string id)
        : sessions_(&sessions), id_(std::move(id)) {}

    Result<void> look_at(std::span<const store::Entry> entries);

    store::SessionStore* sessions_;
    std::string id_;
    bool stored_ = false;
    delivery::SessionView view_;
    proxy::Descriptions descriptions_;
};

}  // namespace fovea::agent
