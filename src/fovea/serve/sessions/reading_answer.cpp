#include "fovea/serve/sessions/reading_answer.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/host/vision.hpp"
#include "fovea/protocol/seen_json.hpp"

#include <boost/json.hpp>

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

}  // namespace fovea::serve
