// Results of tools are anybody's text: runs of base64 in it are in order and inside, decode to what
// they promise at most, and none that is long stays.
#include "fovea/tools/base64_runs.hpp"

#include <cctype>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace fovea::tools;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    std::string rest;
    std::size_t done = 0;
    for (const auto& run : find_base64(text)) {
        if (run.begin < done || run.data < run.begin || run.end <= run.data) __builtin_trap();
        if (run.end > size) __builtin_trap();
        if (decode_run(text, run).size() > run.bytes()) __builtin_trap();
        rest += std::string(text.substr(done, run.begin - done)) + " ";
        done = run.end;
    }
    rest += text.substr(done);
    std::size_t length = 0;
    bool letter = false;  // that no number has
    for (const char c : rest) {
        const bool fits = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '+' || c == '/';
        length = fits ? length + 1 : 0;
        letter = fits && (letter || c == '+' || c == '/' || (c | 0x20) > 'f');
        if (length > kMaxShownBase64 && letter) __builtin_trap();
    }
    return 0;
}
