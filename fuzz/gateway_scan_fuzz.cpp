// What passes through the gateway: a body is scanned in pieces and whole with the same result, pictures are glanced at, and
// an answer's bytes are read for what they cost, and spliced: without calls of ours nothing of it changes, however it is cut.
#include "fovea/gateway/scan/body_scanner.hpp"
#include "fovea/gateway/scan/picture_glance.hpp"
#include "fovea/gateway/splice/answer_splice.hpp"
#include "fovea/gateway/way/usage_tap.hpp"
#include "fovea/gateway/way/whole_answer.hpp"
#include "fovea/net/upstream/response_reader.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace fovea;

class Text final : public gateway::Base64Text {
public:
    explicit Text(std::string_view text) : text_(text) {}
    std::uint64_t size() const override { return text_.size(); }
    char at(std::uint64_t place) const override {
        if (place >= text_.size()) std::abort();
        return text_[place];
    }

private:
    std::string_view text_;
};

// Two replies of one answer.
std::string spliced(
    gateway::Dialect dialect, gateway::AnswerForm form, std::string_view bytes, std::size_t piece
) {
    const auto splice = gateway::make_answer_splice(dialect, form);
    std::string out;
    for (const auto then : {gateway::Then::GoesOn, gateway::Then::End}) {
        for (std::size_t at = 0; at < bytes.size(); at += piece) {
            out += splice->feed(bytes.substr(at, piece));
        }
        splice->their_calls();
        out += splice->end_reply(then);
    }
    return out;
}

void splice(std::string_view bytes, std::size_t piece) {
    using gateway::AnswerForm;
    using gateway::Dialect;
    for (const auto dialect :
         {Dialect::Anthropic, Dialect::OpenaiChat, Dialect::OpenaiResponses, Dialect::Ollama}) {
        for (const auto form : {AnswerForm::Stream, AnswerForm::Whole}) {
            const auto cut = spliced(dialect, form, bytes, piece);
            if (cut != spliced(dialect, form, bytes, bytes.size() + 1)) std::abort();
        }
        gateway::is_whole_answer(dialect, "text/event-stream", bytes);
        gateway::is_whole_answer(dialect, "application/x-ndjson", bytes);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::size_t piece = data[0] + 1u;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);

    gateway::BodyScanner whole;
    gateway::BodyScanner cut;
    gateway::UsageTap tap;
    net::ResponseReader reader(net::ResponseReader::Method::Other);
    bool reads = true;
    const net::ResponseReader::To to{.head = [](auto) {}, .body = [](auto) {}};
    whole.feed(bytes);
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        const auto part = bytes.substr(at, piece);
        cut.feed(part);
        tap.feed(part);
        reads = reads && reader.feed(part, to).ok();
    }
    auto a = whole.found();
    auto b = cut.found();
    a.has_hidden = b.has_hidden = false;  // where a run is cut may decide
    if (a != b) std::abort();
    for (const auto& file : a.files) {
        if (file.base64.begin > file.base64.end || file.base64.end > bytes.size()) std::abort();
        gateway::glance_at(Text(bytes.substr(file.base64.begin, file.base64.end - file.base64.begin)
        ));
    }
    gateway::glance_at(Text(bytes));
    splice(bytes, piece);
    return 0;
}
