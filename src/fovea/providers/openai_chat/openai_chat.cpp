#include "fovea/providers/openai_chat/openai_chat.hpp"

#include "fovea/providers/openai_errors.hpp"
#include "fovea/providers/openai_parts.hpp"

#include <string>

namespace fovea::providers::openai_chat {
namespace {

class OpenAiChat final : public Dialect {
public:
    explicit OpenAiChat(std::string_view kind) : kind_(kind) {}

    std::string_view kind() const override { return kind_; }

    Result<WireRequest> write(
        const Request& request, const ModelTraits& traits, ReplyForm delivery, BlobSource& blobs
    ) const override {
        return write_request(kind_, request, traits, delivery, blobs);
    }

    Headers authentication(std::string_view key) const override { return bearer(key); }

    Result<Reply, WireFailure> read_reply(std::string_view body) const override {
        return openai_chat::read_reply(kind_, body);
    }

    std::unique_ptr<StreamReader> open_stream() const override {
        return openai_chat::open_stream(kind_);
    }

    WireFailure read_failure(int status, const Headers& headers, std::string_view body)
        const override {
        return read_openai_failure(status, headers, body);
    }

private:
    std::string kind_;
};

}  // namespace

std::unique_ptr<Dialect> make_openai_chat(std::string_view kind) {
    return std::make_unique<OpenAiChat>(kind);
}

}  // namespace fovea::providers::openai_chat
