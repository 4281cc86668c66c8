#include "fovea/gateway/splice/line_up.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>

namespace fovea::gateway {
namespace {

using content::ContentBlock;
using content::TextBlock;
using content::ToolOutput;
using content::ToolResultBlock;

ContentBlock as_block(const ContentBlock& block) {
    return block;
}
ContentBlock as_block(const ToolOutput& output) {
    return std::visit([](const auto& one) { return ContentBlock{one}; }, output);
}

bool is_file(const ContentBlock& block) {
    return std::holds_alternative<content::ImageBlock>(block) ||
           std::holds_alternative<content::DocumentBlock>(block);
}

// Results are looked into later.
bool is_same(const ContentBlock& a, const ContentBlock& b) {
    const auto* const one = std::get_if<ToolResultBlock>(&a);
    const auto* const other = std::get_if<ToolResultBlock>(&b);
    if (one == nullptr || other == nullptr) return a == b;
    return one->tool_use_id == other->tool_use_id && one->is_error == other->is_error;
}

bool is_same_file(const ContentBlock& a, const ContentBlock& b) {
    const auto* const one = std::get_if<content::ImageBlock>(&a);
    const auto* const other = std::get_if<content::ImageBlock>(&b);
    if (one != nullptr && other != nullptr) return one->source == other->source;
    return a == b;
}

// Words of ours about several pictures: nothing else is added behind what a person says.
bool is_joint(const ContentBlock& block) {
    const auto* const text = std::get_if<TextBlock>(&block);
    return text != nullptr && text->text.starts_with("<vision_proxy_joint_description");
}

class Aligner {
public:
    explicit Aligner(std::span<const ContentBlock> files) : files_(files) {}

    std::optional<LinedUp> run(
        const std::vector<content::Message>& before, const std::vector<content::Message>& after
    ) {
        if (after.size() < before.size()) return std::nullopt;
        for (std::size_t i = 0; i < before.size(); ++i) {
            const bool is_last = i + 1 == before.size();
            if (before[i].role != after[i].role) return std::nullopt;
            auto content = after[i].content;
            const bool has_joint =
                is_last && !content.empty() && is_joint(content.back()) &&
                (before[i].content.empty() || before[i].content.back() != content.back());
            if (has_joint) {
                found_.behind_last = std::get<TextBlock>(content.back()).text;
                content.pop_back();
            }
            if (!align(before[i].content, content)) return std::nullopt;
        }
        if (found_.pieces.size() != files_.size()) return std::nullopt;
        found_.messages.assign(
            after.begin() + static_cast<std::ptrdiff_t>(before.size()), after.end()
        );
        return std::move(found_);
    }

private:
    template <class Block>
    bool align(const std::vector<Block>& before, const std::vector<Block>& after) {
        std::vector<ContentBlock> old;
        std::vector<ContentBlock> now;
        for (const auto& each : before) old.push_back(as_block(each));
        for (const auto& each : after) now.push_back(as_block(each));
        std::size_t q = 0;
        for (std::size_t p = 0; p < old.size();) {
            if (!is_next_file(old[p])) {
                if (is_file(old[p]) || q == now.size() || !is_same(old[p], now[q])) return false;
                const auto* const one = std::get_if<ToolResultBlock>(&old[p]);
                const auto* const other = std::get_if<ToolResultBlock>(&now[q]);
                if (one != nullptr && !align(one->content, other->content)) return false;
                ++p;
                ++q;
                continue;
            }
            auto first_fixed = p + 1;
            ahead_ = 1;
            while (first_fixed < old.size() && is_next_file(old[first_fixed])) {
                ++first_fixed;
                ++ahead_;
            }
            ahead_ = 0;
            auto end = now.size();
            if (first_fixed < old.size()) {
                end = q;
                while (end < now.size() && !is_same(old[first_fixed], now[end])) ++end;
                if (end == now.size()) return false;
            }
            if (!are_ours(
                    std::span(old).subspan(p, first_fixed - p), std::span(now).subspan(q, end - q)
                )) {
                return false;
            }
            share(std::span(old).subspan(p, first_fixed - p), std::span(now).subspan(q, end - q));
            p = first_fixed;
            q = end;
        }
        return q == now.size();
    }

    // One that could not be read stands as words that say so.
    bool is_next_file(const ContentBlock& block) const {
        const auto next = found_.pieces.size() + ahead_;
        return next < files_.size() && files_[next] == block;
    }

    // Words about a picture stand in brackets or a fence: anything else is somebody's question. Documents become what
    // stands in them.
    static bool are_ours(
        std::span<const ContentBlock> files, std::span<const ContentBlock> pieces
    ) {
        const auto is_document = [](const ContentBlock& file) {
            return std::holds_alternative<content::DocumentBlock>(file);
        };
        if (std::ranges::any_of(files, is_document)) return true;
        return std::ranges::all_of(pieces, [](const ContentBlock& piece) {
            const auto* const text = std::get_if<TextBlock>(&piece);
            return text == nullptr || text->text.starts_with('[') || text->text.starts_with('<');
        });
    }

    // Pieces of several files in a row.
    void share(std::span<const ContentBlock> files, std::span<const ContentBlock> pieces) {
        std::size_t q = 0;
        for (std::size_t p = 0; p < files.size(); ++p) {
            auto& mine = found_.pieces.emplace_back();
            const auto files_left = files.size() - p - 1;
            if (q < pieces.size() &&
                (pieces.size() - q == files_left + 1 || is_same_file(files[p], pieces[q]))) {
                mine.push_back(pieces[q++]);
                continue;
            }
            while (q < pieces.size() && (files_left == 0 || pieces.size() - q > files_left)) {
                if (files_left > 0 && !mine.empty() && is_same_file(files[p + 1], pieces[q])) break;
                mine.push_back(pieces[q++]);
            }
        }
    }

    const std::span<const ContentBlock> files_;
    std::size_t ahead_ = 0;  // of the files whose pieces are known
    LinedUp found_;
};

}  // namespace

std::optional<LinedUp> line_up(
    std::span<const content::ContentBlock> files,
    const std::vector<content::Message>& before,
    const std::vector<content::Message>& after
) {
    return Aligner(files).run(before, after);
}

}  // namespace fovea::gateway
