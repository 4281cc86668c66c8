#include "fovea/host/event_log.hpp"

#include <algorithm>
#include <utility>

namespace fovea::host {
namespace {

// Of one piece that several became: what never reads must not gather a whole book.
constexpr std::size_t kMaxPiece = 64u << 10;

template <class Piece>
std::string& text_in(Piece& piece) {
    return piece.text;
}
std::string& text_in(providers::ToolInputDelta& piece) {
    return piece.json;
}

// Both as one, where the second goes on with what the first began.
std::optional<providers::StreamEvent> joined(
    const providers::StreamEvent& first, const providers::StreamEvent& second
) {
    if (first.index() != second.index()) return std::nullopt;
    const auto* input = std::get_if<providers::ToolInputDelta>(&first);
    if (input != nullptr && input->id != std::get<providers::ToolInputDelta>(second).id) {
        return std::nullopt;
    }
    auto both = first;
    const bool fits = std::visit(
        [&]<class Piece>(Piece& piece) {
            if constexpr (std::is_same_v<Piece, providers::ToolUseStarted>) {
                return false;
            } else {
                auto more = std::get<Piece>(second);
                text_in(piece) += text_in(more);
                return text_in(piece).size() <= kMaxPiece;
            }
        },
        both
    );
    if (!fits) return std::nullopt;
    return both;
}

const providers::StreamEvent* piece_of(const NumberedEvent& event) {
    const auto* delta = event.event ? std::get_if<agent::Delta>(event.event.get()) : nullptr;
    return delta != nullptr ? &delta->piece : nullptr;
}

// True when `into` became both.
bool join(NumberedEvent& into, const NumberedEvent& next) {
    const auto* first = piece_of(into);
    const auto* second = piece_of(next);
    if (first == nullptr || second == nullptr || into.turn != next.turn) return false;
    auto both = joined(*first, *second);
    if (!both) return false;
    into.event = std::make_shared<const agent::Event>(agent::Delta{std::move(*both)});
    into.seq = next.seq;
    into.time = next.time;
    into.stored = next.stored;
    return true;
}

}  // namespace

// One reader's. Its lock is never held together with the log's by a reader, so that none stops another.
struct EventLog::Queue {
    Queue(std::size_t size, Wake passes_on) : most(size), wake(std::move(passes_on)) {}

    void push(const NumberedEvent& event) {
        {
            const std::scoped_lock lock(mutex);
            if (waiting.size() >= most) make_room();
            if (waiting.size() < most || !join(waiting.back(), event)) waiting.push_back(event);
            if (waiting.size() > most) drop_oldest();
        }
        changed.notify_all();
    }

    void close() {
        {
            const std::scoped_lock lock(mutex);
            closed = true;
        }
        changed.notify_all();
    }

    // Neighbouring pieces of a reply become one.
    void make_room() {
        std::deque<NumberedEvent> fewer;
        for (auto& event : waiting) {
            if (fewer.empty() || !join(fewer.back(), event)) fewer.push_back(std::move(event));
        }
        waiting = std::move(fewer);
    }

    // Half of them at once: a reader that is far behind is told once, not at every event.
    void drop_oldest() {
        const auto count = std::max<std::size_t>(waiting.size() / 2, 1);
        const auto end = waiting[count - 1].seq;
        missed += end - last;
        last = end;
        waiting.erase(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(count));
    }

    std::optional<NumberedEvent> take() {
        if (missed > 0) {
            return NumberedEvent{.seq = last, .missed = std::exchange(missed, 0)};
        }
        if (waiting.empty()) return std::nullopt;
        auto next = std::move(waiting.front());
        waiting.pop_front();
        last = next.seq;
        return next;
    }

    const std::size_t most;
    const Wake wake;
    std::mutex mutex;  // guards all below
    std::condition_variable_any changed;
    std::deque<NumberedEvent> waiting;
    std::uint64_t last = 0;  // number of the last event that was read or is gone
    std::uint64_t missed = 0;
    bool closed = false;
};

// Without any lock: who is woken may come back to the log.
void EventLog::wake(const std::vector<std::shared_ptr<Queue>>& queues) {
    for (const auto& queue : queues) queue->wake();
}

EventLog::EventLog(std::string session, EventLogSettings settings)
    : session_(std::move(session)), settings_(settings) {}

EventLog::~EventLog() {
    close();
}

std::uint64_t EventLog::add(
    std::uint64_t turn, agent::Event event, std::uint64_t stored, std::uint64_t kept_as
) {
    NumberedEvent numbered{
        .turn = turn,
        .event = std::make_shared<const agent::Event>(std::move(event)),
        .stored = stored,
        .kept_as = kept_as};
    std::vector<std::shared_ptr<Queue>> asleep;
    {
        const std::scoped_lock lock(mutex_);
        numbered.seq = ++last_;
        numbered.time = std::chrono::system_clock::now();
        kept_.push_back(numbered);
        if (kept_.size() > settings_.kept) kept_.pop_front();
        std::erase_if(readers_, [&](const std::weak_ptr<Queue>& reader) {
            auto queue = reader.lock();
            if (!queue) return true;
            queue->push(numbered);
            if (queue->wake) asleep.push_back(std::move(queue));
            return false;
        });
    }
    wake(asleep);
    return numbered.seq;
}

std::unique_ptr<EventReader> EventLog::read_from(std::uint64_t seq, Wake wake) {
    auto queue = std::make_shared<Queue>(settings_.waiting, std::move(wake));
    bool is_news = false;
    {
        const std::scoped_lock lock(mutex_);
        is_news = add_reader(queue, seq);
    }
    if (is_news && queue->wake) queue->wake();
    return std::make_unique<EventReader>(std::move(queue));
}

bool EventLog::add_reader(const std::shared_ptr<Queue>& queue, std::uint64_t seq) {
    const auto first = kept_.empty() ? last_ + 1 : kept_.front().seq;
    if (seq < first) queue->missed = first - std::max<std::uint64_t>(seq, 1);
    queue->last = std::clamp<std::uint64_t>(seq, first, last_ + 1) - 1;
    for (const auto& event : kept_) {
        if (event.seq >= seq) queue->push(event);
    }
    if (closed_) queue->close();
    readers_.push_back(queue);
    return closed_ || queue->missed > 0 || !queue->waiting.empty();
}

std::uint64_t EventLog::last() const {
    const std::scoped_lock lock(mutex_);
    return last_;
}

void EventLog::close() {
    std::vector<std::shared_ptr<Queue>> asleep;
    {
        const std::scoped_lock lock(mutex_);
        closed_ = true;
        for (const auto& reader : readers_) {
            auto queue = reader.lock();
            if (!queue) continue;
            queue->close();
            if (queue->wake) asleep.push_back(std::move(queue));
        }
    }
    EventLog::wake(asleep);
}

EventReader::~EventReader() = default;

std::optional<NumberedEvent> EventReader::next(const std::stop_token& stop) {
    std::unique_lock lock(queue_->mutex);
    queue_->changed.wait(lock, stop, [&] {
        return !queue_->waiting.empty() || queue_->missed > 0 || queue_->closed;
    });
    if (stop.stop_requested()) return std::nullopt;
    return queue_->take();
}

bool EventReader::is_over() {
    const std::scoped_lock lock(queue_->mutex);
    return queue_->closed && queue_->waiting.empty() && queue_->missed == 0;
}

std::optional<NumberedEvent> EventReader::next_now() {
    const std::scoped_lock lock(queue_->mutex);
    return queue_->take();
}

}  // namespace fovea::host
