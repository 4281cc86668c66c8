// Files and folders that are open to nobody, whatever the workspace is: those of Fovea itself.
//
//     const ClosedPlaces own({"/home/me/.config/fovea", "/home/me/keys/anthropic"});
//     own.holds(file);   // inside one of them, or another name of one that is a file
//
// Configuration of projects, whichever they are, is among them unsaid. The others need not be there yet. Links in front of them are followed once, when this is made.
#pragma once

#include "fovea/ingest/file_guard.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fovea::ingest {

class ClosedPlaces {
public:
    explicit ClosedPlaces(const std::vector<std::filesystem::path>& places);

    bool holds(const RealFile& file) const;

private:
    bool is_another_name(const RealFile& file) const;

    std::vector<std::filesystem::path> places_;  // absolute, without links
    std::vector<std::string> comparable_;        // the same
};

// Objects to what lies there, and asks `then` about the rest.
FileGuard guard_of(ClosedPlaces own, FileGuard then = {});

}  // namespace fovea::ingest
