// Talks to a browser over its debugging pipe (Chrome DevTools Protocol): commands go out, their answers
// and events come in.
//
//     DevTools tools(browser.input(), browser.output(), deadline);
//     tools.on_event = [&](std::string_view method, const json::object& params) { … };
//     const json::object answer = TRY(tools.call("Target.createTarget", {{"url", "about:blank"}}));
//     TRY(tools.wait([&] { return loaded; }, until));
//
// Events are told while something is waited for, on the caller's thread. Used by one thread. What comes
// is foreign: it is JSON, and nothing more is promised of it.
#pragma once

#include "fovea/base/fd.hpp"
#include "fovea/base/result.hpp"
#include "fovea/browser/devtools_frames.hpp"

#include <boost/json/object.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::browser {

struct DevToolsFailure {
    enum class Kind {
        Ended,    // the browser closed its pipe
        Late,     // the deadline
        Garbled,  // not the protocol
        Refused,  // the browser answered with an error
    };

    Kind kind;
    std::string message;  // of the browser where it refused
};

class DevTools {
public:
    using Time = std::chrono::steady_clock::time_point;

    // Borrows both, which do not block.
    DevTools(const Fd& to, const Fd& from, Time deadline);

    std::function<void(std::string_view method, const boost::json::object& params)> on_event;

    // All later commands are for this page; empty: for the browser.
    void use_session(std::string session) { session_ = std::move(session); }

    Result<boost::json::object, DevToolsFailure> call(
        std::string_view method, const boost::json::object& params = {}
    );
    // The same, but Late already then.
    Result<boost::json::object, DevToolsFailure> call_until(
        Time until, std::string_view method, const boost::json::object& params
    );

    // Without waiting for the answer, which is thrown away.
    Result<void, DevToolsFailure> send(
        std::string_view method, const boost::json::object& params = {}
    );
    // The same, for another page or frame.
    Result<void, DevToolsFailure> send_to(
        std::string_view session, std::string_view method, const boost::json::object& params = {}
    );

    // Where the event happened that is being told.
    const std::string& event_session() const { return event_session_; }

    // Until it holds or it is `until`: whether it holds.
    Result<bool, DevToolsFailure> wait(const std::function<bool()>& holds, Time until);

    Time deadline() const { return deadline_; }

private:
    Result<void, DevToolsFailure> write(std::string_view bytes);
    // What came by then; false when it is that time.
    Result<bool, DevToolsFailure> read_some(Time until);
    Result<void, DevToolsFailure> take(std::string_view text);

    const Fd& to_;
    const Fd& from_;
    Time deadline_;
    DevToolsFrames frames_;
    std::string session_;
    std::string event_session_;
    std::int64_t last_id_ = 0;
    std::int64_t awaited_ = 0;  // the command whose answer is wanted
    std::optional<Result<boost::json::object, DevToolsFailure>> answer_;
};

}  // namespace fovea::browser
