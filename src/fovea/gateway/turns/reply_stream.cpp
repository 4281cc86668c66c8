#include "fovea/gateway/turns/reply_stream.hpp"

#include "fovea/gateway/outbound/make_writer.hpp"

#include <utility>
#include <variant>

namespace fovea::gateway {

void ReplyStream::write(std::string bytes) {
    bytes_ += bytes.size();
    out_->write(std::move(bytes));
}

void ReplyStream::begin() {
    if (std::exchange(has_begun_, true)) return;
    auto headers = headers_();
    headers.emplace_back("content-type", std::string(writer_->content_type()));
    headers.emplace_back("cache-control", "no-store");
    out_->begin(200, std::move(headers));
    if (streams_) write(writer_->begin());
}

void ReplyStream::event(const providers::StreamEvent& event) {
    const std::scoped_lock lock(mutex_);
    if (out_ == nullptr || !streams_) return;
    if (const auto* const call = std::get_if<providers::ToolUseStarted>(&event)) {
        if (call->name == kOurTool) {
            hidden_.insert(call->id);
            return;
        }
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
    begin();
    write(writer_->ping());
}

void ReplyStream::end(const providers::Reply& reply) {
    const std::scoped_lock lock(mutex_);
    if (out_ == nullptr) return;
    begin();
    write(streams_ ? writer_->end(reply) : writer_->whole(reply));
    std::exchange(out_, nullptr)->end();
}

void ReplyStream::fail(Dialect dialect, const ApiError& error) {
    const std::scoped_lock lock(mutex_);
    if (out_ == nullptr) return;
    if (has_begun_) {
        write(writer_->fail(error));
    } else {
        auto headers = headers_();
        headers.emplace_back("content-type", "application/json");
        if (error.retry_after) {
            headers.emplace_back("retry-after", std::to_string(error.retry_after->count()));
        }
        out_->begin(error.status, std::move(headers));
        write(error_body(dialect, error));
    }
    std::exchange(out_, nullptr)->end();
}

}  // namespace fovea::gateway
