#include "fovea/media/worker/find_program.hpp"

#include <system_error>
#include <unistd.h>

#include <array>
#include <string>

namespace fovea::media {

Result<std::filesystem::path> find_program(std::string_view name, std::string_view purpose) {
    std::error_code failed;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", failed);
    const auto folder = failed ? std::filesystem::path() : self.parent_path();
    const std::array<std::filesystem::path, 3> places = {
        folder / name,
        folder / "../libexec/fovea" / name,
        std::filesystem::path(FOVEA_LIBEXEC_DIR) / name,
    };
    for (const auto& place : places) {
        if (::access(place.c_str(), X_OK) == 0) return place.lexically_normal();
    }
    std::string message(name);
    message.append(", the program that ").append(purpose).append(", is neither beside ");
    message.append(self.string()).append(" nor in ").append(places[2].parent_path().string());
    return Error{ErrorCode::Internal, std::move(message)};
}

Result<std::filesystem::path> find_cage_program() {
    return find_program("fovea-cage", "locks up the programs that read documents and videos");
}

}  // namespace fovea::media
