// An answer in pieces, event by event in its server's own bytes (answer_splice.hpp). A dialect looks at each event and changes
// it, or leaves it out.
#pragma once

#include "fovea/gateway/splice/answer_splice.hpp"
#include "fovea/gateway/splice/edits.hpp"
#include "fovea/gateway/splice/json_spans.hpp"
#include "fovea/gateway/splice/token_counts.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::gateway {

class StreamSplice : public AnswerSplice {
public:
    std::string feed(std::string_view bytes) final;
    std::string end_reply(Then then) final;
    std::vector<std::string> their_calls() const final { return their_calls_; }

protected:
    enum class Framing : std::uint8_t { Events, Lines };
    enum class Keep : std::uint8_t { All, Nothing };

    explicit StreamSplice(Framing framing, TokenCounts counts = TokenCounts{})
        : counts_(std::move(counts)), framing_(framing) {}

    // An event whose JSON is an object at `root`, in `event`.
    virtual bool is_closing(std::string_view event, Span root) const = 0;
    virtual Keep look(std::string_view event, Span root, Edits<std::string>& edits) = 0;
    // A closing one that stays out, since another reply follows: what is in it beside the end.
    virtual std::string leave_out(std::string_view event, Span root) = 0;
    virtual void begin_reply() {}

    bool is_first() const { return is_first_; }
    void found_ours() { has_ours_ = true; }
    bool has_ours() const { return has_ours_; }

    TokenCounts counts_;
    std::vector<std::string> their_calls_;

private:
    std::string take(std::string event);
    std::string shown(const std::string& event);
    std::optional<Span> json_in(std::string_view event) const;

    const Framing framing_;
    std::string pending_;
    std::size_t looked_ = 0;  // of it, for an end
    std::vector<std::string> held_;
    bool is_first_ = true;
    bool has_ours_ = false;
    bool is_closing_ = false;
};

std::unique_ptr<AnswerSplice> splice_anthropic_stream();
std::unique_ptr<AnswerSplice> splice_chat_stream();
std::unique_ptr<AnswerSplice> splice_responses_stream();
std::unique_ptr<AnswerSplice> splice_ollama_stream();

// A whole number that stands there.
std::optional<std::uint64_t> number_at(std::string_view json, Span object, std::string_view key);

}  // namespace fovea::gateway
