#include "fovea/people/conversation_text.hpp"

#include "fovea/base/printable.hpp"
#include "fovea/content/short_name.hpp"
#include "fovea/people/human.hpp"
#include "fovea/people/table.hpp"

#include <fmt/format.h>

#include <string_view>
#include <variant>
#include <vector>

namespace fovea::people {
namespace {

constexpr std::size_t kMaxInput = 200;  // columns of a tool's arguments

std::string_view name_of(content::Role role) {
    switch (role) {
        case content::Role::System: return "system";
        case content::Role::User: return "user";
        case content::Role::Assistant: return "assistant";
    }
    return "user";
}

std::string indented(std::string_view text) {
    std::string result = "  ";
    for (const char c : text) {
        result += c;
        if (c == '\n') result += "  ";
    }
    return result;
}

// One string a block; empty for what has nothing to show.
struct BlockText {
    const IsStored& is_stored;

    std::string file(
        std::string_view what,
        std::vector<std::string> words,
        const content::FileRef& source,
        const std::string& alt = {}
    ) const {
        if (const auto* blob = content::blob_of(source)) {
            words.push_back(content::short_name(source));
            if (!is_stored(*blob)) words.emplace_back("(not stored any more)");
        } else {
            words.push_back(std::get<content::UrlRef>(source).url);
        }
        if (!alt.empty()) words.push_back("\"" + alt + "\"");
        std::erase(words, std::string());
        return fmt::format("[{}: {}]", what, printable(fmt::format("{}", fmt::join(words, " "))));
    }

    std::string operator()(const content::TextBlock& block) const {
        return printable_lines(block.text);
    }
    std::string operator()(const content::ImageBlock& block) const {
        const auto size = block.size.pixels() == 0 ? std::string() : human_size(block.size);
        auto text = file("image", {size, block.mime, block.filename}, block.source, block.alt);
        if (const auto& crop = block.crop) {
            text.insert(
                text.size() - 1,
                fmt::format(" part {} at {},{}", human_size(crop->size()), crop->x, crop->y)
            );
        }
        return text;
    }
    std::string operator()(const content::DocumentBlock& block) const {
        return file("document", {block.mime, block.filename}, block.source);
    }
    std::string operator()(const content::VideoBlock& block) const {
        return file("video", {block.mime, block.filename}, block.source);
    }
    std::string operator()(const content::ToolUseBlock& block) const {
        return fmt::format(
            "[tool call {}: {} {}]",
            printable(block.id),
            printable(block.name),
            clipped(printable(block.input), kMaxInput)
        );
    }
    std::string operator()(const content::ToolResultBlock& block) const {
        auto text = fmt::format(
            "[tool {} {}]", block.is_error ? "error" : "result", printable(block.tool_use_id)
        );
        for (const auto& output : block.content) text += "\n" + indented(std::visit(*this, output));
        return text;
    }
    // Many providers hand out a signature alone, or nothing that people can read.
    std::string operator()(const content::ThinkingBlock& block) const {
        if (block.text.find_first_not_of(" \t\r\n") == std::string::npos) return {};
        return "[thinking]\n" + indented(printable_lines(block.text));
    }
};

}  // namespace

Result<std::string> conversation_text(
    std::span<const store::Entry> entries, const IsStored& is_stored
) {
    std::string text;
    for (const auto& entry : entries) {
        if (entry.kind != store::EntryKind::Message) continue;
        const auto message = TRY(store::message_of(entry));
        if (!text.empty()) text += "\n\n";
        text += fmt::format("{} · {}", name_of(message.role), human_time(entry.time));
        for (const auto& block : message.content) {
            const auto shown = std::visit(BlockText{is_stored}, block);
            if (!shown.empty()) text += "\n" + shown;
        }
    }
    return text;
}

}  // namespace fovea::people
