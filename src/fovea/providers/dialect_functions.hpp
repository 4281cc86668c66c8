// A dialect made of the functions of its folder.
//
//     return dialect_of({.kind = kKind, .write = write_request, .authentication = …});
#pragma once

#include "fovea/providers/dialect.hpp"

#include <memory>
#include <string_view>

namespace fovea::providers {

struct DialectFunctions {
    std::string_view kind;  // lives as long as the program
    Result<WireRequest> (*write
    )(const Request& request, const ModelTraits& traits, ReplyForm form, BlobSource& blobs);
    Headers (*authentication)(std::string_view key);  // of a key that is not empty
    Result<Reply, WireFailure> (*read_reply)(std::string_view body);
    std::unique_ptr<StreamReader> (*open_stream)();
    WireFailure (*read_failure)(int status, const Headers& headers, std::string_view body);
};

std::unique_ptr<Dialect> dialect_of(const DialectFunctions& functions);

}  // namespace fovea::providers
