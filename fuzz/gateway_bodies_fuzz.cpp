// A body from any program, read as a request of each dialect: a request or InvalidInput, and what was
// read is answered in that dialect without a crash. The first byte chooses the dialect.
#include "fovea/gateway/inbound/read_request.hpp"
#include "fovea/gateway/outbound/make_writer.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace {

using namespace fovea;
using namespace fovea::gateway;

class NoFiles final : public FileTaker {
public:
    content::ContentBlock take_image(const InlineFile& file) override { return words(file); }
    content::ContentBlock take_document(const InlineFile& file) override { return words(file); }

private:
    static content::ContentBlock words(const InlineFile& file) {
        return content::TextBlock{std::to_string(file.base64.size())};
    }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    constexpr Dialect kDialects[] = {
        Dialect::Anthropic, Dialect::OpenaiChat, Dialect::OpenaiResponses, Dialect::Ollama};
    const auto dialect = kDialects[data[0] % 4];
    const std::string_view body(reinterpret_cast<const char*>(data) + 1, size - 1);

    NoFiles files;
    const auto request = read_request(dialect, body, files);
    if (!request.ok()) {
        if (request.error().code != ErrorCode::InvalidInput) __builtin_trap();
        return 0;
    }
    if (request.value().messages.empty()) __builtin_trap();

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
