#include "fovea/media/image/webp/library.hpp"

#include <string>

namespace fovea::media {
namespace {

const char* reason_of(VP8StatusCode status) {
    switch (status) {
        case VP8_STATUS_OK: return "no error";
        case VP8_STATUS_OUT_OF_MEMORY: return "out of memory";
        case VP8_STATUS_INVALID_PARAM: return "invalid parameter";
        case VP8_STATUS_BITSTREAM_ERROR: return "corrupt data";
        case VP8_STATUS_UNSUPPORTED_FEATURE: return "unsupported feature";
        case VP8_STATUS_SUSPENDED:
        case VP8_STATUS_NOT_ENOUGH_DATA: return "the data ends too early";
        case VP8_STATUS_USER_ABORT: return "aborted";
    }
    return "unknown error";
}

}  // namespace

Result<WebPDecoderConfig> make_webp_config() {
    WebPDecoderConfig config;
    if (WebPInitDecoderConfig(&config) == 0) {
        return Error{ErrorCode::Internal, "libwebp is of another version than its headers"};
    }
    return config;
}

Result<void> run_webp(ByteView data, WebPDecoderConfig& config) {
    const auto status = WebPDecode(octets(data), data.size(), &config);
    if (status == VP8_STATUS_OK) return {};
    return Error{
        ErrorCode::DecodeFailed, std::string("WebP cannot be decoded: ") + reason_of(status)};
}

}  // namespace fovea::media
