// A model that answers: the one interface behind which local and remote ones stand.
//
//     auto reply = TRY(provider.complete(request, blobs, stop));
//     print(content::text_of(reply.content));
//
// complete() blocks until the reply is whole, the request's time is over or `stop` is asked for.
// Several threads may call it at once.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/content/seen.hpp"
#include "fovea/providers/wishes.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::providers {

// Where the bytes of a BlobRef come from.
class BlobSource {
public:
    virtual ~BlobSource() = default;
    virtual Result<std::uint64_t> size(const content::BlobRef& blob) = 0;
    virtual Result<Bytes> read(const content::BlobRef& blob) = 0;
};

struct ToolSpec {
    std::string name;
    std::string description;
    std::string input_schema;  // a JSON schema, as text
    bool strict = false;  // its input must be of exactly this form, where the API can see to it

    bool operator==(const ToolSpec&) const = default;
};

// Whether the provider is asked to remember the prompt, where it has to be asked: worth its price
// when the conversation goes on (X2). Providers that always do are not told.
enum class PromptCache : std::uint8_t { Unasked, Asked };

// What is sent. Every picture in it is final: fitted to the model, named by the hash of exactly the
// bytes that go out, or a URL; a crop is left only for models that take one (local/ocr).
struct Request {
    std::string model;  // without the provider's name: "ocr" of "local/ocr"
    std::string system;
    std::vector<content::Message> messages;
    std::vector<ToolSpec> tools = {};
    std::optional<std::string> json_schema = {};  // the reply must satisfy it
    std::uint32_t max_output_tokens = 4096;       // 0: as many as the model gives
    std::chrono::milliseconds timeout{60'000};
    PromptCache cache = PromptCache::Unasked;
    Wishes wishes = {};
};

// As reported by the provider, counted the same way for all: the input holds what was read from and
// written to the prompt cache, the output holds the reasoning. A local model counts nothing.
struct Usage {
    std::uint64_t input_tokens = 0;
    std::uint64_t output_tokens = 0;
    std::uint64_t cache_read_tokens = 0;
    std::uint64_t cache_write_tokens = 0;       // with the short time to live
    std::uint64_t cache_write_long_tokens = 0;  // with the long one
    std::uint64_t reasoning_tokens = 0;
    double cost_usd = 0;

    bool operator==(const Usage&) const = default;
};

enum class FinishReason : std::uint8_t {
    Stop,
    ToolCalls,
    Length,
    ContentFilter,
    Pause,
    Error,
    Other,
};

struct Reply {
    std::vector<content::ContentBlock> content;
    FinishReason finish = FinishReason::Stop;
    Usage usage;

    // What a provider that reports places found; empty for others.
    std::vector<content::LabelledBox> boxes;
    std::vector<content::SeenWord> words;
    std::vector<content::SeenElement> elements = {};
    std::string value = {};  // the bare answer, of one that is certain of it; else empty

    std::string stop_sequence = {};  // of Wishes::stop, the one that ended it, where that is told

    bool complete = true;  // false: something was not seen; the text says what and why

    bool operator==(const Reply&) const = default;
};

class Provider {
public:
    virtual ~Provider() = default;

    // Names what replies depend on besides the request, so that a kept reply of another revision is
    // not taken for this one's.
    virtual std::string revision() const = 0;

    // False for what is no language model: it gets the question as it is, and no words around it.
    virtual bool needs_prompt() const { return true; }

    // How this model writes places into its text: "qwen_pixels"; empty when it does not.
    virtual std::string grounding_format() const = 0;

    virtual Result<Reply> complete(
        const Request& request, BlobSource& blobs, const std::stop_token& stop
    ) = 0;
};

}  // namespace fovea::providers
