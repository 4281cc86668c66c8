#include "fovea/cli/headless/prompt_input.hpp"

#include "fovea/base/line_reader.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/cli/headless/notices.hpp"
#include "fovea/ingest/messages.hpp"
#include "fovea/ingest/source.hpp"
#include "fovea/media/image/sniff.hpp"
#include "fovea/tools/attach_paths.hpp"
#include "fovea/tools/file_kind.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace fovea::cli {
namespace {

using agent::Fault;

constexpr int kWaitForPipeMs = 3'000;

bool is_pipe(int fd) {
    struct stat about {};
    return ::fstat(fd, &about) == 0 && (S_ISFIFO(about.st_mode) || S_ISSOCK(about.st_mode));
}

std::string_view text_of(const Bytes& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool is_pdf(const Bytes& bytes) {
    return media::sniff(bytes).mime == "application/pdf";
}

// Also one that is refused later, with the reason; drawings in text are text.
bool is_picture(const Bytes& bytes) {
    const auto found = media::sniff(bytes);
    return found.image ||
           (found.mime.starts_with("image/") && !found.mime.starts_with("image/svg"));
}

// A recording, an archive, noise: as letters it would tell a model nothing, and cost much.
std::optional<Error> not_text(const Bytes& bytes) {
    const auto found = tools::file_kind_of(bytes);
    if (bytes.empty() || found.kind != tools::FileKind::Binary) return {};
    auto message = "standard input is " + std::string(found.sniffed.name) + " (" +
                   std::string(found.sniffed.mime) +
                   "); piped input must be text, a PDF, or a PNG, JPEG, GIF or WebP picture";
    if (!found.sniffed.advice.empty()) message += "; " + std::string(found.sniffed.advice);
    return Error{ErrorCode::UnsupportedFileType, std::move(message)};
}

bool reads_prompt(const HeadlessArguments& arguments) {
    return !arguments.prompt || *arguments.prompt == "-";
}

// Pictures come by three ways, and the limit is of all of them together.
Result<content::Message, InputProblem> checked(
    content::Message message, const ingest::Intake& intake
) {
    const auto images = ingest::count_images(message);
    if (images <= intake.max_images) return message;
    return InputProblem{
        {ErrorCode::LimitExceeded,
         "the prompt has " + std::to_string(images) + " images; images.max_per_message is " +
             std::to_string(intake.max_images)}};
}

}  // namespace

InputProblem problem_of(const Error& error) {
    if (error.code == ErrorCode::FileNotFound) return {error, Fault::NoInput};
    const bool ours = error.code == ErrorCode::StoreError || error.code == ErrorCode::Internal;
    return {error, ours ? Fault::Runtime : Fault::Input};
}

Result<Bytes, InputProblem> read_piped(const HeadlessArguments& arguments) {
    if (arguments.input != InputFormat::Text) return Bytes{};
    const bool asked = arguments.prompt && *arguments.prompt == "-";
    if (::isatty(STDIN_FILENO) != 0 && !asked) return Bytes{};
    const bool enough = !reads_prompt(arguments) || !arguments.images.empty() || arguments.resume;
    // Whoever starts us may leave a pipe open that nothing will ever come from.
    if (enough && !asked && is_pipe(STDIN_FILENO) && !has_input(STDIN_FILENO, kWaitForPipeMs)) {
        tell(
            "no data on standard input for 3 s; continuing without it (use < /dev/null to skip the "
            "wait)"
        );
        return Bytes{};
    }
    auto bytes = ingest::read_source(ingest::StdinSource{}, kMaxStdin);
    if (bytes.ok()) return std::move(bytes).value();
    auto error = bytes.error();
    if (error.code == ErrorCode::FileTooLarge) {
        error = {
            ErrorCode::ConfigInvalid,
            "standard input is larger than 10 MB; use --image or @path instead"};
    }
    return InputProblem{std::move(error), Fault::Runtime};
}

Result<content::Message, InputProblem> prompt_message(
    const HeadlessArguments& arguments,
    Bytes piped,
    const ingest::Intake& intake,
    const PromptFiles& files,
    const std::stop_token& stop
) {
    const auto images = ingest::named_images(arguments.images, arguments.crops);
    if (!images.ok()) return InputProblem{images.error(), Fault::Usage};
    std::string words = reads_prompt(arguments) ? "" : *arguments.prompt;
    auto own_words = words.size();
    const bool is_typed = !words.empty();
    std::vector<content::ContentBlock> attached;
    if (is_pdf(piped)) {
        auto document = ingest::take_document_bytes(std::move(piped), "", intake);
        if (!document.ok()) return problem_of(document.error());
        attached.emplace_back(std::move(document).value());
    } else if (is_picture(piped)) {
        auto image = ingest::take_image_bytes(std::move(piped), "", intake, stop);
        if (!image.ok()) return problem_of(image.error());
        attached.emplace_back(std::move(image).value());
    } else if (const auto refused = not_text(piped)) {
        return InputProblem{*refused};
    } else if (!piped.empty()) {
        if (words.empty()) {
            words = to_utf8(text_of(piped));
            own_words = words.size();
        } else {
            words += to_utf8(text_of(piped));
        }
    }
    const bool is_blank = words.find_first_not_of(" \t\r\n") == std::string::npos;
    if (is_blank && images.value().empty() && attached.empty()) {
        return InputProblem{
            {ErrorCode::InvalidInput, "no prompt: give one with -p or pipe it in"}, Fault::NoInput};
    }
    if (is_blank) {
        words.clear();
        own_words = 0;
    }
    content::Message message{.role = content::Role::User, .content = std::move(attached)};
    std::optional<Error> problem;  // of both, so that all is mended at once
    const auto add = [&](Result<content::Message> part) {
        if (part.ok()) {
            for (auto& block : part.value().content) message.content.push_back(std::move(block));
        } else if (problem) {
            problem->message += "; " + part.error().message;
        } else {
            problem = part.error();
        }
    };
    if (!images.value().empty()) add(ingest::turn_message("", images.value(), intake, stop));
    // Only what the person wrote may attach files, not what was piped in behind it.
    if (!words.empty()) {
        const auto& workspace = is_typed ? files.typed : files.piped;
        add(tools::attach_paths(words.substr(0, own_words), workspace, intake, stop));
    }
    if (problem) return problem_of(*problem);
    if (own_words < words.size()) {
        message.content.emplace_back(content::TextBlock{words.substr(own_words)});
    }
    return checked(std::move(message), intake);
}

}  // namespace fovea::cli
