#include "fovea/net/http/message.hpp"

#include "fovea/base/ascii.hpp"

namespace fovea::net {

std::optional<std::string_view> find_header(const HttpHeaders& headers, std::string_view name) {
    for (const auto& header : headers) {
        if (same_word(header.name, name)) return header.value;
    }
    return std::nullopt;
}

}  // namespace fovea::net
