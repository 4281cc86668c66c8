// A body from any program, read as a request of each dialect: a request or InvalidInput, and what was read is answered in that
// dialect without a crash, its tools under the names that they came with. Written with its own bytes again (splice/) it is the
// same, byte for byte. The first byte chooses the dialect.
#include "fovea/gateway/inbound/read_request.hpp"
#include "fovea/gateway/outbound/make_writer.hpp"
#include "fovea/gateway/splice/splice.hpp"
#include "fovea/gateway/tool_names.hpp"
#include "fovea/providers/dialects.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

using namespace fovea;
using namespace fovea::gateway;

// Every third one cannot be read.
class AnyFiles final : public FileTaker {
public:
    content::ContentBlock take_image(const InlineFile& file) override {
        if (file.base64.size() % 3 == 0) return words(file);
        return content::ImageBlock{
            .source = content::BlobRef{sha256(as_bytes(file.base64))},
            .mime = std::string(file.mime)};
    }
    content::ContentBlock take_document(const InlineFile& file) override {
        if (file.base64.size() % 3 == 0) return words(file);
        return content::DocumentBlock{
            .source = content::BlobRef{sha256(as_bytes(file.base64))},
            .mime = std::string(file.mime)};
    }

private:
    static content::ContentBlock words(const InlineFile& file) {
        return content::TextBlock{"[file of " + std::to_string(file.base64.size()) + "]"};
    }
};

class NoBlobs final : public providers::BlobSource {
public:
    Result<std::uint64_t> size(const content::BlobRef&) override { return std::uint64_t{3}; }
    Result<Bytes> read(const content::BlobRef&) override { return Bytes(3); }
};

void splice(
    Dialect dialect, std::string_view body, const NotedFiles& noted, const ParsedRequest& request
) {
    const delivery::Conversation conversation{
        .system = request.system,
        .messages = request.messages,
        .tools = request.tools,
        .json_schema = request.json_schema,
        .wishes = request.wishes};
    const auto splice = Splice::of(dialect, body, noted.all(), conversation);
    if (!splice) return;
    const auto inner = providers::make_dialect(name_of(dialect)).value();
    NoBlobs blobs;
    const auto written = splice->write(
        {.model = request.model,
         .system = request.system,
         .messages = request.messages,
         .tools = request.tools,
         .json_schema = request.json_schema,
         .wishes = request.wishes},
        *inner,
        {},
        blobs
    );
    if (!written.ok() || !written.value()) return;
    if (written.value()->is_changed) return;  // something could not be read
    const auto text = delivery::body_text(written.value()->body, blobs);
    if (!text.ok() || text.value() != body) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    constexpr Dialect kDialects[] = {
        Dialect::Anthropic, Dialect::OpenaiChat, Dialect::OpenaiResponses, Dialect::Ollama};
    const auto dialect = kDialects[data[0] % 4];
    const std::string_view body(reinterpret_cast<const char*>(data) + 1, size - 1);

    AnyFiles files;
    NotedFiles noted(files);
    const auto request = read_request(dialect, body, noted);
    if (!request.ok()) {
        if (request.error().code != ErrorCode::InvalidInput) __builtin_trap();
        return 0;
    }
    if (request.value().messages.empty()) __builtin_trap();
    for (const auto& tool : request.value().tools) {
        if (tool.name.size() > 64) __builtin_trap();
        if (their_name(request.value(), tool.name).empty() && !tool.name.empty()) __builtin_trap();
    }
    splice(dialect, body, noted, request.value());

    // The conversation as an answer, whole and in pieces.
    providers::Reply reply;
    for (const auto& message : request.value().messages) {
        reply.content.insert(reply.content.end(), message.content.begin(), message.content.end());
    }
    const auto writer = make_writer(dialect, request.value(), {.id = "1"});
    if (writer->whole(reply).empty()) __builtin_trap();
    static_cast<void>(writer->begin());
    if (writer->end(reply).empty()) __builtin_trap();
    return 0;
}
