// What poppler's and ffmpeg's programs print is as hostile as the document they read.
#include "fovea/media/pdf/bbox_layout.hpp"
#include "fovea/media/pdf/page_ranges.hpp"
#include "fovea/media/pdf/probe_pdf.hpp"
#include "fovea/media/pdf/read_ppm.hpp"
#include "fovea/media/video/look_over.hpp"
#include "fovea/media/video/probe_lines.hpp"
#include "fovea/media/worker/helper_error.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

using namespace fovea;
using namespace fovea::media;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto info = read_pdf_info(text);
    if (info.ok() && info.value().sizes.empty()) __builtin_trap();
    for (const auto& page : read_bbox_layout(text, 1)) {
        if (plain_text(page).size() > 4 * size) __builtin_trap();
    }
    const auto picture = read_ppm(as_bytes(text), 64);
    if (picture.ok() && picture.value().size().longest_edge() > 64) __builtin_trap();
    const auto pages = parse_pages(text, 1000);
    if (pages.ok() && (pages.value().empty() || pages.value().back() > 1000)) __builtin_trap();

    ProbeLines lines;
    for (std::string_view rest = text; !rest.empty();) {
        const auto end = std::min(rest.find('\n'), rest.size());
        lines.take(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    const auto video = lines.finish({});
    if (video.ok() && video.value().size.pixels() == 0) __builtin_trap();
    const std::size_t count = size % 50;
    const auto times = read_frame_times(text, count);
    if (times.size() != count || !std::ranges::is_sorted(times)) __builtin_trap();
    if (last_words(text, "helper").size() > 700) __builtin_trap();
    return 0;
}
