// The few file operations that the store is made of, each finished when it says so: what was synced
// outlives a power cut, what was made is readable by its owner alone. Errors are StoreError with the
// path and the system's reason.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/fd.hpp"
#include "fovea/base/private_folder.hpp"
#include "fovea/base/result.hpp"
#include "fovea/store/call.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::store {

// The names in a folder, sorted; none where there is no folder.
Result<std::vector<std::string>> names_in(const std::filesystem::path& folder);

Result<void> write_all(
    int fd, ByteView bytes, const std::filesystem::path& path, const Call& call = {}
);

// A regular file that is no link. FileNotFound when there is none; LimitExceeded when it is larger
// than `max_bytes`.
Result<Bytes> read_regular_file(
    const std::filesystem::path& path, std::uintmax_t max_bytes, const Call& call = {}
);

enum class LockKind { Shared, Exclusive };

// Holds a lock file of that name until destroyed; waits for it. Between processes and threads.
Result<Fd> lock_file(const std::filesystem::path& path, LockKind kind, const Call& call = {});

}  // namespace fovea::store
