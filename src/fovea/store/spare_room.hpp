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
    static constexpr std::uint64_t kBytes = 2u << 20;

    explicit SpareRoom(const std::filesystem::path& folder) : file_(folder / "spare") {}

    // Nothing where it is there already, and where so much more could not be written soon after.
    void keep() const;

    // False: there is none, or the disk has room.
    bool give() const;

private:
    std::filesystem::path file_;
};

}  // namespace fovea::store
