// Whether a file or folder is the user's own or the system's. What lies in a folder of somebody else, or in
// one that everybody may write to (/tmp), was perhaps put there for the user to find (as CVE-2022-24765 did
// with .git).
//
//     is_own_folder("/home/me/project");   // true
//     is_own_folder("/tmp");               // false
#pragma once

#include <filesystem>

namespace fovea::agent {

// The user's, or root's where not everybody may write to it.
bool is_own_folder(const std::filesystem::path& folder);

// The user's or root's. Of a link, both the link and what it leads to.
bool is_own_file(const std::filesystem::path& file);

}  // namespace fovea::agent
