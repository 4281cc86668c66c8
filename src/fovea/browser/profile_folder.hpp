// A folder of a browser's own: its home, its profile, its temporary files. Gone with the object.
//
//     const auto profile = TRY(ProfileFolder::make("/tmp"));
//     profile.path();
//
// One that a program left behind when it was killed is deleted by the next: whoever lives holds a lock
// on their own.
#pragma once

#include "fovea/base/fd.hpp"
#include "fovea/base/result.hpp"

#include <time.h>

#include <filesystem>

namespace fovea::browser {

class ProfileFolder {
public:
    // `now` decides which others are old enough to be left behind.
    static Result<ProfileFolder> make(
        const std::filesystem::path& temporary, time_t now = ::time(nullptr)
    );

    ProfileFolder(ProfileFolder&& other) noexcept;
    ProfileFolder& operator=(ProfileFolder&&) = delete;
    ~ProfileFolder();

    const std::filesystem::path& path() const { return path_; }

private:
    ProfileFolder(std::filesystem::path path, Fd lock);

    std::filesystem::path path_;
    Fd lock_;
};

}  // namespace fovea::browser
