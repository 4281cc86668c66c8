#include "fovea/providers/openai_image_path.hpp"

#include <optional>

namespace fovea::providers {
namespace {

// Takes pieces of a path from the front of a text, or leaves it as it is.
struct Cursor {
    std::string_view rest;

    bool word(std::string_view expected) {
        if (!rest.starts_with(expected)) return false;
        rest.remove_prefix(expected.size());
        return true;
    }

    // "[3]", ".[3]" or ".3"
    std::optional<std::string> index() {
        const bool dot = word(".");
        const bool bracket = word("[");
        constexpr std::size_t kMaxDigits = 9;
        const auto digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
        if ((!dot && !bracket) || digits == 0 || digits > kMaxDigits) return std::nullopt;
        std::string number(rest.substr(0, digits));
        rest.remove_prefix(digits);
        if (bracket && !word("]")) return std::nullopt;
        return number;
    }
};

NamedPart read_part(Cursor at, std::string_view list) {
    if (!at.word(list)) return {};
    const auto message = at.index();
    if (!message || !at.word(".")) return {};
    const std::string_view place = at.word("content") ? "content" : "output";
    if (place == "output" && !at.word("output")) return {};
    const auto part = at.index();
    if (!part) return {};
    NamedPart named;
    named.is_image = at.word(".image_url");
    named.path = std::string(list) + "[" + *message + "]." + std::string(place) + "[" + *part + "]";
    if (list == "messages") named.path += ".image_url";
    return named;
}

}  // namespace

NamedPart find_part(std::string_view text) {
    for (const std::string_view list : {"messages", "input"}) {
        auto at = text.find(list);
        for (; at != std::string_view::npos; at = text.find(list, at + 1)) {
            auto named = read_part({text.substr(at)}, list);
            if (!named.path.empty()) return named;
        }
    }
    return {};
}

}  // namespace fovea::providers
