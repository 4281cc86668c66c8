// A file that is being written, under a name of its own until it is whole.
//
//     auto file = TRY(TemporaryFile::make(folder));
//     TRY(file.write(bytes));
//     TRY(file.sync());
//     TRY(file.rename_to(path));
//
// Removed again when it was not renamed. Its writer holds a lock on it, so that after a crash the
// next process can tell at once which ones nobody will finish.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/store/private_files.hpp"
#include "fovea/store/timestamp.hpp"

#include <filesystem>
#include <vector>

namespace fovea::store {

class TemporaryFile {
public:
    static Result<TemporaryFile> make(const std::filesystem::path& folder);

    TemporaryFile(TemporaryFile&& other) noexcept;
    TemporaryFile& operator=(TemporaryFile&&) = delete;
    ~TemporaryFile();

    const std::filesystem::path& path() const { return path_; }

    Result<void> write(ByteView bytes, const Call& call = {});
    Result<void> sync();
    Result<void> rename_to(const std::filesystem::path& path);

private:
    TemporaryFile(std::filesystem::path path, Fd fd);

    std::filesystem::path path_;  // empty once renamed
    Fd fd_;
};

// Whether files can be made in a folder and hold something: not on a disk that is read-only or full.
Result<void> check_writable(const std::filesystem::path& folder);

Result<void> set_time(const std::filesystem::path& path, Time time);

// The files in the folder that nobody is writing any more.
Result<std::vector<std::filesystem::path>> abandoned_files(const std::filesystem::path& folder);
Result<void> remove_abandoned_files(const std::filesystem::path& folder);

}  // namespace fovea::store
