#include "fovea/delivery/document_pages.hpp"

#include <fmt/format.h>

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
constexpr const char* kAskAboutPages = "use fovea analyze --pages for other pages";

class PageWriter {
public:
    PageWriter(const Target& target, const DocumentServices& services, const std::stop_token& stop)
        : target_(target), services_(services), stop_(stop) {}

    Result<std::vector<ToolOutput>> pages_of(const DocumentBlock& block) {
        shortened_.clear();
        row_ = {.document = block.source, .filename = block.filename};
        const auto document = TRY(StoredDocument::open(block, services_, stop_));
        return target_.can.pdf.value ? as_document(document) : as_pages(document);
    }

    bool takes_documents() const { return target_.can.pdf.value; }

    // Of the document written last, what a person should know: some of it stays behind.
    const std::string& shortened() const { return shortened_; }

    // What it goes as; its state is whoever's who could not open it.
    DocumentRow row() const {
        auto row = row_;
        row.reason = shortened_;
        return row;
    }

private:
    // Opened where it is locked, and no longer than the model takes.
    Result<std::vector<ToolOutput>> as_document(const StoredDocument& document) {
        const auto& limits = target_.can.limits.value;
        const auto total = document.info().pages;
        const auto most = std::min(total, limits.pdf_pages.value_or(total));
        std::vector<ToolOutput> parts;
        parts.emplace_back(TRY(document.cut(media::all_pages(most), limits.pdf_bytes, stop_)));
        row_.state = DocumentState::Document;
        row_.pages = total;
        row_.sent = most;
        if (most < total) {
            parts.emplace_back(left_out(document, most));
            shortened_ = fmt::format(
                "{}: the model gets pages 1-{} of {}; {}",
                name_of(document),
                most,
                total,
                kAskAboutPages
            );
        }
        return parts;
    }

    Result<std::vector<ToolOutput>> as_pages(const StoredDocument& document) {
        const auto total = document.info().pages;
        const auto pages = media::all_pages(std::min(total, kMaxPages));
        const auto texts = TRY(document.text(pages, {}, stop_));
        const auto unread = TRY(document.to_see(texts, stop_));
        const auto drawn = pages_to_draw(pages, unread);
        const auto pictures = TRY(document.pictures(drawn, kPageEdge, {}, stop_));
        const auto name = name_of(document);
        row_.state = DocumentState::Pages;
        row_.pages = total;
        row_.sent = static_cast<std::uint32_t>(pages.size());
        row_.pictures = static_cast<std::uint32_t>(pictures.size());
        std::vector<ToolOutput> parts;
        for (const auto& page : texts) {
            const auto words = "[Document: " + name + ", page " + std::to_string(page.page) +
                               " of " + std::to_string(total) + "]";
            const auto text = media::plain_text(page);
            parts.emplace_back(TextBlock{text.empty() ? words : words + "\n" + text});
            const auto picture = std::ranges::find(pictures, page.page, &PagePicture::page);
            if (picture != pictures.end()) parts.emplace_back(picture->image);
        }
        if (total > kMaxPages) parts.emplace_back(left_out(document, kMaxPages));
        const auto to_draw = target_.can.vision.value ? pages.size() : unread.size();
        if (total > kMaxPages || drawn.size() < to_draw) {
            shortened_ = fmt::format(
                "{}: the model gets the text of {} of {} pages{}; {}",
                name,
                pages.size(),
                total,
                to_draw == 0 ? "" : fmt::format(" and pictures of {} of them", drawn.size()),
                kAskAboutPages
            );
        }
        return parts;
    }

    static std::string name_of(const StoredDocument& document) {
        const auto& name = document.block().filename;
        return name.empty() ? std::string("document") : name;
    }

    static TextBlock left_out(const StoredDocument& document, std::uint32_t behind) {
        return {
            "[Document: " + name_of(document) + ", pages " + std::to_string(behind + 1) + " to " +
            std::to_string(document.info().pages) + " are left out]"};
    }

    // As many as there is room for; whoever sees looks at all of them.
    media::PageNumbers pages_to_draw(
        const media::PageNumbers& pages, const media::PageNumbers& unread
    ) const {
        const auto most = target_.limits.max_images.value_or(kMaxPictures);
        auto drawn = target_.can.vision.value ? pages : unread;
        drawn.resize(std::min({drawn.size(), std::size_t{most}, kMaxPictures}));
        return drawn;
    }

    const Target& target_;
    const DocumentServices& services_;
    const std::stop_token& stop_;
    std::string shortened_;
    DocumentRow row_;
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
                const bool stays = pages.size() == 1 && pages.front() == ToolOutput(*document);
                if (!pages.empty() && !stays) {
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

    // Empty where it cannot be opened, and goes as it is.
    Result<std::vector<ToolOutput>> pages_of(const DocumentBlock& document) {
        std::vector<ToolOutput> none;
        if (content::blob_of(document.source) == nullptr) return none;
        auto pages = writer_.pages_of(document);
        to_.documents.push_back(writer_.row());
        auto& row = to_.documents.back();
        if (pages.ok() && !writer_.shortened().empty()) {
            to_.problems.push_back(writer_.shortened());
        }
        if (pages.ok() || pages.error().code == ErrorCode::Cancelled) return pages;
        const auto code = pages.error().code;
        // Whoever takes documents may read more than our programs do. One that wants a password or is
        // too large is refused by all, and would be again in every turn to come.
        const bool refused = code == ErrorCode::InvalidInput || code == ErrorCode::FileTooLarge;
        if (writer_.takes_documents() && !refused) {
            row.state = DocumentState::Document;
            return none;
        }
        row.state = DocumentState::NotSeen;
        row.reason = pages.error().message;
        const auto name = document.filename.empty() ? "a document" : document.filename;
        to_.problems.push_back(name + " is not seen: " + pages.error().message);
        if (!writer_.takes_documents()) return none;  // its adapter writes the name
        none.emplace_back(TextBlock{"[Document: " + name + ", which could not be opened]"});
        return none;
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

std::vector<content::ImageBlock> shown_pages(
    const std::vector<content::Message>& messages,
    const DocumentServices& services,
    const std::stop_token& stop
) {
    std::vector<content::ImageBlock> shown;
    const auto add = [&](const auto& block) {
        const auto* document = std::get_if<DocumentBlock>(&block);
        if (document == nullptr) return;
        const auto opened = StoredDocument::open(*document, services, stop);
        if (!opened.ok()) return;
        const auto pages = media::all_pages(std::min(opened.value().info().pages, kMaxPages));
        for (auto& picture : opened.value().known_pictures(pages, kPageEdge)) {
            shown.push_back(std::move(picture.image));
        }
    };
    for (const auto& message : messages) {
        for (const auto& block : message.content) {
            add(block);
            const auto* result = std::get_if<content::ToolResultBlock>(&block);
            if (result == nullptr) continue;
            for (const auto& output : result->content) add(output);
        }
    }
    return shown;
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
    // local/ocr opens them itself, and has told of them.
    if (!pages.documents.empty()) delivered.documents = pages.documents;
    if (!pages.is_changed) return;
    forget_pages(delivered.receipt, pages);
    std::erase_if(delivered.refused, [&](const Refused& refused) {
        return std::ranges::find(delivered.receipt, refused.image, &context::Delivery::image) ==
               delivered.receipt.end();
    });
}

}  // namespace fovea::delivery
