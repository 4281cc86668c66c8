#include "prompt_cache.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/base/digest.hpp"
#include "fovea/media/image/decode.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <chrono>

namespace fovea::bench {
namespace {

namespace json = boost::json;

constexpr std::size_t kLookBack = 20;         // blocks
constexpr std::uint64_t kLeastPrefix = 1024;  // tokens; shorter ones are not kept
constexpr std::uint64_t kBytesPerToken = 4;
constexpr std::uint64_t kUnknownPictureTokens = 1600;

bool is_marked(const json::value& block) {
    return block.is_object() && block.as_object().contains("cache_control");
}

// Marks are no part of the prompt.
json::value without_mark(json::value block) {
    if (block.is_object()) block.as_object().erase("cache_control");
    return block;
}

std::string_view text_at(const json::object& object, std::string_view name) {
    const auto* value = object.if_contains(name);
    const auto* text = value != nullptr ? value->if_string() : nullptr;
    return text != nullptr ? std::string_view(*text) : std::string_view();
}

}  // namespace

CacheUse& CacheUse::operator+=(const CacheUse& other) {
    read += other.read;
    written += other.written;
    fresh += other.fresh;
    return *this;
}

std::uint64_t PromptCache::tokens_of(const json::value& value) const {
    if (const auto* array = value.if_array()) {
        std::uint64_t tokens = 0;
        for (const auto& each : *array) tokens += tokens_of(each);
        return tokens;
    }
    const auto* object = value.if_object();
    if (object == nullptr) return (json::serialize(value).size() + 3) / kBytesPerToken;
    if (text_at(*object, "type") == "text") {
        return (text_at(*object, "text").size() + 3) / kBytesPerToken;
    }
    if (text_at(*object, "type") == "tool_result") return tokens_of(object->at("content")) + 8;
    if (text_at(*object, "type") != "image") {
        return (json::serialize(value).size() + 3) / kBytesPerToken;
    }
    const auto* rule = models::shipped_catalogue().rule(model_.image_tokens);
    const auto bytes = decode_base64(text_at(object->at("source").as_object(), "data"));
    if (rule == nullptr || !bytes.ok()) return kUnknownPictureTokens;
    const auto info = media::probe(bytes.value(), {});
    if (!info.ok()) return kUnknownPictureTokens;
    const auto tokens = models::estimate_image_tokens(*rule, info.value().size);
    return tokens.ok() ? tokens.value() : kUnknownPictureTokens;
}

Result<std::vector<PromptCache::Block>> PromptCache::blocks_of(const json::object& body) const {
    std::vector<Block> blocks;
    const auto add = [&](std::string_view place, const json::value& value) {
        const auto text = json::serialize(without_mark(value));
        auto prefix = blocks.empty() ? std::string() : blocks.back().prefix;
        prefix += std::string(place) + text;
        blocks.push_back({sha256(as_bytes(prefix)).hex(), tokens_of(value), is_marked(value)});
    };
    if (const auto* tools = body.if_contains("tools"); tools != nullptr && tools->is_array()) {
        for (const auto& tool : tools->as_array()) add("tool", tool);
    }
    if (const auto* system = body.if_contains("system")) {
        if (system->is_array()) {
            for (const auto& block : system->as_array()) add("system", block);
        } else {
            add("system", *system);
        }
    }
    const auto* messages = body.if_contains("messages");
    if (messages == nullptr || !messages->is_array()) {
        return Error{ErrorCode::InvalidInput, "a body without messages"};
    }
    for (const auto& message : messages->as_array()) {
        const auto& said = message.as_object();
        for (const auto& block : said.at("content").as_array()) add(text_at(said, "role"), block);
    }
    // One mark for the whole request stands on its last block.
    if (!blocks.empty() && body.contains("cache_control")) blocks.back().is_marked = true;
    return blocks;
}

// How many blocks are read.
std::size_t PromptCache::longest_kept(const std::vector<Block>& blocks) const {
    std::size_t longest = 0;
    for (std::size_t mark = 0; mark < blocks.size(); ++mark) {
        if (!blocks[mark].is_marked) continue;
        const auto first = mark > kLookBack ? mark - kLookBack : 0;
        for (auto at = first; at <= mark; ++at) {
            if (kept_.contains(blocks[at].prefix)) longest = std::max(longest, at + 1);
        }
    }
    return longest;
}

Result<CacheUse> PromptCache::send(std::string_view body) {
    boost::system::error_code broken;
    const auto parsed = json::parse(body, broken);
    if (broken || !parsed.is_object()) {
        return Error{ErrorCode::InvalidInput, "a body that is not a JSON object"};
    }
    const auto blocks = TRY(blocks_of(parsed.as_object()));
    const auto read = longest_kept(blocks);
    std::size_t marked = 0;  // blocks up to the last mark
    std::uint64_t so_far = 0;
    for (std::size_t at = 0; at < blocks.size(); ++at) {
        so_far += blocks[at].tokens;
        if (!blocks[at].is_marked || so_far < kLeastPrefix) continue;
        marked = at + 1;
        kept_.insert(blocks[at].prefix);
    }
    CacheUse use;
    for (std::size_t at = 0; at < blocks.size(); ++at) {
        (at < read ? use.read : at < marked ? use.written : use.fresh) += blocks[at].tokens;
    }
    return use;
}

double PromptCache::usd(const CacheUse& use) const {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    const auto cost = models::cost_of(
        model_.prices,
        {.input = use.read + use.written + use.fresh,
         .cache_read = use.read,
         .cache_write = use.written},
        now
    );
    return static_cast<double>(cost.value_or(0)) / 1e9;
}

std::string without_marks(std::string body) {
    constexpr std::string_view kMark = R"(,"cache_control":{"type":"ephemeral"})";
    for (auto at = body.find(kMark); at != body.npos; at = body.find(kMark, at)) {
        body.erase(at, kMark.size());
    }
    return body;
}

std::string_view said_so_far(std::string_view body) {
    for (const std::string_view next :
         {R"(],"tools":[)", R"(],"output_config":)", R"(],"stream":)"}) {
        const auto at = body.rfind(next);
        if (at != body.npos) return body.substr(0, at);
    }
    return body;
}

}  // namespace fovea::bench
