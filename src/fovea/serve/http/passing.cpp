#include "fovea/serve/http/passing.hpp"

#include "fovea/serve/http/plain_answers.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>

namespace fovea::serve {
namespace {

// Larger ones are not copied to stand between their chunk's size and its end.
constexpr std::size_t kLarge = 128u << 10;

}  // namespace

void Passing::start(const Route& route) {
    exchange_ = route.open_exchange(call_, *this);
    if (!call_.request.has_body) end_of_body();
}

std::size_t Passing::take(std::string_view bytes) {
    if (is_body_done_ || is_over()) return 0;
    const auto exchange = exchange_;  // it may end in the middle
    std::size_t used = 0;
    if (left_) {
        used = take_counted(bytes);
    } else {
        const auto taken = take_chunks(bytes);
        if (!taken) return owner_.broken(), 0;
        used = *taken;
    }
    if (exchange_ == exchange && (left_ ? *left_ == 0 : reader_.is_done())) end_of_body();
    return used;
}

std::size_t Passing::take_counted(std::string_view bytes) {
    const auto used = static_cast<std::size_t>(std::min<std::uint64_t>(*left_, bytes.size()));
    *left_ -= used;
    if (used > 0) exchange_->take(bytes.substr(0, used));
    return used;
}

std::optional<std::size_t> Passing::take_chunks(std::string_view bytes) {
    const auto exchange = exchange_;
    const auto used = reader_.take_body(bytes, piece_);
    if (!used.ok()) return std::nullopt;
    if (!piece_.empty()) exchange->take(piece_);
    piece_.clear();
    return used.value();
}

void Passing::end_of_body() {
    is_body_done_ = true;
    connection_.set_idle(std::chrono::hours(24 * 365));  // the exchange minds the time
    const auto exchange = exchange_;
    exchange->finished();
}

void Passing::stop() {
    if (const auto exchange = exchange_) exchange->stop();
}

void Passing::on_drained() {
    if (const auto exchange = exchange_) exchange->drained();
}

void Passing::gone() {
    if (const auto exchange = std::move(exchange_)) exchange->gone();
}

void Passing::begin(int status, gateway::Headers headers, std::optional<std::uint64_t> length) {
    const bool is_bare = has_no_body(status);
    // Whoever still sends is not understood any more after an early answer.
    if (!is_body_done_) owner_.keep_no_more();
    is_chunked_ = !length && call_.request.takes_chunks && !is_bare;
    if (!length && !is_chunked_ && !is_bare) owner_.keep_no_more();
    auto more = owner_.common_headers();
    if (is_chunked_) more.emplace_back("transfer-encoding", "chunked");
    if (!owner_.may_keep()) more.emplace_back("connection", "close");
    has_length_ = length.has_value();
    status_ = status;
    is_begun_ = true;
    const Response head{.status = status, .headers = std::move(headers)};
    connection_.write(head_of(head, more, is_bare ? std::nullopt : length));
}

void Passing::write(std::string bytes) {
    if (bytes.empty() || !is_begun_) return;
    sent_ += bytes.size();
    if (!is_chunked_) return connection_.write(std::move(bytes));
    char size[20];
    const auto end = std::to_chars(size, size + sizeof size, bytes.size(), 16).ptr;
    std::string head(size, end);
    head += "\r\n";
    if (bytes.size() > kLarge) {
        connection_.write(std::move(head));
        connection_.write(std::move(bytes));
        return connection_.write("\r\n");
    }
    head.reserve(head.size() + bytes.size() + 2);
    connection_.write(head.append(bytes).append("\r\n"));
}

void Passing::end() {
    if (is_chunked_) connection_.write("0\r\n\r\n");
    over_ = std::move(exchange_);  // it is the caller: it goes with the next one, or with us
    owner_.passed();
}

}  // namespace fovea::serve
