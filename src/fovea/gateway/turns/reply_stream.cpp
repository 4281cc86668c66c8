#include "fovea/gateway/turns/reply_stream.hpp"

#include "fovea/gateway/outbound/make_writer.hpp"
#include "fovea/gateway/outbound/wire_words.hpp"

#include <utility>
#include <variant>

namespace fovea::gateway {

void ReplyStream::write(std::string bytes) {
    bytes_ += bytes.size();
    out_->write(std::move(bytes));
}

void ReplyStream::open() {
    if (std::exchange(has_begun_, true)) return;
    auto headers = headers_;
    headers.emplace_back("content-type", std::string(writer_->content_type()));
    headers.emplace_back("cache-control", "no-store");
    out_->begin(200, std::move(headers));
}

void ReplyStream::begin() {
    open();
    if (streams_ && !std::exchange(is_said_, true)) write(writer_->begin());
}

void ReplyStream::set_headers(Headers headers) {
    const std::scoped_lock lock(mutex_);
    headers_ = std::move(headers);
}

void ReplyStream::hide_ours() {
    const std::scoped_lock lock(mutex_);
    hides_ours_ = true;
}

void ReplyStream::event(const providers::StreamEvent& event) {
    const std::scoped_lock lock(mutex_);
    if (out_ == nullptr || !streams_ || is_raw_) return;
    if (const auto* const call = std::get_if<providers::ToolUseStarted>(&event)) {
        if (hides_ours_ && call->name == kOurTool) {
            hidden_.insert(call->id);
            return;
        }
        hidden_.erase(call->id);  // small servers number the calls of each reply anew
    }
    if (const auto* const input = std::get_if<providers::ToolInputDelta>(&event)) {
        if (hidden_.contains(input->id)) return;
    }
    begin();
    write(writer_->event(event));
}

void ReplyStream::keep_open() {
    // Whoever writes at this moment keeps it open.
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock() || out_ == nullptr || !streams_) return;
    if (is_raw_ && raw_ == Raw::Bytes) return;
    // A client that does not read what it has needs no more, and who beats waits for nobody.
    if (out_->would_wait()) return;
    open();
    // Before its first words an answer may still become the server's own.
    const bool takes_comments = writer_->content_type() == "text/event-stream";
    write(is_said_ || is_raw_ || !takes_comments ? writer_->ping() : std::string(kSseComment));
}

void ReplyStream::end(const providers::Reply& reply) {
    const std::scoped_lock lock(mutex_);
    if (out_ == nullptr) return;
    if (is_raw_) return close(is_broken_ ? Ending::Broken : Ending::Whole);
    begin();
    write(streams_ ? writer_->end(reply) : writer_->whole(reply));
    close(Ending::Whole);
}

void ReplyStream::fail(Dialect dialect, const ApiError& error) {
    const std::scoped_lock lock(mutex_);
    if (out_ == nullptr) return;
    if (is_raw_ && raw_ == Raw::Bytes) return close(is_broken_ ? Ending::Broken : Ending::Whole);
    if (has_begun_) {
        if (!is_raw_) begin();
        write(writer_->fail(error));
    } else {
        auto headers = headers_;
        headers.emplace_back("content-type", "application/json");
        if (error.retry_after) {
            headers.emplace_back("retry-after", std::to_string(error.retry_after->count()));
        }
        out_->begin(error.status, std::move(headers));
        write(error_body(dialect, error));
    }
    close(Ending::Whole);
}

// ---- as the server says it

bool ReplyStream::begin_raw(int status, Headers head, Raw raw) {
    const std::scoped_lock lock(mutex_);
    if (out_ == nullptr || is_said_ || (has_begun_ && status >= 300)) return false;
    is_raw_ = true;
    raw_ = raw;
    if (std::exchange(has_begun_, true)) return true;
    head.insert(head.end(), headers_.begin(), headers_.end());
    out_->begin(status, std::move(head));
    return true;
}

void ReplyStream::write_raw(std::string_view bytes) {
    const std::scoped_lock lock(mutex_);
    if (out_ != nullptr && !bytes.empty()) write(std::string(bytes));
}

void ReplyStream::break_raw() {
    const std::scoped_lock lock(mutex_);
    is_broken_ = true;
}

void ReplyStream::close(Ending ending) {
    if (const auto act = std::exchange(before_end_, {})) act();
    auto* const out = std::exchange(out_, nullptr);
    ending == Ending::Broken ? out->abort() : out->end();
}

}  // namespace fovea::gateway
