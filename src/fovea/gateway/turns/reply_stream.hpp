// An answer on its way to the client, whole or in pieces, in the client's own shape: calls of ours are left out of it, and
// while nothing is said yet, what that dialect allows keeps the connection open.
#pragma once

#include "fovea/gateway/core.hpp"
#include "fovea/gateway/dialect.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace fovea::gateway {

class ReplyStream : public std::enable_shared_from_this<ReplyStream> {
public:
    // Borrows the out until end() or fail().
    ReplyStream(std::unique_ptr<ReplyWriter> writer, TurnOut& out, bool streams)
        : writer_(std::move(writer)), out_(&out), streams_(streams) {}

    // Those that tell what was done, as far as that is known when the answer begins.
    void set_headers(Headers headers);

    // Called once, when all is written and before anybody hears that it is over.
    void before_end(std::function<void()> act) { before_end_ = std::move(act); }

    // Calls of kOurTool are not the program's: it was offered to the model here.
    void hide_ours();

    void event(const providers::StreamEvent& event);
    // Now and then, on any thread: begins the answer where it did not begin yet.
    void keep_open();
    void end(const providers::Reply& reply);
    void fail(Dialect dialect, const ApiError& error);

    // The server's own answer instead, in its bytes: false where something was said already. Of the above no event is written
    // then; end() and fail() tell when all is over. Between whole events other words may stand: it is kept open, and
    // an error is told.
    enum class Raw : std::uint8_t { Bytes, Events };
    bool begin_raw(int status, Headers head, Raw raw = Raw::Bytes);
    void write_raw(std::string_view bytes);
    void break_raw();  // it ended in the middle

    std::uint64_t bytes() const { return bytes_; }
    // Whether a client's words were sent.
    bool has_begun() const {
        const std::scoped_lock lock(mutex_);
        return has_begun_;
    }
    bool is_raw() const {
        const std::scoped_lock lock(mutex_);
        return is_raw_;
    }

private:
    void open();  // the head; with the lock, as the next
    void begin();
    enum class Ending : std::uint8_t { Whole, Broken };
    void close(Ending ending);
    void write(std::string bytes);

    std::unique_ptr<ReplyWriter> writer_;
    mutable std::mutex mutex_;  // guards what follows
    TurnOut* out_;              // null: it is over
    const bool streams_;
    Headers headers_;
    bool hides_ours_ = false;
    std::set<std::string> hidden_;  // ids of our calls
    bool has_begun_ = false;
    bool is_said_ = false;  // the writer began
    bool is_raw_ = false;
    Raw raw_ = Raw::Bytes;
    bool is_broken_ = false;
    std::function<void()> before_end_;
    std::uint64_t bytes_ = 0;
};

// The tool that is offered and run here.
inline constexpr std::string_view kOurTool = "analyze_image";

}  // namespace fovea::gateway
