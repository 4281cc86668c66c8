#include "fovea/gateway/way/usage_tap.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

namespace fovea::gateway {
namespace {

namespace json = boost::json;

constexpr std::string_view kUsage = "\"usage\"";
constexpr std::string_view kOllama = "\"prompt_eval_count\"";
constexpr std::size_t kMaxObject = 8192;
constexpr std::size_t kTail = 32;

// Where the object that begins at `text[0]` ends; none: not here.
std::optional<std::size_t> end_of_object(std::string_view text) {
    std::size_t depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\') ++i;
            if (c == '"') in_string = false;
            continue;
        }
        if (c == '"') in_string = true;
        if (c == '{') ++depth;
        if (c == '}' && --depth == 0) return i + 1;
    }
    return std::nullopt;
}

std::uint64_t number(const json::object& object, std::string_view name) {
    const auto* const value = object.if_contains(name);
    if (value == nullptr) return 0;
    json::error_code failed;
    const auto count = value->to_number<std::uint64_t>(failed);
    return failed ? 0 : count;
}

std::uint64_t inner(const json::object& object, std::string_view name, std::string_view field) {
    const auto* const value = object.if_contains(name);
    return value != nullptr && value->is_object() ? number(value->get_object(), field) : 0;
}

void raise(std::uint64_t& count, std::uint64_t told) {
    if (told > 0) count = told;
}

// Ollama's counts stand among the answer's other fields.
std::uint64_t count_behind(std::string_view text, std::string_view name) {
    const auto at = text.find(name);
    if (at == text.npos) return 0;
    std::uint64_t count = 0;
    for (auto i = at + name.size(); i < text.size() && count < (1ull << 50); ++i) {
        if (text[i] >= '0' && text[i] <= '9') {
            count = count * 10 + static_cast<std::uint64_t>(text[i] - '0');
        } else if (text[i] != ':' && text[i] != ' ') {
            break;
        }
    }
    return count;
}

}  // namespace

void UsageTap::feed(std::string_view bytes) {
    // Answers are full of quotes, at each of which find() would stop.
    const auto has = [](std::string_view text, std::string_view word) {
        return ::memmem(text.data(), text.size(), word.data(), word.size()) != nullptr;
    };
    const auto tells = [&](std::string_view text) {
        return has(text, kUsage) || has(text, kOllama);
    };
    if (!in_object_ && !tells(bytes) && !tells(pending_ + std::string(bytes.substr(0, kTail)))) {
        pending_.append(bytes.substr(bytes.size() - std::min(bytes.size(), kTail)));
        if (pending_.size() > kTail) pending_.erase(0, pending_.size() - kTail);
        return;
    }
    // Only what is near an object of usage is copied.
    auto text = std::exchange(pending_, {});
    text.append(bytes);
    take(text);
}

void UsageTap::take(std::string_view text) {
    if (const auto found = text.find(kOllama); found != text.npos && !in_object_) {
        raise(input_, count_behind(text, kOllama));
        raise(output_, count_behind(text, "\"eval_count\""));
    }
    for (;;) {
        if (!in_object_) {
            const auto found = text.find(kUsage);
            if (found == text.npos) {
                pending_ = text.substr(text.size() - std::min(text.size(), kTail));
                return;
            }
            text.remove_prefix(found + kUsage.size());
            const auto begin = text.find_first_not_of(": \r\n\t");
            if (begin == text.npos) {
                pending_ = std::string(kUsage).append(text);
                return;
            }
            text.remove_prefix(begin);
            if (text.front() != '{') continue;
            in_object_ = true;
        }
        const auto end = end_of_object(text.substr(0, kMaxObject));
        if (!end) {
            in_object_ = text.size() < kMaxObject;
            pending_ = in_object_ ? text : std::string_view();
            return;
        }
        in_object_ = false;
        read(text.substr(0, *end));
        text.remove_prefix(*end);
    }
}

void UsageTap::read(std::string_view text) {
    json::error_code broken;
    const auto value = json::parse({text.data(), text.size()}, broken);
    if (broken || !value.is_object()) return;
    const auto& usage = value.get_object();
    raise(input_, number(usage, "input_tokens"));
    raise(input_, number(usage, "prompt_tokens"));
    raise(output_, number(usage, "output_tokens"));
    raise(output_, number(usage, "completion_tokens"));
    if (usage.contains("cache_read_input_tokens")) {
        counts_cache_apart_ = true;
        raise(cache_read_, number(usage, "cache_read_input_tokens"));
        raise(cache_write_, number(usage, "cache_creation_input_tokens"));
    }
    raise(cache_read_, inner(usage, "prompt_tokens_details", "cached_tokens"));
    raise(cache_read_, inner(usage, "input_tokens_details", "cached_tokens"));
    raise(reasoning_, inner(usage, "completion_tokens_details", "reasoning_tokens"));
    raise(reasoning_, inner(usage, "output_tokens_details", "reasoning_tokens"));
}

providers::Usage UsageTap::usage() const {
    return {
        .input_tokens = input_ + (counts_cache_apart_ ? cache_read_ + cache_write_ : 0),
        .output_tokens = output_,
        .cache_read_tokens = cache_read_,
        .cache_write_tokens = cache_write_,
        .reasoning_tokens = reasoning_};
}

}  // namespace fovea::gateway
