#include "fovea/cli/commands/describe.hpp"

#include "fovea/base/atomic_file.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/cli/commands/describe_look.hpp"
#include "fovea/cli/error_json.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/interrupt.hpp"
#include "fovea/cli/opened_store.hpp"
#include "fovea/cli/opened_workers.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/cli/text.hpp"
#include "fovea/cli/url_fetcher.hpp"
#include "fovea/ingest/admit.hpp"
#include "fovea/media/image/sniff.hpp"
#include "fovea/providers/local/local_ocr.hpp"
#include "fovea/proxy/describe.hpp"
#include "fovea/proxy/indexed_crop.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <utility>

namespace fovea::cli {
namespace {

namespace json = boost::json;

constexpr std::string_view kLocalModel = "local/ocr";
constexpr std::size_t kMaxQuestion = 4000;  // characters

// The pictures of this call, by their names.
class Pictures : public providers::BlobSource {
public:
    explicit Pictures(std::vector<ingest::Admitted> admitted) : admitted_(std::move(admitted)) {}

    Result<std::uint64_t> size(const content::BlobRef& blob) override {
        const auto* picture = TRY(find(blob));
        return std::uint64_t{picture->bytes.size()};
    }
    Result<Bytes> read(const content::BlobRef& blob) override {
        const auto* picture = TRY(find(blob));
        return picture->bytes;
    }

    const std::vector<ingest::Admitted>& all() const { return admitted_; }

private:
    Result<const ingest::Admitted*> find(const content::BlobRef& blob) const {
        for (const auto& picture : admitted_) {
            if (picture.sha256 == blob.sha256) return &picture;
        }
        return Error{ErrorCode::Internal, "a picture that was not let in is asked for"};
    }

    std::vector<ingest::Admitted> admitted_;
};

std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

// What is wrong with the arguments themselves; empty when nothing is.
std::string usage_problem(const DescribeArguments& arguments) {
    if (std::ranges::count(arguments.inputs, "-") > 1) {
        return "standard input can be read only once";
    }
    if (arguments.question && arguments.question->empty()) return "--question is empty";
    if (arguments.question && characters(*arguments.question) > kMaxQuestion) {
        return fmt::format(
            "--question has {} characters; {} are allowed",
            characters(*arguments.question),
            kMaxQuestion
        );
    }
    const auto crops = proxy::parse_indexed_crops(arguments.crops, arguments.inputs.size());
    if (!crops.ok()) return crops.error().message;
    if (!arguments.save) return "";
    if (!arguments.session)
        return "--save keeps the description in a session: name it with --session";
    if (arguments.inputs.size() > 1 || arguments.question || !arguments.crops.empty()) {
        return "--save is for the description of one whole picture, without --question and --crop";
    }
    return "";
}

media::Limits limits_of(const config::Settings& settings) {
    media::Limits limits;
    limits.max_pixels = static_cast<std::uint64_t>(settings.images.max_pixels);
    return limits;
}

Error naming(const std::string& input, Error error) {
    if (error.message.find(input) == std::string::npos)
        error.message = input + ": " + error.message;
    return error;
}

Result<std::vector<ingest::Admitted>> admit_all(
    const DescribeArguments& arguments,
    const config::Settings& settings,
    const ingest::Gate& gate,
    const std::stop_token& stop
) {
    if (arguments.inputs.size() > static_cast<std::size_t>(settings.images.max_per_message)) {
        return Error{
            ErrorCode::LimitExceeded,
            fmt::format(
                "{} pictures, and images.max_per_message is {}",
                arguments.inputs.size(),
                settings.images.max_per_message
            )};
    }
    std::vector<ingest::Admitted> admitted;
    for (const auto& input : arguments.inputs) {
        auto picture = ingest::admit(ingest::parse_source(input), gate, stop);
        if (!picture.ok()) {
            return naming(input == "-" ? "standard input" : input, picture.error());
        }
        admitted.push_back(std::move(picture).value());
    }
    return admitted;
}

Result<std::vector<content::ImageBlock>> blocks_of(
    const DescribeArguments& arguments, const std::vector<ingest::Admitted>& admitted
) {
    const auto crops = TRY(proxy::parse_indexed_crops(arguments.crops, arguments.inputs.size()));
    std::vector<content::ImageBlock> blocks;
    for (std::size_t i = 0; i < admitted.size(); ++i) {
        const auto& picture = admitted[i];
        content::ImageBlock block{
            .source = content::BlobRef{picture.sha256},
            .mime = std::string(media::mime_of(picture.facts.type)),
            .size = picture.facts.size,
            .filename = to_utf8(picture.filename),
        };
        if (const auto crop = crops.find(i); crop != crops.end()) {
            block.crop = TRY(media::resolve(crop->second, block.size));
        }
        blocks.push_back(std::move(block));
    }
    return blocks;
}

// The boxes of the last picture, which is the one that shows what changed.
Result<void> write_overlay(
    const std::string& path,
    const proxy::Description& description,
    const ingest::Admitted& picture,
    std::size_t index,
    const ingest::Gate& gate
) {
    media::FrameRequest request{.limits = gate.limits};
    for (const auto& seen : description.boxes) {
        if (seen.image == index) request.boxes.push_back(seen.box);
    }
    auto* workers = TRY(gate.workers());
    auto job = TRY(workers->begin());
    TRY(job.load({picture.bytes}));
    const auto framed = TRY(job.frame(picture.bytes.size(), request));
    return write_file(path, job.framed(framed));
}

json::array box_json(const media::PixelRect& box) {
    return {box.x, box.y, box.x + box.width, box.y + box.height};
}

json::object to_json(
    const proxy::Description& description,
    const std::vector<content::ImageBlock>& images,
    const std::string& model
) {
    const bool several = images.size() > 1;
    json::array boxes;
    for (const auto& seen : description.boxes) {
        json::object box = {{"label", seen.label}, {"box", box_json(seen.box)}};
        if (several) box["image"] = seen.image;
        if (seen.is_point) box["point"] = true;
        if (seen.clamped) box["clamped"] = true;
        boxes.push_back(std::move(box));
    }
    json::array words;
    for (const auto& seen : description.words) {
        // Four decimals are more than is known.
        const auto confidence = static_cast<double>(static_cast<int>(seen.confidence * 1e4)) / 1e4;
        json::object word = {
            {"text", seen.text}, {"box", box_json(seen.box)}, {"confidence", confidence}};
        if (several) word["image"] = seen.image;
        words.push_back(std::move(word));
    }
    json::array pictures;
    for (const auto& image : images) {
        json::object picture = {
            {"sha256", content::blob_of(image.source)->sha256.hex()},
            {"mime", image.mime},
            {"width", image.size.width},
            {"height", image.size.height}};
        if (!image.filename.empty()) picture["filename"] = image.filename;
        if (image.crop) picture["crop"] = box_json(*image.crop);
        pictures.push_back(std::move(picture));
    }
    return {
        {"text", description.text},
        {"model", model},
        {"cost_usd", description.usage.cost_usd},
        {"input_tokens", description.usage.input_tokens},
        {"output_tokens", description.usage.output_tokens},
        {"complete", description.complete},
        {"cached", description.from_cache},
        {"images", std::move(pictures)},
        {"fence", description.fence},
        {"boxes", std::move(boxes)},
        {"words", std::move(words)},
    };
}

std::string with_prefix(const std::string& prefix, std::string_view text) {
    auto lines = prefix;
    for (const char c : text) {
        lines += c;
        if (c == '\n') lines += prefix;
    }
    return lines;
}

// Words from a picture go to a terminal here: no control character may act there.
void print_for_people(
    const proxy::Description& description, const DescribeArguments& arguments, bool several
) {
    auto text = printable_lines(description.text);
    if (arguments.boxes) {
        text += "\n\nboxes (pixels of the whole picture: left, top, right, bottom)";
        for (const auto& seen : description.boxes) {
            text += fmt::format(
                "\n  {}[{}, {}, {}, {}] {}",
                several ? fmt::format("image {}: ", seen.image + 1) : "",
                seen.box.x,
                seen.box.y,
                seen.box.x + seen.box.width,
                seen.box.y + seen.box.height,
                printable(seen.label)
            );
        }
        if (description.boxes.empty()) text += "\n  none";
    }
    print_line(with_prefix(arguments.line_prefix, text));
}

int report(const Error& error, bool as_json) {
    if (as_json) {
        print_line(json_text(json::object{{"error", error_json(error)}}));
    } else {
        fmt::print(stderr, "{}: {}\n", wire_name(error.code), printable(error.message));
    }
    return exit_code_of(error.code);
}

Result<int> describe_inputs(const DescribeArguments& arguments, const Invocation& invocation) {
    const auto& settings = invocation.settings();
    const auto& services = invocation.services;
    const Interrupt interrupt;
    const auto model = TRY(vision_model_of(arguments, invocation));
    const bool is_local = model == kLocalModel;
    OpenedWorkers opened(services, settings);
    OpenedStore store(settings, invocation.data, invocation.keeping);
    const store::ResultCache known(store.cache_for_run(services.result_cache(settings)));
    const ingest::Gate gate{
        .limits = limits_of(settings),
        .max_file_bytes = static_cast<std::size_t>(settings.images.max_file_bytes),
        .known = known,
        .workers = [&] { return opened.pictures(); },
        .stored = store.pictures(),
        .fetch = url_fetcher(settings),
    };
    Pictures pictures(TRY(admit_all(arguments, settings, gate, interrupt.token())));
    const auto images = TRY(blocks_of(arguments, pictures.all()));
    const proxy::DescribeRequest request{
        .images = images,
        .question = arguments.question.value_or(""),
        .model = model,
        .timeout =
            std::chrono::seconds(is_local ? settings.local.timeout_s : settings.vision.timeout_s),
        .hints = proxy::Hints::Given,
        .boxes =
            arguments.boxes || arguments.overlay ? proxy::Boxes::Wanted : proxy::Boxes::Unasked,
        .again = arguments.again || arguments.save};
    providers::local::LocalOcr local(
        {.languages = settings.local.languages, .limits = gate.limits},
        {.readers = [&] { return opened.readers(); },
         .workers = [&] { return opened.pictures(); },
         .known = known}
    );
    const auto begin = std::chrono::steady_clock::now();
    const auto description =
        TRY(is_local ? proxy::describe(request, local, pictures, known, interrupt.token())
                     : look_remotely(request, pictures.all(), invocation, interrupt.token()));
    if (arguments.session) {
        const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::steady_clock::now() - begin
        );
        TRY(keep_in_session(arguments, request, description, took, invocation));
    }
    if (arguments.overlay) {
        const auto last = pictures.all().size() - 1;
        TRY(write_overlay(*arguments.overlay, description, pictures.all()[last], last, gate));
    }
    if (arguments.json) {
        print_line(json_text(to_json(description, images, model)));
    } else {
        print_for_people(description, arguments, images.size() > 1);
    }
    return kSuccess;
}

}  // namespace

int run_describe(const DescribeArguments& arguments, const Invocation& invocation) {
    auto problem = usage_problem(arguments);
    if (arguments.session && invocation.keeping == Keeping::Nothing) {
        problem = "--session is for what is kept, and --ephemeral keeps nothing";
    }
    if (!problem.empty()) {
        fmt::print(stderr, "fovea describe: {}\nTry fovea describe --help.\n", printable(problem));
        return kUsage;
    }
    const auto code = describe_inputs(arguments, invocation);
    return code.ok() ? code.value() : report(code.error(), arguments.json);
}

}  // namespace fovea::cli
