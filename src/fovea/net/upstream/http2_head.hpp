// The head of an HTTP/1.1 request as the fields of HTTP/2 (RFC 9113, 8.2): what belongs to one connection stays behind, the
// rest keeps its order. Internal to upstream/.
//
//     const Http2Head head(text, origin);
//     nghttp2_submit_request(…, head.fields().data(), head.fields().size(), head.has_body() ? …);
#pragma once

#include "fovea/net/http/origin.hpp"

#include <nghttp2/nghttp2.h>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::net {

class Http2Head {
public:
    // Borrows both. Names are in lower case already.
    Http2Head(std::string_view text, const Origin& origin);

    const std::vector<nghttp2_nv>& fields() const { return fields_; }
    bool has_body() const { return has_body_; }

private:
    void add(std::string_view name, std::string_view value);

    std::vector<nghttp2_nv> fields_;
    bool has_body_ = false;
};

}  // namespace fovea::net
