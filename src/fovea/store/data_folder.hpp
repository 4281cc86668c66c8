// Where everything that outlives a run lies (S3, DIG-24): the folder given by --data, else
// $XDG_DATA_HOME/fovea, else ~/.local/share/fovea.
//
//     const auto folder = TRY(make_data_folder({.given = given}));
//     const auto store = TRY(open_embedded_store(folder));
#pragma once

#include "fovea/base/result.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace fovea::store {

struct DataFolder {
    std::filesystem::path root;  // absolute

    // Relative to the root; an absolute one lies elsewhere.
    std::filesystem::path sessions_file = "fovea.db";
    std::filesystem::path blobs_folder = "blobs";

    std::filesystem::path sessions() const { return root / sessions_file; }
    std::filesystem::path blobs() const { return root / blobs_folder; }
    std::filesystem::path variants() const { return root / "variants"; }  // can be made again
    std::filesystem::path serve_token() const { return root / "token"; }

    bool operator==(const DataFolder&) const = default;
};

struct DataSources {
    std::optional<std::filesystem::path> given = {};  // --data
    std::string xdg_data_home = {};                   // as in the environment
    std::string home = {};
};

// ConfigInvalid when there is nothing to go by. Makes no folder.
Result<DataFolder> find_data_folder(const DataSources& sources);

// And makes it, mode 0700, when it is not there.
Result<DataFolder> make_data_folder(const DataSources& sources);

}  // namespace fovea::store
