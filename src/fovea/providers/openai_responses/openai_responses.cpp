#include "fovea/providers/openai_responses/openai_responses.hpp"

#include "fovea/providers/openai_errors.hpp"
#include "fovea/providers/openai_parts.hpp"

namespace fovea::providers::openai_responses {
namespace {

class OpenAiResponses final : public Dialect {
public:
    std::string_view kind() const override { return kKind; }

    Result<WireRequest> write(
        const Request& request, const ModelTraits& traits, ReplyForm delivery, BlobSource& blobs
    ) const override {
        return write_request(request, traits, delivery, blobs);
    }

    Headers authentication(std::string_view key) const override { return bearer(key); }

    Result<Reply, WireFailure> read_reply(std::string_view body) const override {
        return openai_responses::read_reply(body);
    }

    std::unique_ptr<StreamReader> open_stream() const override {
        return openai_responses::open_stream();
    }

    WireFailure read_failure(int status, const Headers& headers, std::string_view body)
        const override {
        return read_openai_failure(status, headers, body);
    }
};

}  // namespace

std::unique_ptr<Dialect> make_openai_responses() {
    return std::make_unique<OpenAiResponses>();
}

}  // namespace fovea::providers::openai_responses
