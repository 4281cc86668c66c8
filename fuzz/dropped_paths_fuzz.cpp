// A paste is any text, and so is what a clipboard lists and what a terminal hands over: no path is taken that was not
// looked at, and none that is not absolute.
#include "fovea/tui/clipboard/dropped_paths.hpp"
#include "fovea/tui/clipboard/inline_file.hpp"

#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace fovea::tui;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    std::set<std::string> looked_at;
    const DropRules rules{
        .home = "/home/me",
        .host = "host",
        .is_picture =
            [&](const std::string& path) {
                if (path.empty() || path[0] != '/' || path.find('\0') != std::string::npos) {
                    __builtin_trap();
                }
                looked_at.insert(path);
                return path.size() % 7 != 0;
            },
        .from_windows = [](const std::string& path) { return "/mnt/" + path; }};
    for (const auto& paths : {dropped_paths(text, rules), listed_paths(text, rules)}) {
        if (paths.size() > kMaxDropped) __builtin_trap();
        for (const auto& path : paths) {
            if (!looked_at.contains(path)) __builtin_trap();
        }
    }
    const auto file = inline_file(text, 1000);
    if (file.ok() && file.value().filename.find('/') != std::string::npos) __builtin_trap();
    if (file.ok() && file.value().bytes.size() > 1000) __builtin_trap();
    return 0;
}
