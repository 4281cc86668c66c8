// What a client hears of one of its requests: progress while it runs, then the answer, then nothing.
//
//     voice.progress({.done = 3, .total = 10, .message = "page 3"});
//     voice.beat();              // from time to time, so that nobody takes silence for death
//     voice.answer(result);      // once
//
// Progress is told only to who gave a token for it, always grows, and never comes after the answer.
// It is told with the beats, each time that there is some and otherwise the first time and then every
// fifth: not in the first moments, and not with each of a thousand pages, because an answer right
// behind would overtake it (the official client then complains). Where the work begins to count anew,
// as for pages that are rendered and then read, the count goes on from where it was.
// Once hushed (the client cancelled), nothing comes at all. Any thread may call.
#pragma once

#include "fovea/mcp/message.hpp"
#include "fovea/tools/tool.hpp"

#include <boost/json/value.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <variant>

namespace fovea::mcp {

// Takes a message to the client; from any thread, and it may wait for the client to read. Where there are
// several clients it may not: beats for all of them come from one thread.
using Send = std::function<void(const Message&)>;

class CallVoice {
public:
    CallVoice(const Request& request, Send send, std::chrono::milliseconds beat);

    const Id& id() const { return id_; }

    void progress(const tools::Progress& progress);
    void beat();
    void answer(std::variant<boost::json::value, RpcError> outcome);
    void hush();

private:
    void tell(double done, const std::string& message);

    Id id_;
    std::optional<boost::json::value> token_;
    Send send_;
    std::chrono::milliseconds beat_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();

    // Held while a message is sent: that is what keeps the answer behind the progress.
    std::mutex mutex_;
    bool silent_ = false;
    std::size_t beats_ = 0;
    double told_ = -1;
    bool is_new_ = false;  // progress that was not told yet
    double base_ = 0;      // what was counted before the work began anew
    double done_ = 0;      // since then
    std::optional<double> total_;
    std::string message_ = "looking";
};

}  // namespace fovea::mcp
