// A private folder for a process that is to leave nothing behind.
//
//     auto scratch = TRY(ScratchFolder::make({"/tmp"}));
//     open_embedded_store({.root = scratch.path()});
//
// It goes with its object. One whose process was killed goes when the next is made: its owner holds a
// lock on the folder, so that the living are told from the dead.
#pragma once

#include "fovea/base/fd.hpp"
#include "fovea/base/result.hpp"

#include <filesystem>
#include <vector>

namespace fovea::store {

class ScratchFolder {
public:
    // In the first of the places that can be written. StoreError, with the reason of the last, when
    // none can.
    static Result<ScratchFolder> make(const std::vector<std::filesystem::path>& places);

    ScratchFolder(ScratchFolder&& other) noexcept;
    ScratchFolder& operator=(ScratchFolder&&) = delete;
    ~ScratchFolder();

    const std::filesystem::path& path() const { return path_; }

private:
    ScratchFolder(std::filesystem::path path, Fd lock);
    static Result<ScratchFolder> make_in(const std::filesystem::path& place);

    std::filesystem::path path_;  // empty once moved from
    Fd lock_;
};

}  // namespace fovea::store
