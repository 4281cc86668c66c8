#include "fovea/delivery/document_pages.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace fovea::delivery {
namespace {

using content::DocumentBlock;
using content::TextBlock;
using content::ToolOutput;

// A conversation carries its documents along in every turn; whoever wants more of a long one asks
// about some of its pages.
constexpr std::uint32_t kMaxPages = 100;
constexpr std::size_t kMaxPictures = 20;
constexpr std::uint32_t kPageEdge = 1568;

class PageWriter {
public:
    PageWriter(const Target& target, const DocumentServices& services, const std::stop_token& stop)
        : target_(target), services_(services), stop_(stop) {}

    Result<std::vector<ToolOutput>> pages_of(const DocumentBlock& block) {
        const auto document = TRY(StoredDocument::open(block, services_, stop_));
        const auto total = document.info().pages;
        const auto pages = media::all_pages(std::min(total, kMaxPages));
        const auto texts = TRY(document.text(pages, {}, stop_));
        const auto pictures = TRY(document.pictures(pages_to_draw(texts), kPageEdge, {}, stop_));
        const auto name = block.filename.empty() ? std::string("document") : block.filename;
        std::vector<ToolOutput> parts;
        for (const auto& page : texts) {
            const auto words = "[Document: " + name + ", page " + std::to_string(page.page) +
                               " of " + std::to_string(total) + "]";
            const auto text = media::plain_text(page);
            parts.emplace_back(TextBlock{text.empty() ? words : words + "\n" + text});
            const auto picture = std::ranges::find(pictures, page.page, &PagePicture::page);
            if (picture != pictures.end()) parts.emplace_back(picture->image);
        }
        if (total > kMaxPages) {
            parts.emplace_back(TextBlock{
                "[Document: " + name + ", pages " + std::to_string(kMaxPages + 1) + " to " +
                std::to_string(total) + " are left out]"});
        }
        return parts;
    }

private:
    media::PageNumbers pages_to_draw(const std::vector<media::PdfPageText>& texts) const {
        const bool sees = target_.can.vision.value;
        const auto most = target_.limits.max_images.value_or(kMaxPictures);
        const auto room = std::min<std::size_t>(most, kMaxPictures);
        media::PageNumbers drawn;
        for (const auto& page : texts) {
            const bool wanted = sees || page.lines.empty();
            if (wanted && drawn.size() < room) drawn.push_back(page.page);
        }
        return drawn;
    }

    const Target& target_;
    const DocumentServices& services_;
    const std::stop_token& stop_;
};

// Puts pages where documents are, in one list of blocks or outputs.
class Rewriter {
public:
    Rewriter(WithPages& to, PageWriter& writer) : to_(to), writer_(writer) {}

    // `at` is the place of the list; its block or its output is set here.
    template <class Block>
    Result<std::vector<Block>> rewrite(
        const std::vector<Block>& from, context::Place now, context::Place before, bool is_output
    ) {
        std::vector<Block> rewritten;
        for (std::size_t i = 0; i < from.size(); ++i) {
            set(before, i, is_output);
            set(now, rewritten.size(), is_output);
            if (const auto* document = std::get_if<DocumentBlock>(&from[i])) {
                auto pages = TRY(pages_of(*document));
                if (!pages.empty()) {
                    for (auto& page : pages) {
                        std::visit(
                            [&](auto& part) { rewritten.emplace_back(std::move(part)); }, page
                        );
                    }
                    to_.is_changed = true;
                    continue;
                }
            }
            to_.moves.push_back({now, before});
            rewritten.push_back(TRY(inside(from[i], now, before)));
        }
        return rewritten;
    }

private:
    static void set(context::Place& place, std::size_t index, bool is_output) {
        if (is_output) {
            place.output = index;
        } else {
            place.block = index;
        }
    }

    Result<content::ContentBlock> inside(
        const content::ContentBlock& block, const context::Place& now, const context::Place& before
    ) {
        const auto* result = std::get_if<content::ToolResultBlock>(&block);
        if (result == nullptr) return block;
        auto rewritten = *result;
        rewritten.content = TRY(rewrite(result->content, now, before, true));
        return content::ContentBlock(std::move(rewritten));
    }
    Result<ToolOutput>
    inside(const ToolOutput& output, const context::Place&, const context::Place&) {
        return output;
    }

    // Empty where it cannot be opened.
    Result<std::vector<ToolOutput>> pages_of(const DocumentBlock& document) {
        if (content::blob_of(document.source) == nullptr) return std::vector<ToolOutput>();
        auto pages = writer_.pages_of(document);
        if (pages.ok() || pages.error().code == ErrorCode::Cancelled) return pages;
        const auto name = document.filename.empty() ? "a document" : document.filename;
        to_.problems.push_back(name + " is not seen: " + pages.error().message);
        return std::vector<ToolOutput>();
    }

    WithPages& to_;
    PageWriter& writer_;
};

}  // namespace

Result<WithPages> with_pages(
    const std::vector<content::Message>& messages,
    const Target& target,
    const DocumentServices& services,
    const std::stop_token& stop
) {
    WithPages with;
    PageWriter writer(target, services, stop);
    Rewriter rewriter(with, writer);
    for (std::size_t i = 0; i < messages.size(); ++i) {
        const context::Place place{.message = i, .output = {}};
        auto content = TRY(rewriter.rewrite(messages[i].content, place, place, false));
        with.messages.push_back({messages[i].role, std::move(content)});
    }
    return with;
}

void forget_pages(std::vector<context::Delivery>& receipt, const WithPages& pages) {
    if (!pages.is_changed) return;
    std::vector<context::Delivery> kept;
    for (auto& each : receipt) {
        const auto move = std::ranges::find(pages.moves, each.place, &WithPages::Move::now);
        if (move == pages.moves.end()) continue;
        each.place = move->before;
        kept.push_back(std::move(each));
    }
    receipt = std::move(kept);
}

void forget_pages(Delivered& delivered, const WithPages& pages) {
    if (!pages.is_changed) return;
    forget_pages(delivered.receipt, pages);
    std::erase_if(delivered.refused, [&](const Refused& refused) {
        return std::ranges::find(delivered.receipt, refused.image, &context::Delivery::image) ==
               delivered.receipt.end();
    });
}

}  // namespace fovea::delivery
