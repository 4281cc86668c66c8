// Whose a session is, and what it works with: an entry of the session itself, so that it lies where the
// session lies. Where there are several, the last one counts.
#pragma once

#include "fovea/serve/access/principal.hpp"
#include "fovea/store/entry.hpp"
#include "fovea/store/sessions.hpp"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace fovea::serve {

struct SessionAbout {
    std::string owner = {};      // a token's name; empty: nobody's, for admins alone
    std::string workspace = {};  // a folder; empty: as configured
    std::string model = {};      // empty: as configured
    std::uint64_t brought = 0;   // entries up to that one happened in another session, or elsewhere

    bool operator==(const SessionAbout&) const = default;
};

store::Entry about_entry(const SessionAbout& about, store::Time time);

// Remembers what it read: sessions change hands only here.
class SessionOwners {
public:
    explicit SessionOwners(store::SessionStore& sessions) : sessions_(sessions) {}

    // FileNotFound when there is no such session, or it is somebody else's: nobody learns which.
    Result<SessionAbout> admit(const Principal& who, const std::string& session);

    Result<SessionAbout> about(const std::string& session);
    Result<void> set(const std::string& session, const SessionAbout& about);
    void forget(const std::string& session);

private:
    store::SessionStore& sessions_;
    std::mutex mutex_;  // guards known_
    std::map<std::string, SessionAbout> known_;
};

Error no_session(const std::string& session);

}  // namespace fovea::serve
