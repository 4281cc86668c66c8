#include "fovea/config/vision_proxy_file.hpp"

#include "fovea/base/atomic_file.hpp"
#include "fovea/base/pretty_json.hpp"
#include "fovea/base/private_folder.hpp"
#include "fovea/config/tree.hpp"

#include <boost/json.hpp>
#include <system_error>

namespace fovea::config {
namespace {

namespace json = boost::json;
namespace fs = std::filesystem;

Error broken(const fs::path& path, const std::string& why) {
    return {
        ErrorCode::ConfigInvalid,
        path.string() + " is not a valid vision-proxy.json: " + why +
            "; repair or remove it (it was not changed)"};
}

}  // namespace

Result<json::object> VisionProxyFile::read() const {
    std::error_code failed;
    const auto status = fs::status(path_, failed);
    if (path_.empty() || status.type() == fs::file_type::not_found) return json::object{};
    // A pipe would be waited for without end.
    if (status.type() != fs::file_type::regular) return broken(path_, "it is not a regular file");
    const auto text = TRY(read_text(path_));
    json::error_code why;
    auto value = json::parse(text, why);
    if (why) return broken(path_, why.message());
    if (!value.is_object()) return broken(path_, "it is not a JSON object");
    return std::move(value.as_object());
}

Result<void> VisionProxyFile::change(const std::function<Result<void>(json::object&)>& edit) const {
    if (path_.empty()) {
        return Error{
            ErrorCode::ConfigInvalid,
            "settings cannot be saved: neither XDG_CONFIG_HOME nor HOME is set"};
    }
    TRY(make_private_folder(path_.parent_path()));
    const auto lock = TRY(hold_lock(path_.parent_path() / ".vision-proxy.lock"));
    const auto before = TRY(read());
    auto after = before;
    TRY(edit(after));
    if (after == before) return {};
    const auto text = to_pretty_json(after);
    return write_file(path_, as_bytes(text), Readers::OwnerOnly);
}

}  // namespace fovea::config
