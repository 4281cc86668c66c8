// Whatever the bytes are and however they are cut, the reader finds the same files, and no more bytes in them than came;
// and what it found packs and unpacks to the same again.
#include "fovea/serve/sessions/tar.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using fovea::Result;
using Files = std::vector<std::pair<std::string, std::string>>;

struct Unpacked {
    bool is_whole = false;
    Files files;
};

Unpacked unpack(std::string_view text, std::size_t piece) {
    Unpacked found;
    fovea::serve::TarReader reader(
        {.begin = [&](const std::string& name, std::uint64_t) -> Result<void> {
             found.files.emplace_back(name, "");
             return {};
         },
         .data = [&](std::string_view bytes) -> Result<void> {
             found.files.back().second += bytes;
             return {};
         },
         .end = []() -> Result<void> { return {}; }}
    );
    for (std::size_t at = 0; at < text.size(); at += piece) {
        if (!reader.feed(text.substr(at, piece)).ok()) return found;
    }
    found.is_whole = reader.finish().ok();
    return found;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto whole = unpack(text, std::max<std::size_t>(size, 1));
    const auto cut = unpack(text, 7);
    if (whole.is_whole != cut.is_whole || whole.files != cut.files) std::abort();
    std::size_t bytes = 0;
    for (const auto& [name, content] : whole.files) bytes += content.size();
    if (bytes > size) std::abort();
    if (!whole.is_whole) return 0;
    std::vector<fovea::serve::TarFile> files;
    for (const auto& file : whole.files) {
        const auto& name = file.first;
        if (name.empty() || name.size() > 100 || name.starts_with("./")) return 0;
        files.push_back({name, file.second.size(), [&file](std::uint64_t offset, std::size_t most) {
                             return Result<std::string>(
                                 file.second.substr(static_cast<std::size_t>(offset), most)
                             );
                         }});
    }
    const fovea::serve::TarText tar(std::move(files));
    std::string packed;
    while (packed.size() < tar.size()) packed += tar.read(packed.size(), 1000).value();
    if (unpack(packed, 512).files != whole.files) std::abort();
    return 0;
}
