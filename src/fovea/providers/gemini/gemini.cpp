#include "fovea/providers/gemini/gemini.hpp"

namespace fovea::providers::gemini {
namespace {

class Gemini final : public Dialect {
public:
    std::string_view kind() const override { return kKind; }

    Result<WireRequest> write(
        const Request& request, const ModelTraits& traits, ReplyForm delivery, BlobSource& blobs
    ) const override {
        return write_request(request, traits, delivery, blobs);
    }

    Headers authentication(std::string_view key) const override {
        if (key.empty()) return {};
        return {{"x-goog-api-key", std::string(key)}};
    }

    Result<Reply, WireFailure> read_reply(std::string_view body) const override {
        return gemini::read_reply(body);
    }
    std::unique_ptr<StreamReader> open_stream() const override { return gemini::open_stream(); }
    WireFailure read_failure(int status, const Headers& headers, std::string_view body)
        const override {
        return gemini::read_failure(status, headers, body);
    }
};

}  // namespace

std::unique_ptr<Dialect> make_gemini() {
    return std::make_unique<Gemini>();
}

}  // namespace fovea::providers::gemini
