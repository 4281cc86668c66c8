#include "fovea/net/http/origin.hpp"

#include "fovea/base/ascii.hpp"

#include <curl/curl.h>
#include <memory>

namespace fovea::net {

namespace {

struct FreeUrl {
    void operator()(CURLU* url) const { curl_url_cleanup(url); }
};

std::string part(CURLU* url, CURLUPart which) {
    char* text = nullptr;
    if (curl_url_get(url, which, &text, CURLU_DEFAULT_PORT) != CURLUE_OK) return {};
    const std::unique_ptr<char, void (*)(void*)> owner(text, curl_free);
    return text;
}

}  // namespace

Result<Origin> origin_of(const std::string& url) {
    const std::unique_ptr<CURLU, FreeUrl> parsed(curl_url());
    // A string for C: what stands behind a NUL would never be sent.
    if (!parsed || url.find('\0') != std::string::npos ||
        curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), CURLU_NON_SUPPORT_SCHEME) !=
            CURLUE_OK) {
        return Error{ErrorCode::InvalidInput, "not a URL"};
    }
    Origin origin{
        part(parsed.get(), CURLUPART_SCHEME),
        part(parsed.get(), CURLUPART_HOST),
        part(parsed.get(), CURLUPART_PORT)};
    for (auto* word : {&origin.scheme, &origin.host}) {
        *word = lowered(*word);
    }
    if (origin.scheme != "http" && origin.scheme != "https") {
        return Error{ErrorCode::InvalidInput, "neither http nor https"};
    }
    if (origin.host.empty()) return Error{ErrorCode::InvalidInput, "a URL without a host"};
    return origin;
}

}  // namespace fovea::net
