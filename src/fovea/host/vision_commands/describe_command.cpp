#include "fovea/host/vision_commands/describe_command.hpp"

#include "fovea/host/kept_look.hpp"
#include "fovea/host/session_picture.hpp"
#include "fovea/host/vision.hpp"
#include "fovea/ingest/bad_inputs.hpp"
#include "fovea/ingest/intake.hpp"
#include "fovea/ingest/source.hpp"
#include "fovea/media/transform/crop_list.hpp"

#include <chrono>
#include <utility>
#include <variant>
#include <vector>

namespace fovea::host {
namespace {

constexpr std::string_view kLocalModel = "local/ocr";

Result<content::ImageBlock> take(
    const std::string& name, LiveSession& live, Machine& machine, const std::stop_token& stop
) {
    const auto source = ingest::parse_source(name);
    const auto intake = machine.intake();
    if (std::holds_alternative<ingest::StoredSource>(source)) {
        return find_session_picture(live.view(), name, machine, stop);
    }
    if (const auto* url = std::get_if<ingest::UrlSource>(&source)) {
        return ingest::take_image_behind(url->url, intake, stop);
    }
    if (std::holds_alternative<ingest::StdinSource>(source)) {
        return Error{ErrorCode::InvalidInput, "there is no standard input in a terminal"};
    }
    const auto& settings = live.equipment().situation().settings();
    auto bytes = TRY(live.equipment().files().for_typed().read(
        name, static_cast<std::size_t>(settings.images.max_file_bytes)
    ));
    return ingest::take_image_bytes(std::move(bytes), ingest::filename_of(source), intake, stop);
}

Result<std::vector<content::ImageBlock>> take_all(
    const proxy::DescribePictures& command,
    LiveSession& live,
    Machine& machine,
    const std::stop_token& stop
) {
    const auto crops = TRY(media::parse_crops(command.crops, command.inputs.size()));
    std::vector<content::ImageBlock> images;
    ingest::BadInputs bad;
    for (std::size_t i = 0; i < command.inputs.size(); ++i) {
        auto image = take(command.inputs[i], live, machine, stop);
        if (!image.ok()) {
            bad.add(command.inputs[i], image.error());
            continue;
        }
        if (const auto crop = crops.find(i); crop != crops.end()) {
            image.value().crop = TRY(media::resolve(crop->second, image.value().size));
        }
        images.push_back(std::move(image).value());
    }
    if (bad.any()) return bad.error();
    return images;
}

}  // namespace

Result<PicturesSeen> describe_in_session(
    const proxy::DescribePictures& command,
    const std::string& model,
    LiveSession& live,
    Machine& machine,
    const std::stop_token& stop
) {
    const auto& situation = live.equipment().situation();
    const auto& settings = situation.settings();
    auto images = TRY(take_all(command, live, machine, stop));
    const bool is_local = model == kLocalModel;
    const proxy::DescribeRequest request{
        .images = images,
        .question = command.question.value_or(""),
        .model = model,
        .timeout =
            std::chrono::seconds(is_local ? settings.local.timeout_s : settings.vision.timeout_s),
        .hints = proxy::Hints::Given,
        .boxes = command.boxes ? proxy::Boxes::Wanted : proxy::Boxes::Unasked,
        .again = command.save};
    const auto vision = TRY(Vision::open(situation, machine));
    const auto begun = std::chrono::steady_clock::now();
    auto description = TRY(vision->look()(request, stop));
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - begun
    );
    PicturesSeen seen{std::move(description), std::move(images), model};
    if (!seen.description.why_no_boxes.empty()) {
        seen.notes.push_back(seen.description.why_no_boxes);
    }
    if (TRY(machine.sessions().exists(live.id()))) {  // otherwise nothing was said yet
        TRY(keep_look(
            machine.sessions(),
            live.id(),
            {.model = model,
             .question = command.question.value_or(""),
             .images = seen.images,
             .description = seen.description,
             .took = took,
             .saves = command.save}
        ));
    }
    return seen;
}

}  // namespace fovea::host
