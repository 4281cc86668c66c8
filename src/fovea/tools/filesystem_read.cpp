#include "fovea/tools/filesystem_read.hpp"

#include "fovea/content/short_name.hpp"
#include "fovea/tools/file_kind.hpp"
#include "fovea/tools/lift_base64.hpp"
#include "fovea/tools/numbered_text.hpp"
#include "fovea/tools/shown_path.hpp"
#include "fovea/tools/tool_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace fovea::tools {
namespace {

constexpr std::uint64_t kMaxLines = 2000;

constexpr std::string_view kDescription =
    "Reads a file of the workspace. Text comes with line numbers, at most 2000 lines and 50000 "
    "characters a call; the end says how to read on with offset. PNG, JPEG, GIF and WebP files "
    "come "
    "as pictures that you see, PDF files as documents. To find files use filesystem_glob, to "
    "search "
    "in them filesystem_grep.";

constexpr std::string_view kSchema = R"({
"type":"object",
"properties":{
"path":{"type":"string","description":"relative to the workspace, or absolute inside it"},
"offset":{"type":"integer","minimum":1,"description":"first line to read, counted from 1"},
"limit":{"type":"integer","minimum":1,"maximum":2000,"description":"lines to read"}},
"required":["path"],
"additionalProperties":false})";

std::string name_of(const std::string& path) {
    return std::filesystem::path(path).filename().string();
}

ToolOutcome binary(const std::string& path, const media::Sniffed& found, std::uint64_t size) {
    const bool known = found.mime != "application/octet-stream";
    auto words = fmt::format(
        "{} is {} of {} bytes, which cannot be shown",
        shown_path(path),
        known ? std::string(found.name) : std::string("a binary file"),
        size
    );
    if (known && !found.advice.empty()) words += "; " + std::string(found.advice);
    return said(words + ".");
}

std::string marker(const Window& window, const WindowText& shown) {
    if (shown.lines == 0) {
        if (shown.seen == 0) return "[the file is empty]\n";
        return fmt::format(
            "[the file has {} lines; line {} is past its end]\n", shown.seen, window.first
        );
    }
    if (!shown.more) return {};
    const auto next = window.first + shown.lines;
    return fmt::format(
        "[lines {} to {}; there is more: read on with \"offset\": {}]\n",
        window.first,
        next - 1,
        next
    );
}

}  // namespace

FilesystemRead::FilesystemRead(ingest::Workspace workspace, const ingest::Intake& intake)
    : workspace_(std::move(workspace)),
      intake_(intake),
      spec_{
          .name = "filesystem_read",
          .description = std::string(kDescription),
          .input_schema = std::string(kSchema)} {}

Result<ToolOutcome> FilesystemRead::read(const ToolCall& call, const std::stop_token& stop) const {
    const auto input =
        TRY(ToolInput::parse(call.input, "filesystem_read", {"path", "offset", "limit"}));
    const auto path = TRY(input.text("path", {.required = true})).value_or("");
    const auto offset = TRY(input.whole("offset", {.least = 1}));
    const auto limit = TRY(input.whole("limit", {.least = 1, .most = kMaxLines}));
    auto file = TRY(workspace_for(call, workspace_).open_file(path));
    const auto found = TRY(file_kind_of(file));
    if (found.kind == FileKind::Picture) {
        auto bytes = TRY(file.read_all(intake_.gate.max_file_bytes));
        auto image = TRY(ingest::take_image_bytes(std::move(bytes), name_of(path), intake_, stop));
        auto outcome = said(shown_path(name_of(path)) + ": image, " + picture_words(image));
        outcome.content.emplace_back(std::move(image));
        return outcome;
    }
    if (found.kind == FileKind::Document) {
        auto bytes = TRY(file.read_all(intake_.max_document_bytes));
        const auto size = bytes.size();
        auto pdf = TRY(ingest::take_document_bytes(std::move(bytes), name_of(path), intake_));
        auto outcome = said(fmt::format(
            "{}: PDF, {} bytes, {}",
            shown_path(name_of(path)),
            size,
            content::short_name(pdf.source)
        ));
        outcome.content.emplace_back(std::move(pdf));
        return outcome;
    }
    const Window window{.first = offset.value_or(1), .lines = limit.value_or(kMaxLines)};
    if (found.kind == FileKind::Binary) return binary(path, found.sniffed, file.size());
    auto shown = TRY(read_window(file, window, intake_, stop));
    if (shown.binary) return binary(path, found.sniffed, file.size());
    auto outcome = said(shown.text + marker(window, shown));
    std::ranges::move(shown.blocks, std::back_inserter(outcome.content));
    return outcome;
}

ToolOutcome FilesystemRead::run(const ToolCall& call, const std::stop_token& stop) {
    auto outcome = read(call, stop);
    return outcome.ok() ? std::move(outcome).value() : failed(outcome.error());
}

}  // namespace fovea::tools
