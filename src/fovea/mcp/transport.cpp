#include "fovea/mcp/transport.hpp"

#include "fovea/mcp/words.hpp"

namespace fovea::mcp {
namespace {

constexpr std::size_t kMaxShown = 200;  // of what a server sent

}  // namespace

std::optional<BrokenAnswer> broken_answer(const BadMessage& bad, std::string_view text) {
    if (!bad.is_answer || !bad.id) return std::nullopt;
    const bool is_json = bad.error.code != kParseError;
    const std::string what = is_json ? "its answer has no result: " : "its answer is not JSON: ";
    return BrokenAnswer{*bad.id, {Failure::Kind::Broken, what + clean_line(text, kMaxShown)}};
}

}  // namespace fovea::mcp
