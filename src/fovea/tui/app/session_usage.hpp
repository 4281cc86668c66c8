// What a session took: what providers billed, and apart from it what is only estimated.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/store/entry.hpp"
#include "fovea/tui/app/conversation.hpp"
#include "fovea/tui/screen/styled_text.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace fovea::tui {

struct BilledModel {
    std::uint64_t calls = 0;
    std::uint64_t input = 0;
    std::uint64_t output = 0;
    std::uint64_t cached = 0;  // of the input
    double usd = 0;
    bool is_priced = true;

    bool operator==(const BilledModel&) const = default;
};

struct SessionUsage {
    std::map<std::string, BilledModel> by_model;  // "provider/model"
    std::vector<std::uint64_t> tokens_by_turn;    // in and out
};

Result<SessionUsage> usage_of(std::span<const store::Entry> entries);

// "▁▃█": one for each number, the last `most` of them.
std::string sparkline(std::span<const std::uint64_t> numbers, std::size_t most);

Result<StyledText> usage_lines(Conversation& talk);

}  // namespace fovea::tui
