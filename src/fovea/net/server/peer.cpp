#include "fovea/net/server/peer.hpp"

#include "fovea/net/server/shared_file.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

namespace fovea::net {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr std::chrono::milliseconds kLinger{2000};

// What goes out in one write.
constexpr std::size_t kMaxPieces = 64;

// Of a batch, what a loop gets at once: it begins while the rest is still being made.
constexpr std::size_t kHandedOver = 32;

thread_local PostBatch* batch_of_thread = nullptr;

// The peers of a loop that have something to write: whatever else is written in this round goes with it.
std::vector<std::shared_ptr<Peer>>& writers() {
    thread_local std::vector<std::shared_ptr<Peer>> all;
    return all;
}

// One for each loop: idle connections, of which there are thousands, have no memory to read into.
constexpr std::size_t kReadSize = 64u << 10;
// Of one who sends much, before others have their turn: to wait for each piece takes two more system calls.
constexpr std::size_t kReadsAtOnce = 4;

std::span<char> read_buffer() {
    thread_local std::vector<char> buffer(kReadSize);
    return buffer;
}

// One for each loop. What nobody is sent any more is closed when the next is made.
SharedFiles& shared_files() {
    thread_local SharedFiles files;
    return files;
}

}  // namespace

struct PostBatch::Parts {
    struct Item {
        std::weak_ptr<Peer> peer;
        std::function<void()> act;
    };
    struct OfLoop {
        asio::any_io_executor executor;
        std::shared_ptr<std::vector<Item>> items;
    };

    void add(const asio::any_io_executor& executor, Item item) {
        auto place = std::ranges::find(loops, executor, &OfLoop::executor);
        if (place == loops.end()) place = loops.insert(place, {executor, nullptr});
        if (!place->items) place->items = std::make_shared<std::vector<Item>>();
        place->items->push_back(std::move(item));
        if (place->items->size() >= kHandedOver) hand_over(*place);
    }

    static void hand_over(OfLoop& loop) {
        if (!loop.items) return;
        asio::post(loop.executor, [items = std::exchange(loop.items, nullptr)] {
            for (const auto& item : *items) Peer::act_for(item.peer, item.act);
        });
    }

    std::vector<OfLoop> loops;
};

PostBatch::PostBatch()
    : outer_(std::exchange(batch_of_thread, this)), parts_(std::make_unique<Parts>()) {}

PostBatch::~PostBatch() {
    batch_of_thread = outer_;
    for (auto& loop : parts_->loops) Parts::hand_over(loop);
}

void Peer::act_for(const std::weak_ptr<Peer>& weak, const std::function<void()>& act) {
    const auto peer = weak.lock();
    if (peer && !peer->is_closed_) peer->safely(act);
}

class Peer::Box final : public Mailbox {
public:
    explicit Box(const std::shared_ptr<Peer>& peer)
        : peer_(peer), executor_(peer->socket_.get_executor()) {}

    void post(std::function<void()> act) override {
        if (batch_of_thread != nullptr) {
            return batch_of_thread->parts_->add(executor_, {peer_, std::move(act)});
        }
        asio::post(executor_, [weak = peer_, act = std::move(act)] { act_for(weak, act); });
    }

private:
    std::weak_ptr<Peer> peer_;
    asio::any_io_executor executor_;
};

Peer::Peer(
    asio::generic::stream_protocol::socket socket,
    std::string address,
    PeerSettings settings,
    std::function<void(const std::shared_ptr<Peer>&)> on_gone
)
    : socket_(std::move(socket)),
      address_(std::move(address)),
      timer_(socket_.get_executor()),
      settings_(settings),
      idle_(settings.idle),
      on_gone_(std::move(on_gone)) {}

void Peer::start(const Server::MakeTalk& make_talk) {
    error_code ignored;
    socket_.non_blocking(true, ignored);
    safely([&] { talk_ = make_talk(*this); });
    watch();
    read();
}

void Peer::stop() {
    if (is_closed_ || finishes_) return;
    safely([this] { talk_->stop(*this); });
}

void Peer::close() {
    if (std::exchange(is_closed_, true)) return;
    stop_.request_stop();
    error_code ignored;
    timer_.cancel();
    socket_.close(ignored);
    // Not now: it may be the talk itself that closes.
    asio::post(socket_.get_executor(), [self = shared_from_this()] { self->talk_.reset(); });
    on_gone_(shared_from_this());
}

// A talk that throws loses its connection, and nobody else does.
void Peer::safely(const std::function<void()>& act) {
    try {
        act();
    } catch (const std::exception&) {
        close();
    }
}

bool Peer::may_read() const {
    if (is_closed_ || has_ended_) return false;
    if (lingers_) return true;
    // Who does not read waits until some of it is gone.
    return !finishes_ && !is_paused_ && unwritten_ <= settings_.max_unwritten;
}

void Peer::read() {
    if (is_reading_ || !may_read()) return;
    is_reading_ = true;
    socket_.async_wait(
        asio::socket_base::wait_read,
        [self = shared_from_this()](const error_code& broken) {
            self->is_reading_ = false;
            if (self->is_closed_) return;
            broken ? self->close() : self->read_now();
        }
    );
}

void Peer::read_now() {
    const auto buffer = read_buffer();
    for (std::size_t i = 0; i < kReadsAtOnce; ++i) {
        error_code broken;
        const auto count = socket_.read_some(asio::buffer(buffer.data(), buffer.size()), broken);
        if (broken == asio::error::would_block || broken == asio::error::interrupted) break;
        if (broken && (broken != asio::error::eof || lingers_)) return close();
        if (broken) {
            has_ended_ = true;
            if (!finishes_) safely([this] { talk_->end(*this); });
            return;
        }
        if (!finishes_) {
            last_move_ = Clock::now();
            safely([&] { talk_->take({buffer.data(), count}); });
        }
        if (count < buffer.size() || !may_read()) break;
    }
    read();
}

void Peer::resume() {
    if (!std::exchange(is_paused_, false)) return;
    last_move_ = Clock::now();  // it was not the peer who kept still
    read();
}

void Peer::write(std::shared_ptr<const std::string> bytes) {
    if (is_closed_ || finishes_ || bytes->empty()) return;
    unwritten_ += bytes->size();
    out_.push_back(std::move(bytes));
    write_some();
}

void Peer::write_some() {
    if (is_closed_ || is_writing_) return;
    if (out_.empty()) {
        if (finishes_) linger();
        return;
    }
    is_writing_ = true;
    writers().push_back(shared_from_this());
    if (writers().size() > 1) return;
    asio::post(socket_.get_executor(), [] {
        for (const auto& peer : std::exchange(writers(), {})) peer->write_now();
    });
}

std::size_t Peer::write_pieces(error_code& broken) {
    if (const auto* file = shared_files().of(out_.front())) {
        return file->send(socket_.native_handle(), written_, broken);
    }
    const auto& first = *out_.front();
    if (out_.size() == 1) {
        const asio::const_buffer rest(first.data() + written_, first.size() - written_);
        return socket_.write_some(asio::const_buffers_1(rest), broken);
    }
    std::array<asio::const_buffer, kMaxPieces> pieces;
    std::size_t used = 0;
    auto skip = written_;
    for (const auto& text : out_) {
        if (used == kMaxPieces || (used > 0 && SharedFiles::is_worth_it(text))) break;
        pieces[used++] = asio::const_buffer(text->data() + skip, text->size() - skip);
        skip = 0;
    }
    return socket_.write_some(std::span(pieces.data(), used), broken);
}

// Most often the system takes all of it at once; only what it does not is waited for.
void Peer::write_now() {
    if (is_closed_) return;
    error_code broken;
    const auto count = write_pieces(broken);
    if (broken == asio::error::would_block || broken == asio::error::interrupted) {
        return await_room();
    }
    is_writing_ = false;
    if (broken) return close();
    last_move_ = Clock::now();
    forget_written(count);
    if (out_.empty() && !finishes_) safely([this] { talk_->drained(*this); });
    write_some();
    read();
}

void Peer::await_room() {
    socket_.async_wait(
        asio::socket_base::wait_write,
        [self = shared_from_this()](const error_code& broken) {
            if (self->is_closed_) return;
            broken ? self->close() : self->write_now();
        }
    );
}

void Peer::forget_written(std::size_t count) {
    unwritten_ -= count;
    written_ += count;
    while (!out_.empty() && written_ >= out_.front()->size()) {
        written_ -= out_.front()->size();
        out_.pop_front();
    }
}

void Peer::finish() {
    if (is_closed_ || std::exchange(finishes_, true)) return;
    write_some();
}

void Peer::linger() {
    if (has_ended_) return close();
    error_code ignored;
    socket_.shutdown(asio::socket_base::shutdown_send, ignored);
    lingers_ = true;
    last_move_ = Clock::now();
    deadline_.reset();
    watch();
    read();
}

void Peer::set_idle(std::chrono::milliseconds idle) {
    idle_ = idle;
    last_move_ = Clock::now();
    watch();
}

void Peer::set_deadline(std::optional<Clock::time_point> when) {
    deadline_ = when;
    watch();
}

std::shared_ptr<Mailbox> Peer::mailbox() {
    return std::make_shared<Box>(shared_from_this());
}

Peer::Clock::time_point Peer::next_look() const {
    const auto idle = last_move_ + (lingers_ ? std::min(kLinger, settings_.idle) : idle_);
    return deadline_ ? std::min(idle, *deadline_) : idle;
}

// A timer that is set already and comes earlier looks then, and sets itself anew: most of what would be
// watched is over by that time.
void Peer::watch() {
    const auto when = next_look();
    if (is_closed_ || when >= armed_) return;
    armed_ = when;
    timer_.expires_at(when);
    timer_.async_wait([self = shared_from_this()](const error_code& cancelled) {
        if (!cancelled && !self->is_closed_) self->look();
    });
}

void Peer::look() {
    armed_ = Clock::time_point::max();
    const auto now = Clock::now();
    if (working_ > 0) last_move_ = now;
    if (deadline_ && now >= *deadline_) {
        deadline_.reset();
        if (!finishes_) safely([this] { talk_->late(*this); });
        return watch();
    }
    if (now >= next_look()) return close();
    watch();
}

bool Peer::run(
    Pace pace, std::function<void(const std::stop_token&)> work, std::function<void()> then
) {
    if (is_closed_) return false;
    auto job = [self = shared_from_this(),
                work = std::move(work),
                then = std::move(then),
                stop = stop_.get_token()]() mutable {
        bool is_done = true;
        try {
            work(stop);
        } catch (const std::exception&) {
            is_done = false;
        }
        auto& peer = *self;
        asio::post(
            peer.socket_.get_executor(),
            [self = std::move(self), then = std::move(then), is_done] {
                --self->working_;
                self->last_move_ = Clock::now();
                if (self->is_closed_) return;
                is_done ? self->safely(then) : self->close();
            }
        );
    };
    auto& lane = pace == Pace::Lasts ? settings_.long_lane : settings_.lane;
    if (!lane.add(std::move(job))) return false;
    ++working_;
    return true;
}

}  // namespace fovea::net
