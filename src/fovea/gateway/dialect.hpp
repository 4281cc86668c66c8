// What the two ways through the gateway share: the dialects that programs speak to it, a request as it was understood, and
// whoever writes the answer.
//
//     const auto request = TRY(read_request(Dialect::OpenaiChat, body, files));   // inbound/read_request.hpp
//     const auto writer = make_writer(dialect, {.request = request, .id = "…"});  // outbound/make_writer.hpp
//     send(writer->begin());
//     for (event of the turn) send(writer->event(event));
//     send(writer->end(reply));
#pragma once

#include "fovea/base/error.hpp"
#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/providers/dialect.hpp"
#include "fovea/providers/provider.hpp"
#include "fovea/providers/wishes.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::gateway {

enum class Dialect : std::uint8_t { Anthropic, OpenaiChat, OpenaiResponses, Ollama };

std::string_view name_of(Dialect dialect
);  // "anthropic", "openai_chat", "openai_responses", "ollama"

// Whether a provider of that kind (config/provider_kinds.hpp) speaks it, so that a body may go on as it is.
bool is_spoken_by(Dialect dialect, std::string_view provider_kind);

// A file that came inside a body. `base64` may be in pieces of a line, as some write it.
struct InlineFile {
    std::string_view base64;
    std::string_view mime;      // as it was declared; may be empty or wrong
    std::string_view filename;  // may be empty
};

// Where a body's files go: checked, stored, named by hash. What cannot be read is no error: it becomes words that say
// so. May block; called once for each time that a file appears.
class FileTaker {
public:
    virtual ~FileTaker() = default;
    virtual content::ContentBlock take_image(const InlineFile& file) = 0;
    virtual content::ContentBlock take_document(const InlineFile& file) = 0;

    // What is named by an address, which others open.
    virtual content::ContentBlock take_image_at(std::string_view url) {
        content::ImageBlock image;
        image.source = content::UrlRef{std::string(url)};
        return image;
    }
    virtual content::ContentBlock take_document_at(
        std::string_view url, std::string_view filename
    ) {
        return content::DocumentBlock{
            .source = content::UrlRef{std::string(url)},
            .mime = "application/pdf",
            .filename = std::string(filename)};
    }
};

// A tool whose name not every provider takes, or that stands in a namespace, which other APIs have not.
struct RenamedTool {
    std::string name;        // to the model
    std::string theirs;      // to the client
    std::string space = {};  // Responses: "functions" of "functions.exec"; empty: none
};

// One request, in the words of content/. Messages of the system are in `system`, those in the middle of the
// conversation are messages of Role::System.
struct ParsedRequest {
    std::string model;  // as the program named it
    std::string system = {};
    std::vector<content::Message> messages = {};
    std::vector<providers::ToolSpec> tools = {};
    providers::Wishes wishes = {};
    std::vector<RenamedTool> renamed_tools = {};
    std::vector<std::string> free_text_tools = {};  // those whose input is text for the client
    std::optional<std::string> json_schema = {};
    std::optional<std::uint32_t> max_output_tokens = {};
    bool streams = false;
    bool caches = false;       // the client marked what is worth remembering
    bool wants_usage = false;  // OpenAI Chat: stream_options.include_usage

    // What of the conversation lies with the server that it was begun with ("previous_response_id"), so that nobody else can
    // be asked to go on with it; empty: it is all here.
    std::string lies_with_server = {};

    // Fields that nothing was made of, for a header that says so: "logprobs", "tools[2] (web_search)".
    std::vector<std::string> dropped = {};

    // For the writer of the answer alone: what this dialect repeats in it, as JSON ({} where nothing is).
    std::string echo = "{}";
};

// What went wrong, to be said in the client's own shape.
struct ApiError {
    int status = 500;
    std::string message;
    std::string type = {};  // of the upstream's error, where it told one: "rate_limit_error"
    std::optional<std::chrono::seconds> retry_after = {};
    bool is_too_long = false;  // more tokens than the model takes
};

// Writes one answer. Pure: gives bytes, sends none. The events may be of several replies one after the other; the
// Reply at the end is all of it together, with usage summed.
class ReplyWriter {
public:
    virtual ~ReplyWriter() = default;

    virtual std::string_view content_type() const = 0;  // "text/event-stream"

    // ---- an answer in pieces
    virtual std::string begin() = 0;
    virtual std::string event(const providers::StreamEvent& event) = 0;  // may be empty
    virtual std::string ping(
    ) = 0;  // keeps the connection open while nothing is said; may be empty
    virtual std::string end(const providers::Reply& reply) = 0;
    virtual std::string fail(const ApiError& error) = 0;  // after begin()

    // ---- or whole
    virtual std::string whole(const providers::Reply& reply) = 0;
};

}  // namespace fovea::gateway
