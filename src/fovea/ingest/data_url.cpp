#include "fovea/ingest/data_url.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/base/base64.hpp"

#include <algorithm>
#include <cctype>

namespace fovea::ingest {
namespace {

constexpr std::string_view kScheme = "data:";
constexpr std::string_view kBase64 = ";base64";

// What stands between "data:" and the comma; it is never long.
std::string head_of(std::string_view url) {
    constexpr std::size_t kMaxHead = 256;
    const auto comma = url.substr(0, kMaxHead).find(',');
    if (!is_data_url(url) || comma == std::string_view::npos) return {};
    return lowered(url.substr(kScheme.size(), comma - kScheme.size()));
}

}  // namespace

bool is_data_url(std::string_view text) {
    return lowered(text.substr(0, kScheme.size())) == kScheme;
}

std::string mime_of_data_url(std::string_view url) {
    const auto head = head_of(url);
    return head.substr(0, head.find(';'));
}

Result<Bytes> bytes_of_data_url(std::string_view url, std::size_t max_bytes) {
    if (!head_of(url).ends_with(kBase64)) {
        return Error{
            ErrorCode::InvalidInput, "a data URL must have the form data:image/png;base64,DATA"};
    }
    return bytes_of_base64(url.substr(url.find(',') + 1), max_bytes);
}

Result<Bytes> bytes_of_base64(std::string_view text, std::size_t max_bytes) {
    const Error too_large{
        ErrorCode::FileTooLarge,
        "the base64 has more than " + std::to_string(max_bytes) + " bytes"};
    // Before memory is taken for it. White space counts for nothing, so there may be some more.
    if (text.size() / 2 > base64_size(max_bytes)) return too_large;
    auto bytes = decode_base64(text);
    if (!bytes.ok()) return Error{ErrorCode::InvalidInput, "the data is not base64"};
    if (bytes.value().size() > max_bytes) return too_large;
    return bytes;
}

}  // namespace fovea::ingest
