#include "fovea/agent/compaction.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/content/short_name.hpp"
#include "fovea/context/duplicates.hpp"
#include "fovea/context/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fovea::agent {
namespace {

constexpr std::uint64_t kBytesPerToken = 4;
constexpr std::uint64_t kPixelsPerToken = 750;
constexpr std::uint64_t kMostPictureTokens = 1600;
constexpr std::uint64_t kDocumentTokens = 3000;
constexpr std::size_t kMostResult = 2'000;  // characters of a tool's result in a transcript
constexpr std::size_t kMostWords = 300;     // of a description, or a line of a plain summary
constexpr std::size_t kMostPictures = 200;
constexpr std::uint64_t kLowPictureTokens = 350;
constexpr std::uint64_t kLineTokens = 20;  // what stands for a picture

std::string cut(const std::string& text, std::size_t most) {
    if (text.size() <= most) return text;
    std::string_view rest(text);
    std::size_t length = 0;
    while (length < most)
        length += std::max<std::size_t>(utf8_character_length(rest.substr(length)), 1);
    return text.substr(0, length) + fmt::format("… [{} characters more]", text.size() - length);
}

std::uint64_t tokens_of(const content::ImageBlock& image) {
    if (image.size.width == 0) return kMostPictureTokens;
    return std::min<std::uint64_t>(image.size.pixels() / kPixelsPerToken, kMostPictureTokens);
}

struct BlockTokens {
    std::uint64_t operator()(const content::TextBlock& b) const {
        return b.text.size() / kBytesPerToken;
    }
    std::uint64_t operator()(const content::ImageBlock& b) const { return tokens_of(b); }
    std::uint64_t operator()(const content::DocumentBlock&) const { return kDocumentTokens; }
    std::uint64_t operator()(const content::VideoBlock&) const { return kDocumentTokens; }
    std::uint64_t operator()(const content::ToolUseBlock& b) const {
        return (b.name.size() + b.input.size()) / kBytesPerToken;
    }
    std::uint64_t operator()(const content::ToolResultBlock& b) const {
        std::uint64_t tokens = 0;
        for (const auto& output : b.content) tokens += std::visit(*this, output);
        return tokens;
    }
    std::uint64_t operator()(const content::ThinkingBlock& b) const {
        return b.text.size() / kBytesPerToken;
    }
};

bool only_results(const content::Message& message) {
    return std::ranges::all_of(message.content, [](const content::ContentBlock& block) {
        return std::holds_alternative<content::ToolResultBlock>(block);
    });
}

// Writes messages down as one would read them aloud.
class Transcript {
public:
    explicit Transcript(const proxy::Descriptions& descriptions) : descriptions_(descriptions) {}

    std::string of(const content::Message& message) const {
        std::string text = message.role == content::Role::Assistant ? "Agent:" : "Person:";
        for (const auto& block : message.content) text += "\n" + std::visit(*this, block);
        return text;
    }

    std::string operator()(const content::TextBlock& block) const {
        return cut(block.text, 4 * kMostResult);
    }
    std::string operator()(const content::ImageBlock& block) const {
        return "[image " + name_of(block) + "]";
    }
    std::string operator()(const content::DocumentBlock& block) const {
        return "[document " + block.filename + "]";
    }
    std::string operator()(const content::VideoBlock& block) const {
        return "[video " + block.filename + "]";
    }
    std::string operator()(const content::ToolUseBlock& block) const {
        return "[calls " + block.name + " with " + cut(block.input, kMostWords) + "]";
    }
    std::string operator()(const content::ToolResultBlock& block) const {
        std::string text = block.is_error ? "[the call failed:" : "[result:";
        for (const auto& output : block.content)
            text += " " + cut(std::visit(*this, output), kMostResult);
        return text + "]";
    }
    std::string operator()(const content::ThinkingBlock&) const { return ""; }

    // "sha256:… 1920x1080 shot.png: what it shows"
    std::string name_of(const content::ImageBlock& image) const {
        const auto* blob = content::blob_of(image.source);
        std::string name = blob != nullptr ? content::short_name(image.source)
                                           : std::get<content::UrlRef>(image.source).url;
        if (image.size.width > 0)
            name += fmt::format(" {}x{}", image.size.width, image.size.height);
        if (!image.filename.empty()) name += " " + image.filename;
        const auto* said = blob != nullptr ? descriptions_.find(blob->sha256) : nullptr;
        const auto& shows = said != nullptr ? said->text : image.alt;
        return shows.empty() ? name : name + ": " + cut(shows, kMostWords);
    }

private:
    const proxy::Descriptions& descriptions_;
};

}  // namespace

std::uint64_t estimated_tokens(const content::Message& message) {
    std::uint64_t tokens = 4;
    for (const auto& block : message.content) tokens += std::visit(BlockTokens{}, block);
    return tokens;
}

std::uint64_t estimated_tokens(const std::vector<content::Message>& messages) {
    std::uint64_t tokens = 0;
    for (const auto& message : messages) tokens += estimated_tokens(message);
    return tokens;
}

std::vector<std::uint64_t> tokens_sent(
    const std::vector<content::Message>& messages,
    const context::AgeingSettings& ageing,
    const context::StandingOf& standing_of
) {
    std::vector<std::uint64_t> tokens;
    for (const auto& message : messages) tokens.push_back(estimated_tokens(message));
    const auto pictures = context::pictures_in(messages);
    const auto aged = context::age_pictures(messages, pictures, ageing, standing_of);
    const auto others = context::find_duplicates(pictures, aged);
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        if (aged[i].form == context::Form::Full && !others[i]) continue;
        const bool is_low = aged[i].form == context::Form::Low && !others[i];
        const auto small = is_low ? kLowPictureTokens : kLineTokens;
        const auto whole = tokens_of(*pictures[i].image);
        tokens[pictures[i].place.message] -= whole > small ? whole - small : 0;
    }
    return tokens;
}

CompactionPlan plan_compaction(
    const std::vector<content::Message>& messages,
    std::span<const std::uint64_t> tokens,
    std::uint64_t keep_tokens
) {
    if (messages.size() < 4) return {};
    std::size_t cut_at = messages.size() - 2;
    auto kept_tokens = tokens[cut_at] + tokens[cut_at + 1];
    while (cut_at > 0) {
        kept_tokens += tokens[cut_at - 1];
        if (kept_tokens > keep_tokens) break;
        --cut_at;
    }
    // Results belong to the calls before them.
    while (cut_at > 0 && messages[cut_at].role == content::Role::User &&
           only_results(messages[cut_at])) {
        --cut_at;
    }
    std::size_t open = 0;  // where the open turn begins
    for (std::size_t i = 0; i < messages.size(); ++i) {
        if (messages[i].role == content::Role::User && !only_results(messages[i])) open = i;
    }
    const bool keeps_open = open < cut_at;
    if (cut_at - (keeps_open ? 1 : 0) < 2) return {};
    return {cut_at, keeps_open ? std::optional(open) : std::nullopt};
}

std::string transcript_of(
    const std::vector<content::Message>& messages,
    const CompactionPlan& plan,
    const proxy::Descriptions& descriptions,
    std::size_t max_bytes
) {
    const Transcript transcript(descriptions);
    std::vector<std::string> parts;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < plan.covered; ++i) {
        if (plan.kept == i) continue;
        parts.push_back(transcript.of(messages[i]));
        bytes += parts.back().size() + 2;
    }
    // The beginning says what it is about, the end where it stands.
    std::size_t first = 0;
    for (std::size_t head = 0; first < parts.size(); ++first) {
        head += parts[first].size() + 2;
        if (head > max_bytes / 4) break;
    }
    auto last = first;
    while (bytes > max_bytes && last < parts.size()) bytes -= parts[last++].size() + 2;
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i == first && last > first)
            text += fmt::format("[{} messages left out]\n\n", last - first);
        if (i >= first && i < last) continue;
        text += parts[i] + "\n\n";
    }
    return text;
}

std::string picture_list(
    const std::vector<content::Message>& messages,
    const CompactionPlan& plan,
    const proxy::Descriptions& descriptions
) {
    const Transcript transcript(descriptions);
    std::set<std::string> seen;
    std::string list;
    for (const auto& picture : context::pictures_in(messages)) {
        if (picture.place.message >= plan.covered || picture.place.message == plan.kept) continue;
        auto name = transcript.name_of(*picture.image);
        if (seen.size() >= kMostPictures || !seen.insert(name).second) continue;
        list += "- " + name + "\n";
    }
    return list;
}

std::string plain_summary(
    const std::vector<content::Message>& messages, const CompactionPlan& plan
) {
    std::string summary;
    for (std::size_t i = 0; i < plan.covered; ++i) {
        if (plan.kept == i) continue;
        const auto words = content::text_of(messages[i].content);
        if (words.empty()) continue;
        summary += messages[i].role == content::Role::Assistant ? "Agent: " : "Person: ";
        summary += cut(words, kMostWords) + "\n";
    }
    return summary;
}

}  // namespace fovea::agent
