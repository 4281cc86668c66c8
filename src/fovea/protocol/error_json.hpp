// An error as every command's --json prints it: {"code", "class", "message"}.
#pragma once

#include "fovea/base/error.hpp"
#include "fovea/base/utf8.hpp"

#include <boost/json/object.hpp>

namespace fovea::protocol {

inline boost::json::object error_json(const Error& error) {
    return {
        {"code", wire_name(error.code)},
        {"class", wire_class(error.code)},
        {"message", to_utf8(error.message)}};
}

}  // namespace fovea::protocol
