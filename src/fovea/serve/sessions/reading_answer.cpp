#include "fovea/serve/sessions/reading_answer.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/host/vision.hpp"
#include "fovea/protocol/seen_json.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <cmath>

namespace fovea::serve {

Result<Response> answer_with_reading(
    SessionDesk& desk, const content::ImageBlock& image, const std::stop_token& stop
) {
    constexpr std::chrono::seconds kTime{30};
    const auto vision = TRY(host::Vision::open(desk.situation(), desk.machine()));
    const auto seen =
        TRY(vision->look()({.images = {image}, .model = "local/ocr", .timeout = kTime}, stop));
    return Response::json(
        200,
        boost::json::object{
            {"width", image.size.width},
            {"height", image.size.height},
            {"complete", seen.complete},
            {"text", to_utf8(seen.text)},
            {"words", protocol::words_json(seen.words, false)},
            {"elements", protocol::elements_json(seen.elements, false)}}
    );
}

Response answer_with_text(const media::PdfPageText& page, media::PixelSize size) {
    // A page may have no size, and words may hang over its edge.
    const auto in_pixels = [](double points, double of, std::uint32_t edge) {
        const auto share = of > 0 ? std::clamp(points / of, 0.0, 1.0) : 0.0;
        return static_cast<std::uint32_t>(std::lround(share * edge));
    };
    std::vector<content::SeenWord> words;
    for (const auto& line : page.lines) {
        for (const auto& [text, box] : line.words) {
            const auto left = in_pixels(box.x, page.width, size.width);
            const auto top = in_pixels(box.y, page.height, size.height);
            const auto right = in_pixels(box.x + box.width, page.width, size.width);
            const auto bottom = in_pixels(box.y + box.height, page.height, size.height);
            words.push_back(
                {.text = text,
                 .box = {left, top, right - std::min(left, right), bottom - std::min(top, bottom)},
                 .confidence = 1}
            );
        }
    }
    return Response::json(
        200,
        boost::json::object{
            {"width", size.width},
            {"height", size.height},
            {"complete", true},
            {"text", to_utf8(media::plain_text(page))},
            {"words", protocol::words_json(words, false)},
            {"elements", boost::json::array()}}
    );
}

}  // namespace fovea::serve
