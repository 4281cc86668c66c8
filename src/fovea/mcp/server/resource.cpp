#include "fovea/mcp/server/resource.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/mcp/file_uri.hpp"
#include "fovea/mcp/server/picture.hpp"
#include "fovea/mcp/server/picture_view.hpp"
#include "fovea/media/transform/crop.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <charconv>
#include <span>
#include <string_view>
#include <utility>

namespace fovea::mcp {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxUri = 2000;  // it stands in the answer again

struct Wanted {
    std::string_view picture;
    std::uint32_t max_edge = 0;
    std::string crop;
};

Error no_such(std::string why) {
    return {ErrorCode::InvalidInput, "no such resource: " + std::move(why)};
}

Result<Wanted> parse_uri(std::string_view uri) {
    if (uri.size() > kMaxUri) return no_such("its URI is too long");
    if (!uri.starts_with(kPictureUri)) {
        return no_such("use fovea://image/sha256:<64 digits>");
    }
    const auto question = uri.find('?');
    Wanted wanted{.picture = uri.substr(0, question), .crop = {}};
    auto rest = question == std::string_view::npos ? std::string_view() : uri.substr(question + 1);
    while (!rest.empty()) {
        const auto part = rest.substr(0, rest.find('&'));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        const auto equals = std::min(part.find('='), part.size());
        const auto key = part.substr(0, equals);
        const auto decoded = percent_decoded(part.substr(std::min(equals + 1, part.size())));
        if (!decoded) return no_such("a % must be followed by two hexadecimal digits");
        const auto& value = *decoded;
        if (key == "crop") {
            wanted.crop = value;
        } else if (key == "max_edge") {
            const auto* end = value.data() + value.size();
            const auto [at, failed] = std::from_chars(value.data(), end, wanted.max_edge);
            if (failed != std::errc() || at != end || wanted.max_edge == 0) {
                return no_such("max_edge must be a number of pixels");
            }
        } else {
            return no_such("\"" + std::string(key) + "\" is unknown; use max_edge or crop");
        }
    }
    return wanted;
}

}  // namespace

json::array resource_templates() {
    return {json::object{
        {"uriTemplate", std::string(kPictureUri) + "{id}{?max_edge,crop}"},
        {"name", "image"},
        {"title", "A picture that was seen before"},
        {"description",
         "id is sha256:<hex> as the tools give it. max_edge scales down; crop cuts a part: "
         "r=top-left, n=x,y,w,h (0 to 1) or p=x,y,w,h (pixels)."}}};
}

Result<json::object> read_resource(
    const std::string& uri, const Eyes& eyes, const std::stop_token& stop
) {
    const auto wanted = TRY(parse_uri(uri));
    auto image = TRY(find_stored(wanted.picture, eyes, stop));
    if (!wanted.crop.empty()) {
        const auto crop = TRY(media::parse_crop(wanted.crop));
        image.crop = TRY(media::resolve(crop, image.size));
    }
    const auto view = TRY(view_picture(image, wanted.max_edge, eyes, stop));
    json::string data;
    data.resize(base64_size(view.bytes.size()));
    TRY(encode_base64(view.bytes, std::span<char>(data.data(), data.size())));
    return json::object{{"uri", uri}, {"mimeType", view.mime}, {"blob", std::move(data)}};
}

}  // namespace fovea::mcp
