// Room that is kept for the day the disk is full: deleting something writes a little first, and a disk that
// our own database filled has no room even for that.
//
//     const SpareRoom spare(data_folder);
//     spare.keep();                            // when a store is opened: makes the file where there is room
//     if (spare.give()) …                      // the disk is full: the file is gone, try once more
#pragma once

#include <cstdint>
#include <filesystem>

namespace fovea::store {

class SpareRoom {
public:
    // SQLite's journal is as long as that before it is written into the database, which grows by it.
    static constexpr std::uint64_t kBytes = 6u << 20;

    explicit SpareRoom(const std::filesystem::path& folder, std::uint64_t bytes = kBytes)
        : file_(folder / "spare"), bytes_(bytes) {}

    // Nothing where it is there already, and where so much more could not be written soon after.
    void keep() const;

    // Whether the disk is full.
    bool is_needed() const;

    // False: there is none, or the disk has room.
    bool give() const;

private:
    std::filesystem::path file_;
    std::uint64_t bytes_;
};

}  // namespace fovea::store
