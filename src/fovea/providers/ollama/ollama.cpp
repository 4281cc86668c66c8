#include "fovea/providers/ollama/ollama.hpp"

namespace fovea::providers::ollama {
namespace {

class Ollama final : public Dialect {
public:
    std::string_view kind() const override { return kKind; }

    Result<WireRequest> write(
        const Request& request, const ModelTraits& traits, ReplyForm delivery, BlobSource& blobs
    ) const override {
        return write_request(request, traits, delivery, blobs);
    }

    Headers authentication(std::string_view key) const override {
        if (key.empty()) return {};
        return {{"authorization", "Bearer " + std::string(key)}};
    }

    Result<Reply, WireFailure> read_reply(std::string_view body) const override {
        return ollama::read_reply(body);
    }
    std::unique_ptr<StreamReader> open_stream() const override { return ollama::open_stream(); }
    WireFailure read_failure(int status, const Headers& headers, std::string_view body)
        const override {
        return ollama::read_failure(status, headers, body);
    }
};

}  // namespace

std::unique_ptr<Dialect> make_ollama() {
    return std::make_unique<Ollama>();
}

}  // namespace fovea::providers::ollama
