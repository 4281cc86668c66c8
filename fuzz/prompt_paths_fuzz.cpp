// A prompt is any text: every path in it lies inside, begins with its "@", and the search ends.
#include "fovea/tools/path_glob.hpp"
#include "fovea/tools/prompt_paths.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace fovea::tools;
    const std::string_view prompt(reinterpret_cast<const char*>(data), size);
    std::size_t from = 0;
    while (const auto path = next_prompt_path(prompt, from)) {
        if (path->begin < from || prompt[path->begin] != '@') __builtin_trap();
        std::size_t last = size + 1;
        for (const auto& reading : path->readings) {
            if (reading.path.empty() || reading.end > size || reading.end >= last) __builtin_trap();
            last = reading.end;
        }
        from = path->begin + 1;
    }
    // The same text as a pattern of paths: an error, or one that can be matched.
    const auto glob = PathGlob::parse(prompt.substr(0, 200));
    if (glob.ok()) glob.value().matches(prompt);
    return 0;
}
