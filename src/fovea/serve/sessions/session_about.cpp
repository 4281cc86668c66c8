#include "fovea/serve/sessions/session_about.hpp"

#include "fovea/base/json_members.hpp"
#include "fovea/base/utf8.hpp"

#include <boost/json.hpp>

namespace fovea::serve {
namespace {

namespace json = boost::json;

constexpr std::string_view kType = "session_about";
constexpr std::size_t kPage = 256;
constexpr std::size_t kMaxKnown = 100'000;

}  // namespace

Error no_session(const std::string& session) {
    return {ErrorCode::FileNotFound, "there is no session " + to_utf8(session.substr(0, 64))};
}

store::Entry about_entry(const SessionAbout& about, store::Time time) {
    json::object body{{"type", kType}, {"owner", about.owner}};
    if (!about.workspace.empty()) body["workspace"] = to_utf8(about.workspace);
    if (!about.model.empty()) body["model"] = to_utf8(about.model);
    if (about.brought > 0) body["brought"] = about.brought;
    return {.kind = store::EntryKind::Telemetry, .time = time, .body = json::serialize(body)};
}

Result<SessionAbout> SessionOwners::about(const std::string& session) {
    {
        const std::scoped_lock lock(mutex_);
        if (const auto found = known_.find(session); found != known_.end()) return found->second;
    }
    SessionAbout about;
    for (std::uint64_t from = 1;;) {
        const auto entries = TRY(sessions_.read(session, from, kPage));
        for (const auto& entry : entries) {
            if (entry.kind != store::EntryKind::Telemetry) continue;
            if (entry.body.find(kType) == entry.body.npos) continue;  // most are of turns
            const auto body = TRY(store::body_of(entry));
            if (text_in(body, "type") != kType) continue;
            about = {
                std::string(text_in(body, "owner")),
                std::string(text_in(body, "workspace")),
                std::string(text_in(body, "model")),
                count_in(body, "brought")};
        }
        if (entries.size() < kPage) break;
        from = entries.back().seq + 1;
    }
    const std::scoped_lock lock(mutex_);
    if (known_.size() >= kMaxKnown) known_.clear();
    known_[session] = about;
    return about;
}

Result<SessionAbout> SessionOwners::admit(const Principal& who, const std::string& session) {
    auto found = about(session);
    if (!found.ok()) {
        // A name that no session can have is one that no session has.
        const auto code = found.error().code;
        const bool is_nothing = code == ErrorCode::FileNotFound || code == ErrorCode::InvalidInput;
        return is_nothing ? no_session(session) : found.error();
    }
    if (!who.is_admin() && found.value().owner != who.name) return no_session(session);
    return found;
}

Result<void> SessionOwners::set(const std::string& session, const SessionAbout& about) {
    const auto entry = about_entry(about, store::system_now());
    TRY(sessions_.append(session, {&entry, 1}));
    const std::scoped_lock lock(mutex_);
    known_[session] = about;
    return {};
}

void SessionOwners::forget(const std::string& session) {
    const std::scoped_lock lock(mutex_);
    known_.erase(session);
}

}  // namespace fovea::serve
