// Files that a model, a tool or a client names lie inside the workspace roots (V11).
//
//     const auto workspace = TRY(Workspace::open({"."}));
//     const Bytes bytes = TRY(workspace.read("shots/login.png", 32 << 20));
//
// A path is relative to the first root, or absolute and inside one of them. `..` segments, links
// that lead out, devices, pipes and folders are refused; a file is opened once, from the root down,
// and read from what was opened, so nothing can be swapped in between. Whatever is refused is
// FileNotFound with the same words as for a file that is not there: nobody learns what lies outside.
//
// What a person names on their own command line does not pass here (source.hpp).
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::ingest {

class Workspace {
public:
    // ConfigInvalid for a root that is not a folder.
    static Result<Workspace> open(const std::vector<std::string>& roots);

    Workspace(Workspace&&) noexcept;
    Workspace& operator=(Workspace&&) noexcept;
    ~Workspace();

    // FileTooLarge when there are more than `max_bytes`.
    Result<Bytes> read(std::string_view path, std::size_t max_bytes) const;

private:
    struct Root {
        std::filesystem::path path;  // absolute, without links
        int fd = -1;
    };

    explicit Workspace(std::vector<Root> roots) : roots_(std::move(roots)) {}

    std::vector<Root> roots_;
};

}  // namespace fovea::ingest
