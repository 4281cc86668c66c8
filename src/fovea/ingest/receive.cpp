#include "fovea/ingest/receive.hpp"

#include "fovea/base/ascii.hpp"

#include <utility>

namespace fovea::ingest {

std::string promise_of(const Source& source, std::string_view content_type) {
    const auto by_name = promised_mime(source);
    if (!by_name.empty()) return std::string(by_name);
    auto type = lowered(content_type.substr(0, content_type.find(';')));
    while (type.ends_with(' ')) type.pop_back();
    const bool is_promise =
        type.starts_with("image/") || type.starts_with("video/") || type == "application/pdf";
    return is_promise ? type : "";
}

bool is_corrected(std::string_view promised, std::string_view mime) {
    return !promised.empty() && promised != mime;
}

Result<Received> receive(
    const Source& source, std::size_t max_bytes, const Doors& doors, const std::stop_token& stop
) {
    std::string content_type;
    const FetchUrl fetch = [&](const auto& url, auto most, const auto& token) {
        auto fetched = doors.fetch(url, most, token);
        if (fetched.ok()) content_type = fetched.value().content_type;
        return fetched;
    };
    auto bytes =
        TRY(read_source(source, max_bytes, doors.stored, doors.fetch ? fetch : FetchUrl{}, stop));
    return Received{std::move(bytes), promise_of(source, content_type)};
}

}  // namespace fovea::ingest
