// The sessions and pictures of one process, opened when they are first asked for: a command that
// needs none makes no folder.
//
//     RunStore store(situation.settings(), situation.data);
//     auto* opened = TRY(store.open());
//
// They lie in the folder of --data, else $XDG_DATA_HOME/fovea, else ~/.local/share/fovea;
// store.sessions, store.blobs and images.storage_dir move parts of it (a relative path starts at the
// data folder, "~/" at home). ConfigInvalid where the settings ask for a store that this version
// does not have. Several threads may ask at once.
//
// A run that only wants answers does not need them kept: with --ephemeral, or where the folder cannot be
// written, open_for_run() lays a store in a scratch folder over what is there.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/settings.hpp"
#include "fovea/host/keeping.hpp"
#include "fovea/ingest/source.hpp"
#include "fovea/store/data_folder.hpp"
#include "fovea/store/embedded_store.hpp"
#include "fovea/store/file_blobs.hpp"
#include "fovea/store/open_store.hpp"
#include "fovea/store/result_cache.hpp"
#include "fovea/store/scratch_folder.hpp"

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace fovea::host {

class RunStore {
public:
    // Borrows the settings. `data` is --data.
    RunStore(
        const config::Settings& settings,
        std::optional<std::filesystem::path> data,
        Keeping keeping = Keeping::Kept
    );

    // Where everything lies. Makes nothing.
    Result<store::DataFolder> folder() const;

    // The folder is made when it is not there.
    Result<store::Store*> open();

    // Null where nothing was ever stored; then nothing is made.
    Result<store::Store*> open_existing();
    // The same to delete, also on a full disk.
    Result<store::Store*> open_to_free();

    // The same to look alone: also where the folder cannot be written.
    Result<store::Store*> open_to_read();

    // Kept where that is wanted and possible, else in a scratch folder. A damaged one is an error, or
    // left alone where `damaged` says that the run can do without.
    enum class Damaged { IsAnError, IsLeftAlone };
    Result<store::Store*> open_for_run(Damaged damaged = Damaged::IsAnError);

    // Where open_for_run() put what belongs to the run: the data folder, or the scratch folder.
    const std::filesystem::path& run_folder() const { return run_folder_; }

    // Why nothing is kept although it was wanted, in words for a person.
    const std::optional<std::string>& not_kept() const { return not_kept_; }

    // Where a cache that lies in `usual` otherwise is to lie: in the scratch folder with --ephemeral.
    store::ResultCache::Settings cache_for_run(store::ResultCache::Settings usual) const;

    // For "sha256:…" inputs. Null as above; needs no right to write and no session.
    ingest::OpenBlobs pictures();

private:
    Result<store::StoreSettings> store_settings() const;
    Result<store::BlobStore*> open_pictures();
    Result<store::Store*> open_kept();  // with the lock
    Result<store::Store*> open_scratch(const Result<store::DataFolder>& below);

    const config::Settings& settings_;
    std::optional<std::filesystem::path> data_;
    Keeping keeping_;
    // Made at once for --ephemeral, or when the data folder turns out not to be writable; goes last.
    std::optional<Result<store::ScratchFolder>> scratch_;
    std::filesystem::path run_folder_;
    std::optional<std::string> not_kept_;
    std::mutex lock_;  // guards what follows
    std::unique_ptr<store::Store> store_;
    std::unique_ptr<store::FileBlobs> pictures_;
};

}  // namespace fovea::host
