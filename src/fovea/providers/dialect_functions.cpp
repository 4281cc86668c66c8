#include "fovea/providers/dialect_functions.hpp"

namespace fovea::providers {
namespace {

class FunctionsDialect final : public Dialect {
public:
    explicit FunctionsDialect(const DialectFunctions& functions) : functions_(functions) {}

    std::string_view kind() const override { return functions_.kind; }

    Result<WireRequest> write(
        const Request& request, const ModelTraits& traits, ReplyForm form, BlobSource& blobs
    ) const override {
        return functions_.write(request, traits, form, blobs);
    }

    Headers authentication(std::string_view key) const override {
        return key.empty() ? Headers{} : functions_.authentication(key);
    }

    Result<Reply, WireFailure> read_reply(std::string_view body) const override {
        return functions_.read_reply(body);
    }
    std::unique_ptr<StreamReader> open_stream() const override { return functions_.open_stream(); }
    WireFailure read_failure(int status, const Headers& headers, std::string_view body)
        const override {
        return functions_.read_failure(status, headers, body);
    }

private:
    DialectFunctions functions_;
};

}  // namespace

std::unique_ptr<Dialect> dialect_of(const DialectFunctions& functions) {
    return std::make_unique<FunctionsDialect>(functions);
}

}  // namespace fovea::providers
