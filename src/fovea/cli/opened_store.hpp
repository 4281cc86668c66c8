// The sessions and pictures of one command, opened when they are first asked for: a command that
// needs none makes no folder.
//
//     OpenedStore store(invocation.settings(), invocation.data);
//     auto* opened = TRY(store.open());
//
// They lie in the folder of --data, else $XDG_DATA_HOME/fovea, else ~/.local/share/fovea;
// store.sessions, store.blobs and images.storage_dir move parts of it (a relative path starts at the
// data folder, "~/" at home). ConfigInvalid where the settings ask for a store that this version
// does not have. Several threads may ask at once.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/settings.hpp"
#include "fovea/ingest/source.hpp"
#include "fovea/store/data_folder.hpp"
#include "fovea/store/embedded_store.hpp"
#include "fovea/store/file_blobs.hpp"

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>

namespace fovea::cli {

class OpenedStore {
public:
    // Borrows the settings. `data` is --data.
    OpenedStore(const config::Settings& settings, std::optional<std::filesystem::path> data);

    // Where everything lies. Makes nothing.
    Result<store::DataFolder> folder() const;

    // The folder is made when it is not there.
    Result<store::EmbeddedStore*> open();

    // Null where nothing was ever stored; then nothing is made.
    Result<store::EmbeddedStore*> open_existing();

    // For "sha256:…" inputs. Null as above; needs no right to write and no session.
    ingest::OpenBlobs pictures();

private:
    Result<store::BlobStore*> open_pictures();

    const config::Settings& settings_;
    std::optional<std::filesystem::path> data_;
    std::mutex lock_;  // guards both
    std::unique_ptr<store::EmbeddedStore> store_;
    std::unique_ptr<store::FileBlobs> pictures_;
};

}  // namespace fovea::cli
