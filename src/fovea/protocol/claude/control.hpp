// What the client asks besides its messages, and what it is asked: the control protocol of Claude
// Code (H8).
//
//     Control control({.permission_mode = "default"}, services);
//     control.answer(request);                        // a response goes out at once
//     const auto decision = control.ask(call, why, stop);   // waits for the client's permission
//
// What the client wishes counts from its next message on. A request that Fovea has no answer to gets
// an error response, so that nobody waits for ever.
#pragma once

#include "fovea/agent/tool_round.hpp"
#include "fovea/base/result.hpp"
#include "fovea/protocol/claude/encoder.hpp"
#include "fovea/protocol/claude/input_line.hpp"

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::protocol::claude {

struct Wishes {
    std::optional<std::string> model = {};
    std::string permission_mode = "default";
    std::optional<std::string> json_schema = {};
    std::optional<std::string> system_prompt = {};
    std::string append_system_prompt = {};
};

struct ControlServices {
    FrameSink send;
    // Whether there is such a model.
    std::function<Result<void>(const std::string& model)> check_model = {};
    std::function<std::vector<agent::ServerStatus>()> servers = {};
    // Stops the message that is being answered; the uuids of those that wait.
    std::function<std::vector<std::string>()> interrupt = {};
    std::function<void(const std::string& words)> warn = {};
    bool asks_client = false;  // --permission-prompt-tool stdio
};

class Control {
public:
    Control(Wishes wishes, ControlServices services);

    void answer(const ControlRequest& request);
    void take(ControlResponse response);

    // The client is gone: whatever it was asked is not allowed.
    void hang_up();

    Wishes wishes() const;

    // Whether a call may run that a rule asks about. May be called by several threads.
    agent::Decision ask(
        const content::ToolUseBlock& call, const std::string& why, const std::stop_token& stop
    );

private:
    Result<boost::json::object> respond(const ControlRequest& request);
    Result<boost::json::object> initialize(const boost::json::object& request);
    Result<boost::json::object> set_model(const boost::json::object& request);
    Result<boost::json::object> set_permission_mode(const boost::json::object& request);
    boost::json::object server_status() const;
    std::optional<ControlResponse> wait_for(const std::string& id, const std::stop_token& stop);
    agent::Decision decision_of(const ControlResponse& response);

    ControlServices services_;
    mutable std::mutex mutex_;  // guards what follows
    std::condition_variable_any came_;
    Wishes wishes_;
    std::map<std::string, std::optional<ControlResponse>> asked_;
    std::uint64_t count_ = 0;
    bool gone_ = false;
};

// default, acceptEdits, plan, dontAsk, auto or bypassPermissions.
bool is_permission_mode(std::string_view mode);

}  // namespace fovea::protocol::claude
