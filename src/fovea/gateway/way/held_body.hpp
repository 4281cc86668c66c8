// A request's body in the pieces that it came in, held so that it can be sent again or be understood after all. All
// bodies together take no more than the budget; what is beyond it is not held, and its request can only pass.
//
//     HeldBody body(budget);
//     auto piece = body.add(bytes);     // shared with whoever writes it
//     body.is_whole();                  // false: something of it was let go
#pragma once

#include "fovea/gateway/scan/body_scanner.hpp"
#include "fovea/gateway/scan/picture_glance.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea::gateway {

// Of all bodies of a process; any thread.
class HoldBudget {
public:
    explicit HoldBudget(std::uint64_t bytes) : left_(static_cast<std::int64_t>(bytes)) {}

    bool take(std::size_t bytes) {
        const auto count = static_cast<std::int64_t>(bytes);
        if (left_.fetch_sub(count) >= count) return true;
        left_.fetch_add(count);
        return false;
    }
    void give_back(std::uint64_t bytes) { left_.fetch_add(static_cast<std::int64_t>(bytes)); }

private:
    std::atomic<std::int64_t> left_;
};

// A part of the budget that goes back when nobody has it any more.
class HeldBytes {
public:
    HeldBytes() = default;
    HeldBytes(HoldBudget& budget, std::uint64_t bytes) : budget_(&budget), bytes_(bytes) {}
    HeldBytes(HeldBytes&& other) noexcept
        : budget_(other.budget_), bytes_(std::exchange(other.bytes_, 0)) {}
    HeldBytes& operator=(HeldBytes&& other) noexcept {
        std::swap(budget_, other.budget_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~HeldBytes() {
        if (bytes_ > 0) budget_->give_back(bytes_);
    }

private:
    HoldBudget* budget_ = nullptr;
    std::uint64_t bytes_ = 0;
};

class HeldBody {
public:
    using Piece = std::shared_ptr<const std::string>;

    explicit HeldBody(HoldBudget& budget) : budget_(budget) {}
    HeldBody(const HeldBody&) = delete;
    HeldBody& operator=(const HeldBody&) = delete;
    ~HeldBody() { let_go(); }

    Piece add(std::string_view bytes) {
        auto piece = std::make_shared<const std::string>(bytes);
        size_ += bytes.size();
        if (is_whole_ && budget_.take(bytes.size())) {
            held_ += bytes.size();
            begins_.push_back(size_ - bytes.size());
            pieces_.push_back(piece);
        } else {
            let_go();
        }
        return piece;
    }
    void let_go() {
        is_whole_ = false;
        budget_.give_back(std::exchange(held_, 0));
        pieces_.clear();
        begins_.clear();
    }

    // To whoever has a copy of it: its part of the budget stays taken.
    HeldBytes hand_over() {
        HeldBytes bytes(budget_, std::exchange(held_, 0));
        let_go();
        return bytes;
    }

    bool is_whole() const { return is_whole_; }
    std::uint64_t size() const { return size_; }
    const std::vector<Piece>& pieces() const { return pieces_; }

    std::string text(Span span) const {
        std::string text;
        text.reserve(span.end - span.begin);
        for (std::size_t i = 0; i < pieces_.size(); ++i) {
            const auto end = begins_[i] + pieces_[i]->size();
            if (end <= span.begin || begins_[i] >= span.end) continue;
            const auto from = std::max(span.begin, begins_[i]) - begins_[i];
            const auto to = std::min(span.end, end) - begins_[i];
            text.append(*pieces_[i], from, to - from);
        }
        return text;
    }
    std::string text() const { return text({0, size_}); }

    char at(std::uint64_t place) const {
        const auto found = std::upper_bound(begins_.begin(), begins_.end(), place) - 1;
        const auto which = static_cast<std::size_t>(found - begins_.begin());
        return (*pieces_[which])[place - *found];
    }

private:
    HoldBudget& budget_;
    std::vector<Piece> pieces_;
    std::vector<std::uint64_t> begins_;
    std::uint64_t size_ = 0;
    std::uint64_t held_ = 0;
    bool is_whole_ = true;
};

// A file's base64 in it; borrows the body.
class HeldBase64 final : public Base64Text {
public:
    HeldBase64(const HeldBody& body, Span span) : body_(body), span_(span) {}
    std::uint64_t size() const override { return span_.end - span_.begin; }
    char at(std::uint64_t place) const override { return body_.at(span_.begin + place); }

private:
    const HeldBody& body_;
    const Span span_;
};

}  // namespace fovea::gateway
