#include "fovea/store/data_folder.hpp"

#include "fovea/store/private_files.hpp"

#include <system_error>

#include <utility>

namespace fovea::store {

Result<DataFolder> find_data_folder(const DataSources& sources) {
    if (sources.given) {
        std::error_code failed;
        auto root = std::filesystem::absolute(*sources.given, failed).lexically_normal();
        if (sources.given->empty() || failed) {
            return Error{ErrorCode::ConfigInvalid, "the data folder's name is empty"};
        }
        if (!root.has_filename()) root = root.parent_path();  // "data/"
        return DataFolder{std::move(root)};
    }
    // The XDG rules: a relative path there counts for nothing.
    if (sources.xdg_data_home.starts_with('/')) {
        return DataFolder{std::filesystem::path(sources.xdg_data_home) / "fovea"};
    }
    if (sources.home.starts_with('/')) {
        return DataFolder{std::filesystem::path(sources.home) / ".local/share/fovea"};
    }
    return Error{
        ErrorCode::ConfigInvalid, "no data folder: set XDG_DATA_HOME or HOME, or use --data DIR"};
}

Result<DataFolder> make_data_folder(const DataSources& sources) {
    auto folder = TRY(find_data_folder(sources));
    TRY(make_private_folder(folder.root));
    return folder;
}

}  // namespace fovea::store
