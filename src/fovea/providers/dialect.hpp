// One provider's way of speaking: requests out, replies, streams and errors in. Pure: owns no
// socket, no key and no clock, so that what would be sent can be looked at without sending it (P6).
//
//     const auto wire = TRY(dialect.write(request, traits, ReplyForm::Stream, blobs));
//     auto stream = dialect.open_stream();
//     for (piece of what came back) for (const auto& event : TRY(stream->feed(piece))) show(event);
//     const Reply reply = TRY(stream->finish());
//
// A dialect is a folder with request.cpp, reply.cpp, stream.cpp and errors.cpp; the table of all is
// in dialects.cpp.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/providers/body.hpp"
#include "fovea/providers/provider.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace fovea::providers {

enum class ReplyForm : std::uint8_t { Whole, Stream };

// Whether a model takes a temperature and its kin, or answers with an error.
enum class Sampling : std::uint8_t { Taken, WithoutReasoning, Refused };

// How a model is told how much to think: in tokens, in words, or not at all.
enum class Reasoning : std::uint8_t { NotAsked, Budget, Effort };

// What differs from model to model within one dialect; filled from the catalogue.
struct ModelTraits {
    bool vision = true;                // false: pictures become their text placeholder
    bool pdf = false;                  // documents go as they are
    bool url_images = true;            // a picture may go as its URL
    bool tool_result_images = false;   // in place; otherwise in a user message behind (1.2)
    bool native_schema = true;         // structured output
    bool cache_marks = false;          // explicit cache_control marks are sent
    bool user_after_tools = true;      // false: the model has to speak between a tool and the user
    std::uint32_t call_id_length = 0;  // letters and digits of a call's id, exactly; 0: any id
    std::string system_role = "system";
    std::string max_tokens_field = "max_tokens";
    std::string image_detail;  // "high"; empty: none is sent
    std::string api_version;   // Anthropic's header
    Sampling sampling = Sampling::Taken;
    Reasoning reasoning = Reasoning::NotAsked;
    std::uint32_t max_output = 0;  // tokens; 0: not known

    bool operator==(const ModelTraits&) const = default;
};

using Headers = std::vector<std::pair<std::string, std::string>>;

// Where a picture stands in the wire request, as that provider's errors name it.
struct WireImage {
    std::string path;  // "messages.3.content.0"
    content::FileRef file;

    bool operator==(const WireImage&) const = default;
};

struct WireRequest {
    std::string path;  // below the provider's base URL: "/v1/messages"
    Headers headers;   // without the key
    Body body;
    std::vector<WireImage> images;  // in the order sent
};

enum class FailureKind : std::uint8_t {
    ImageRejected,
    TooLarge,
    RateLimited,
    Quota,
    Auth,
    Transient,
    Stream,       // an error or an end in the middle of a stream
    Unsupported,  // the model cannot see, or has no such tool
    NotFound,     // no such model or file
    BadRequest,   // any other refusal
    Garbled,      // an answer that cannot be understood
    Unreachable,  // no answer came: no such name, nobody listens, not who it must be
    TimedOut,
    Cancelled,
    Unsent,  // our own fault: a file of the request cannot be read
};

// A limit that an error told: "At most 4 image(s) may be provided in one prompt.", or a form that a
// server insists on.
struct LearntLimit {
    enum class What : std::uint8_t {
        Images,
        ImageBytes,
        ImageEdge,
        ManyImagesEdge,
        RequestBytes,
        PdfPages,
        LeastEdge,        // px; smaller pictures are refused
        ReplyAfterTools,  // 1: the model has to speak between a tool and the user
        CallIdLength      // letters and digits
    };
    What what;
    std::uint64_t value = 0;

    bool operator==(const LearntLimit&) const = default;
};

struct WireFailure {
    FailureKind kind = FailureKind::BadRequest;
    int status = 0;
    std::string message;  // the provider's own words, without secrets
    std::optional<std::chrono::milliseconds> retry_after = {};
    std::optional<bool> should_retry = {};  // the provider's own word on it
    std::string image_path = {};            // as in WireImage, when the error names one
    std::optional<LearntLimit> limit = {};

    bool operator==(const WireFailure&) const = default;
};

struct TextDelta {
    std::string text;
    bool operator==(const TextDelta&) const = default;
};
struct ThinkingDelta {
    std::string text;
    std::string signature = {};  // of what was thought so far; comes alone, when that is over
    std::string provider = {};   // the kind of who thought, where that is worth keeping
    bool operator==(const ThinkingDelta&) const = default;
};
struct ToolUseStarted {
    std::string id;
    std::string name;
    bool operator==(const ToolUseStarted&) const = default;
};
struct ToolInputDelta {
    std::string id;
    std::string json;
    bool operator==(const ToolInputDelta&) const = default;
};

using StreamEvent = std::variant<TextDelta, ThinkingDelta, ToolUseStarted, ToolInputDelta>;

// One per response. Takes bytes in pieces of any size.
class StreamReader {
public:
    virtual ~StreamReader() = default;
    virtual Result<std::vector<StreamEvent>, WireFailure> feed(std::string_view bytes) = 0;

    // After the last byte: the whole reply, or what is wrong with the stream.
    virtual Result<Reply, WireFailure> finish() = 0;
};

class Dialect {
public:
    virtual ~Dialect() = default;

    virtual std::string_view kind() const = 0;  // "anthropic"

    // The same request gives the same bytes. InvalidInput for what the dialect cannot carry at all.
    virtual Result<WireRequest> write(
        const Request& request, const ModelTraits& traits, ReplyForm delivery, BlobSource& blobs
    ) const = 0;

    virtual Headers authentication(std::string_view key) const = 0;

    virtual Result<Reply, WireFailure> read_reply(std::string_view body) const = 0;
    virtual std::unique_ptr<StreamReader> open_stream() const = 0;
    virtual WireFailure read_failure(int status, const Headers& headers, std::string_view body)
        const = 0;
};

}  // namespace fovea::providers
