// Counts of tokens of several replies, added up where they stand in the bytes of the last.
//
//     counts.read(json, usage);           // what this reply says, its last word on each
//     counts.end_reply();                 // another one follows
//     counts.write(json, usage, edits);   // what all said so far
#pragma once

#include "fovea/gateway/splice/edits.hpp"
#include "fovea/gateway/splice/json_spans.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace fovea::gateway {

class TokenCounts {
public:
    // Which members count; empty: all whole numbers.
    explicit TokenCounts(std::function<bool(std::string_view key)> counts = {})
        : counts_(std::move(counts)) {}

    void read(std::string_view json, Span usage);
    void end_reply();
    bool has_earlier() const { return !earlier_.empty(); }
    void write(std::string_view json, Span usage, Edits<std::string>& edits) const;

private:
    using Counts = std::map<std::string, std::uint64_t>;  // "prompt_tokens_details.cached_tokens"

    void read(std::string_view json, Span usage, const std::string& place);
    void write(
        std::string_view json,
        Span usage,
        const std::string& place,
        Counts& missing,
        Edits<std::string>& edits
    ) const;
    std::uint64_t sum_of(const std::string& place) const;

    const std::function<bool(std::string_view)> counts_;
    Counts earlier_;
    Counts now_;
};

}  // namespace fovea::gateway
