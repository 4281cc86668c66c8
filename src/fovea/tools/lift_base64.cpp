#include "fovea/tools/lift_base64.hpp"

#include "fovea/content/short_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fovea::tools {
namespace {

class Lifter {
public:
    Lifter(const ingest::Intake& intake, std::size_t& room, const std::stop_token& stop)
        : intake_(intake), room_(room), stop_(stop) {}

    LiftedRun lift(std::string_view text, const Base64Run& run) {
        LiftedRun lifted{.begin = run.begin, .end = run.end, .words = {}};
        if (run.kind == Base64Kind::Other) {
            lifted.words = fmt::format("[base64, {} bytes, not shown]", run.bytes());
        } else if (run.kind == Base64Kind::Picture) {
            picture(text, run, lifted);
        } else {
            document(text, run, lifted);
        }
        return lifted;
    }

private:
    void picture(std::string_view text, const Base64Run& run, LiftedRun& lifted) {
        const auto unseen = fmt::format("[image, {} bytes, not shown: ", run.bytes());
        if (room_ == 0) {
            lifted.words =
                unseen + fmt::format("more than {} images in one result]", intake_.max_images);
            return;
        }
        if (run.bytes() > intake_.gate.max_file_bytes) {
            lifted.words = unseen + "too large]";
            return;
        }
        auto image = ingest::take_image_bytes(decode_run(text, run), "", intake_, stop_);
        if (!image.ok()) {
            lifted.words = unseen + std::string(wire_name(image.error().code)) + "]";
            return;
        }
        --room_;
        lifted.words = "[image " + picture_words(image.value()) + "]";
        lifted.block = std::move(image).value();
    }

    void document(std::string_view text, const Base64Run& run, LiftedRun& lifted) {
        const auto unseen = fmt::format("[PDF, {} bytes, not shown: ", run.bytes());
        if (run.bytes() > intake_.max_document_bytes) {
            lifted.words = unseen + "too large]";
            return;
        }
        auto document = ingest::take_document_bytes(decode_run(text, run), "", intake_);
        if (!document.ok()) {
            lifted.words = unseen + std::string(wire_name(document.error().code)) + "]";
            return;
        }
        lifted.words = "[PDF " + content::short_name(document.value().source) + "]";
        lifted.block = std::move(document).value();
    }

    const ingest::Intake& intake_;
    std::size_t& room_;
    const std::stop_token& stop_;
};

LiftedText replaced(std::string_view text, std::vector<LiftedRun> runs) {
    LiftedText lifted;
    std::size_t done = 0;
    for (auto& run : runs) {
        lifted.text += text.substr(done, run.begin - done);
        lifted.text += run.words;
        done = run.end;
        if (run.block) lifted.blocks.push_back(std::move(*run.block));
    }
    lifted.text += text.substr(done);
    return lifted;
}

}  // namespace

std::string picture_words(const content::ImageBlock& image) {
    return fmt::format(
        "{} {}x{}", content::short_name(image.source), image.size.width, image.size.height
    );
}

std::vector<LiftedRun> lift_runs(
    std::string_view text,
    const ingest::Intake& intake,
    std::size_t& room,
    const std::stop_token& stop
) {
    Lifter lifter(intake, room, stop);
    std::vector<LiftedRun> lifted;
    for (const auto& run : find_base64(text)) lifted.push_back(lifter.lift(text, run));
    return lifted;
}

LiftedText lift_base64(
    std::string_view text, const ingest::Intake& intake, const std::stop_token& stop
) {
    std::size_t room = intake.max_images;
    return replaced(text, lift_runs(text, intake, room, stop));
}

void lift_base64(ToolOutcome& outcome, const ingest::Intake& intake, const std::stop_token& stop) {
    const auto images = std::ranges::count_if(outcome.content, [](const auto& block) {
        return std::holds_alternative<content::ImageBlock>(block);
    });
    auto room = intake.max_images - std::min(intake.max_images, static_cast<std::size_t>(images));
    std::vector<content::ToolOutput> content;
    for (auto& block : outcome.content) {
        const auto* text = std::get_if<content::TextBlock>(&block);
        if (text == nullptr) {
            content.push_back(std::move(block));
            continue;
        }
        auto lifted = replaced(text->text, lift_runs(text->text, intake, room, stop));
        content.emplace_back(content::TextBlock{std::move(lifted.text)});
        std::ranges::move(lifted.blocks, std::back_inserter(content));
    }
    outcome.content = std::move(content);
}

}  // namespace fovea::tools
