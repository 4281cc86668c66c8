// How far somebody was told who may read more slowly than there is to tell. What comes to be written while too much
// waits already is left out, with all that is told after it, until they begin again behind what they have:
//
//     const auto mark = place.mark(told.last_seq());      // by who tells
//     if (place.take(mark, has_room) == Taken::Written)   // by who writes, when it comes to that
//     place.begin_again();                                // by who tells: what is marked from now on counts
//
// One thread at a time tells, and one writes; the two may be different ones.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>

namespace fovea::serve {

enum class Taken : std::uint8_t { Written, LeftOut, FellBehind };

class Place {
public:
    struct Mark {
        std::uint64_t seq = 0;  // the last number in it; 0: none
        std::uint64_t round = 0;
    };

    // Without a number: where they are when they are up to date for the first time.
    explicit Place(std::optional<std::uint64_t> seq)
        : is_known_(seq.has_value()), seq_(seq.value_or(0)) {}

    Mark mark(std::uint64_t seq) const { return {seq, round_}; }
    void begin_again() { ++round_; }
    // Before anything is told to who came without a number. Who was told something may yet fall behind with it.
    void is_up_to_date(std::uint64_t seq) {
        if (!std::exchange(is_known_, true)) seq_ = seq;
    }

    // FellBehind once a round: with it the rest of the round is left out.
    Taken take(const Mark& mark, bool has_room) {
        if (mark.round <= lost_) return Taken::LeftOut;
        if (!has_room) {
            lost_ = mark.round;
            return Taken::FellBehind;
        }
        seq_ = std::max(seq_.load(), mark.seq);
        return Taken::Written;
    }
    // The last number that they were told.
    std::uint64_t seq() const { return seq_; }

private:
    std::uint64_t round_ = 1;  // with the next one, of who tells
    bool is_known_;
    std::uint64_t lost_ = 0;  // of who writes
    std::atomic<std::uint64_t> seq_;
};

// Asked when something comes to be written: whether it still is, where `has_room` says that not too much waits.
class Gate {
public:
    virtual ~Gate() = default;
    // One call at a time, maybe with a lock of who writes.
    virtual bool lets_through(const Place::Mark& mark, bool has_room) = 0;
};

}  // namespace fovea::serve
