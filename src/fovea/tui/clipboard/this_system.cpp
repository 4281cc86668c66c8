#include "fovea/tui/clipboard/this_system.hpp"

#include "fovea/base/fd.hpp"
#include "fovea/media/image/sniff.hpp"
#include "fovea/tui/clipboard/clipboard_programs.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <utility>

namespace fovea::tui {
namespace {

bool runs_under_windows() {
    std::ifstream file("/proc/sys/kernel/osrelease");
    std::string release;
    std::getline(file, release);
    return release.find("icrosoft") != std::string::npos;
}

std::string name_of_host() {
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0) return {};
    return name.data();
}

// By the program of that name, which knows where the drives are.
std::string path_here(
    const ClipboardSettings& settings, const std::string& windows_path, const std::stop_token& stop
) {
    const ClipboardPrograms programs(settings, stop);
    const auto said = programs.run("wslpath", {"-u", "--", windows_path}, 4096, settings.patience);
    if (!said.ok() || !said.value().out) return {};
    auto path = *said.value().out;
    while (path.ends_with('\n') || path.ends_with('\r')) path.pop_back();
    return path;
}

}  // namespace

bool begins_like_a_picture(const std::string& path) {
    // Opened as a user's file is anywhere: no waiting for pipes, no terminal taken over.
    const Fd file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    struct stat facts {};
    if (!file || ::fstat(file.number(), &facts) != 0 || !S_ISREG(facts.st_mode)) return false;
    std::array<std::byte, 4096> head;
    const auto got = ::pread(file.number(), head.data(), head.size(), 0);
    if (got <= 0) return false;
    const auto mime = media::sniff(ByteView(head).first(static_cast<std::size_t>(got))).mime;
    return mime.starts_with("image/") || mime.starts_with("video/") || mime == "application/pdf";
}

ClipboardSettings clipboard_settings_here(std::size_t max_file_bytes, const std::stop_token& stop) {
    ClipboardSettings settings;
    settings.variable = [](const char* name) -> const char* { return std::getenv(name); };
    settings.max_bytes = max_file_bytes;
    settings.is_wsl = runs_under_windows();
#ifdef __APPLE__
    settings.is_mac = true;
#endif
    const char* home = std::getenv("HOME");
    settings.rules = {
        .home = home == nullptr ? std::string() : std::string(home),
        .host = name_of_host(),
        .is_picture = begins_like_a_picture};
    if (settings.is_wsl) {
        auto plain = settings;  // without the rules that are being made
        settings.rules.from_windows = [plain, &stop](const std::string& path) {
            return path_here(plain, path, stop);
        };
    }
    return settings;
}

}  // namespace fovea::tui
