#include "fovea/media/pdf/render_pages.hpp"

#include "fovea/media/image/png/encode.hpp"
#include "fovea/media/pdf/pdf_helper.hpp"
#include "fovea/media/pdf/pdf_text.hpp"
#include "fovea/media/pdf/read_ppm.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace fovea::media {
namespace {

constexpr double kPointsPerInch = 72;

Result<RenderedPage> render_one(
    sandbox::HelperPrograms& helpers,
    ByteView file,
    const PdfPageSize& size,
    std::uint32_t page,
    const RenderRequest& request,
    const std::stop_token& stop
) {
    const auto edge = edge_for(size, request);
    const auto number = std::to_string(page);
    // PPM and not PNG: its reader is three numbers long, and our own encoder is the faster one.
    const auto done = TRY(run_pdf_program(
        helpers,
        {.program = "pdftoppm",
         .package = "poppler-utils",
         .arguments =
             {"-cropbox",
              "-f",
              number,
              "-l",
              number,
              "-scale-to",
              std::to_string(edge),
              std::string(sandbox::kHelperInput)},
         .max_output = std::size_t{edge} * edge * 3 + 64},
        file,
        stop
    ));
    const auto picture = read_ppm(done.output, edge);
    if (!picture.ok()) {
        return Error{
            ErrorCode::DecodeFailed,
            "the PDF is damaged: page " + number + " could not be rendered (" +
                picture.error().message + ")"};
    }
    RenderedPage rendered{.page = page, .size = picture.value().size()};
    rendered.dpi =
        rendered.size.longest_edge() * kPointsPerInch / std::max(size.width, size.height);
    rendered.png.resize(png_encode_bound(picture.value().shape()));
    rendered.png.resize(TRY(encode_png(picture.value(), {}, rendered.png)));
    return rendered;
}

}  // namespace

std::uint32_t edge_for(const PdfPageSize& page, const RenderRequest& request) {
    const double longest = std::max(page.width, page.height);
    const double shortest = std::min(page.width, page.height);
    const double by_dpi = longest * request.max_dpi / kPointsPerInch;
    const double by_pixels =
        std::sqrt(static_cast<double>(request.max_pixels) * longest / shortest);
    const double edge = std::min({double(request.max_edge), by_dpi, by_pixels});
    return static_cast<std::uint32_t>(std::clamp(edge, 1.0, 16'384.0));
}

Result<void> render_pages(
    sandbox::HelperPrograms& helpers,
    ByteView file,
    const PdfInfo& info,
    const RenderRequest& request,
    const OnPage& on_page,
    const std::stop_token& stop
) {
    TRY(check_pdf(file, request.limits));
    TRY(check_page_count(request.pages.size(), request.limits));
    for (const auto page : request.pages) {
        if (page == 0 || page > info.sizes.size()) {
            return Error{
                ErrorCode::InvalidInput, "there is no page " + std::to_string(page) + " to render"};
        }
        auto rendered = TRY(render_one(helpers, file, info.sizes[page - 1], page, request, stop));
        TRY(on_page(std::move(rendered)));
    }
    return {};
}

}  // namespace fovea::media
