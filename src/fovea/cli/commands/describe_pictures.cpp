#include "fovea/cli/commands/describe_pictures.hpp"

#include "fovea/base/atomic_file.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/cli/commands/describe_look.hpp"
#include "fovea/host/kept_look.hpp"
#include "fovea/host/session_choice.hpp"
#include "fovea/host/url_fetcher.hpp"
#include "fovea/ingest/bad_inputs.hpp"
#include "fovea/media/image/sniff.hpp"

#include <chrono>
#include <span>
#include <utility>

namespace fovea::cli {
namespace {

constexpr std::string_view kLocalModel = "local/ocr";

// The pictures of one look, by their names.
class Pictures : public providers::BlobSource {
public:
    explicit Pictures(std::span<const ingest::Admitted> admitted) : admitted_(admitted) {}

    Result<std::uint64_t> size(const content::BlobRef& blob) override {
        const auto* picture = TRY(find(blob));
        return std::uint64_t{picture->bytes.size()};
    }
    Result<Bytes> read(const content::BlobRef& blob) override {
        const auto* picture = TRY(find(blob));
        return picture->bytes;
    }

private:
    Result<const ingest::Admitted*> find(const content::BlobRef& blob) const {
        for (const auto& picture : admitted_) {
            if (picture.sha256 == blob.sha256) return &picture;
        }
        return Error{ErrorCode::Internal, "a picture is missing from the input"};
    }

    std::span<const ingest::Admitted> admitted_;
};

media::Limits limits_of(const config::Settings& settings) {
    media::Limits limits;
    limits.max_pixels = static_cast<std::uint64_t>(settings.images.max_pixels);
    return limits;
}

Result<std::vector<content::ImageBlock>> blocks_of(
    const std::vector<DescribeInput>& inputs, const std::vector<ingest::Admitted>& admitted
) {
    std::vector<content::ImageBlock> blocks;
    for (std::size_t i = 0; i < admitted.size(); ++i) {
        const auto& picture = admitted[i];
        content::ImageBlock block{
            .source = content::BlobRef{picture.sha256},
            .mime = std::string(media::mime_of(picture.facts.type)),
            .size = picture.facts.size,
            .filename = to_utf8(picture.filename),
        };
        if (inputs[i].crop) block.crop = TRY(media::resolve(*inputs[i].crop, block.size));
        blocks.push_back(std::move(block));
    }
    return blocks;
}

// Of an animation only the first picture is looked at.
std::vector<std::string> notes_about(
    const std::vector<content::ImageBlock>& images, const std::vector<ingest::Admitted>& admitted
) {
    std::vector<std::string> notes;
    for (std::size_t i = 0; i < admitted.size(); ++i) {
        const auto frames = admitted[i].facts.frames;
        if (frames <= 1) continue;
        const auto& name = images[i].filename;
        const bool is_video = admitted[i].facts.type != media::ImageType::Png;
        notes.push_back(
            (name.empty() ? "" : name + ": ") + "frame 1 of " + std::to_string(frames) +
            " was read" + (is_video ? "; use fovea video for all of them" : "")
        );
    }
    return notes;
}

}  // namespace

PictureDescriber::PictureDescriber(
    const DescribeArguments& arguments, const Invocation& invocation, host::Sight& sight
)
    : arguments_(arguments),
      invocation_(invocation),
      sight_(sight),
      workers_(invocation.parts, invocation.settings()),
      store_(invocation.settings(), invocation.data, invocation.keeping),
      known_(store_.cache_for_run(invocation.parts.result_cache(invocation.settings()))),
      gate_{
          .limits = limits_of(invocation.settings()),
          .max_file_bytes = static_cast<std::size_t>(invocation.settings().images.max_file_bytes),
          .known = known_,
          .workers = [this] { return workers_.pictures(); },
          .stored = store_.pictures(),
          .fetch = host::url_fetcher(invocation.settings())},
      local_(
          {.languages = invocation.settings().local.languages, .limits = gate_.limits},
          {.readers = [this] { return workers_.readers(); },
           .workers = [this] { return workers_.pictures(); },
           .known = known_}
      ) {}

Result<void> PictureDescriber::open() {
    model_ = TRY(vision_model_of(arguments_, invocation_));
    return {};
}

Result<std::vector<ingest::Admitted>> PictureDescriber::admit_all(
    std::vector<DescribeInput>& inputs, const std::stop_token& stop
) const {
    std::vector<ingest::Admitted> admitted;
    ingest::BadInputs bad;
    for (auto& input : inputs) {
        auto picture = input.received ? ingest::admit_bytes(
                                            std::move(input.received->bytes),
                                            ingest::filename_of(input.source),
                                            gate_,
                                            stop
                                        )
                                      : ingest::admit(input.source, gate_, stop);
        if (picture.ok()) {
            admitted.push_back(std::move(picture).value());
        } else {
            bad.add(ingest::name_of(input.source), picture.error());
        }
        if (stop.stop_requested()) break;
    }
    if (bad.any()) return bad.error();
    return admitted;
}

Result<proxy::Description> PictureDescriber::look(
    const proxy::DescribeRequest& request,
    const std::vector<ingest::Admitted>& admitted,
    const std::stop_token& stop
) {
    if (model_ != kLocalModel) return look_remotely(request, admitted, sight_, stop);
    Pictures pictures(admitted);
    return proxy::describe(request, local_, pictures, known_, stop);
}

// The boxes of the last picture, which is the one that shows what changed.
Result<void> PictureDescriber::write_overlay(
    const proxy::Description& description, const std::vector<ingest::Admitted>& admitted
) {
    const auto& picture = admitted.back();
    media::FrameRequest request{.limits = gate_.limits};
    for (const auto& seen : description.boxes) {
        if (seen.image + 1 == admitted.size()) request.boxes.push_back(seen.box);
    }
    return write_framed(*arguments_.overlay, picture, request);
}

Result<void> PictureDescriber::write_framed(
    const std::string& path, const ingest::Admitted& picture, const media::FrameRequest& request
) {
    auto* workers = TRY(gate_.workers());
    auto job = TRY(workers->begin());
    TRY(job.load({picture.bytes}));
    const auto framed = TRY(job.frame(picture.bytes.size(), request));
    return write_file(path, TRY(job.framed(framed)));
}

Result<void> PictureDescriber::write_marks(
    const proxy::DescribeRequest& request,
    proxy::Description& description,
    const std::vector<ingest::Admitted>& admitted,
    const std::stop_token& stop
) {
    auto words = description.words;
    if (model_ != kLocalModel) {
        auto locally = request;
        locally.model = kLocalModel;
        Pictures pictures(admitted);
        auto read = TRY(proxy::describe(locally, local_, pictures, known_, stop));
        description.elements = std::move(read.elements);
        words = std::move(read.words);
    }
    std::vector<media::MarkedPart> parts;
    for (const auto& seen : description.elements) parts.push_back({seen.box, seen.number});
    std::vector<media::PixelRect> clear;
    for (const auto& word : words) clear.push_back(word.box);
    const auto& picture = admitted.front();
    media::FrameRequest drawn{.limits = gate_.limits, .boxes = {}};
    drawn.marks = media::place_marks(picture.facts.size, parts, clear);
    return write_framed(*arguments_.marks, picture, drawn);
}

// What a person who asked for marks should know of them.
std::string note_on_marks(const std::string& path, std::size_t elements) {
    if (elements == 0) return "no controls were found; " + path + " is the picture without marks";
    if (elements <= media::kMaxMarks) return "";
    return path + " has marks on the first " + std::to_string(media::kMaxMarks) + " of " +
           std::to_string(elements) + " controls; --crop shows the others";
}

Result<host::PicturesSeen> PictureDescriber::describe(
    std::vector<DescribeInput> inputs, const std::stop_token& stop
) {
    const auto& settings = invocation_.settings();
    const auto admitted = TRY(admit_all(inputs, stop));
    auto images = TRY(blocks_of(inputs, admitted));
    store::SessionStore* sessions = nullptr;
    std::string session;
    if (arguments_.session) {
        sessions = TRY(store_.open())->sessions.get();
        session = TRY(host::find_session(*sessions, *arguments_.session));
        if (arguments_.save) {
            TRY(host::check_is_in_session(*sessions, session, admitted.front().sha256));
        }
    }
    const bool is_local = model_ == kLocalModel;
    const proxy::DescribeRequest request{
        .images = images,
        .question = arguments_.question.value_or(""),
        .model = model_,
        .timeout =
            std::chrono::seconds(is_local ? settings.local.timeout_s : settings.vision.timeout_s),
        .hints = proxy::Hints::Given,
        .boxes =
            arguments_.boxes || arguments_.overlay ? proxy::Boxes::Wanted : proxy::Boxes::Unasked,
        .again = arguments_.again || arguments_.save};
    const auto begin = std::chrono::steady_clock::now();
    auto description = TRY(look(request, admitted, stop));
    if (sessions != nullptr) {
        TRY(host::keep_look(
            *sessions,
            session,
            {.model = model_,
             .question = request.question,
             .images = images,
             .description = description,
             .took = std::chrono::duration_cast<std::chrono::milliseconds>(
                 std::chrono::steady_clock::now() - begin
             ),
             .saves = arguments_.save}
        ));
    }
    if (arguments_.overlay) TRY(write_overlay(description, admitted));
    auto notes = notes_about(images, admitted);
    if (arguments_.marks) {
        TRY(write_marks(request, description, admitted, stop));
        auto note = note_on_marks(*arguments_.marks, description.elements.size());
        if (!note.empty()) notes.push_back(std::move(note));
    }
    if (!description.why_no_boxes.empty()) notes.push_back(description.why_no_boxes);
    return host::PicturesSeen{std::move(description), std::move(images), model_, std::move(notes)};
}

}  // namespace fovea::cli
