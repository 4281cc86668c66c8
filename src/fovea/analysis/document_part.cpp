// A document for a model: as it is, as pictures of its pages, or as its text.
#include "fovea/analysis/part_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace fovea::analysis {
namespace {

using delivery::StoredDocument;

std::string pages_line(const StoredDocument& document, const media::PageNumbers& pages) {
    const auto total = document.info().pages;
    if (pages.size() == total) return fmt::format("{} page{}", total, total == 1 ? "" : "s");
    return fmt::format("pages {} of {}", media::page_text(pages), total);
}

Result<void> add_native(
    PartBuilder& to, const StoredDocument& document, const media::PageNumbers& pages
) {
    const auto& limits = to.target.can.limits.value;
    if (limits.pdf_pages && pages.size() > *limits.pdf_pages) {
        return Error{
            ErrorCode::PdfTooManyPages,
            fmt::format(
                "{} pages, and {} takes {} at once; ask about some of them (pages \"1-{}\")",
                pages.size(),
                to.target.name,
                *limits.pdf_pages,
                *limits.pdf_pages
            )};
    }
    auto block = TRY(document.cut(pages, limits.pdf_bytes, to.stop));
    auto line = to.heading + ", a PDF, " + pages_line(document, pages);
    if (pages.size() != document.info().pages) {
        line += fmt::format(
            "; the first page here is page {}: count from there when you name pages", pages.front()
        );
    }
    to.say(line + ":");
    to.parts.blocks.emplace_back(std::move(block));
    return {};
}

// What somebody else sees on a page that has no text, for a model that cannot look.
Result<std::string> described(PartBuilder& to, const content::ImageBlock& page) {
    if (!to.services.look) {
        return Error{
            ErrorCode::PdfNotSupported,
            to.target.name +
                " takes neither PDFs nor pictures, and a page has no text; set vision.mode = "
                "\"auto\" to have pages described"};
    }
    const auto seen = TRY(to.services.look(
        {.images = {page},
         .question = {},
         .model = to.services.describer,
         .timeout = to.services.timeout},
        to.stop
    ));
    return seen.fence;
}

Result<void> add_pages(
    PartBuilder& to, const StoredDocument& document, const media::PageNumbers& pages
) {
    const auto texts = TRY(document.text(pages, to.scope.progress_of(Stage::Pages), to.stop));
    const auto unread = TRY(document.to_see(texts, to.stop));
    const auto needs_picture = [&](const media::PdfPageText& page) {
        return std::ranges::find(unread, page.page) != unread.end();
    };
    const bool sees = to.target.can.vision.value;
    // Pages without text need their pictures; others get one as long as there is room.
    media::PageNumbers drawn;
    const auto needed = unread.size();
    if (sees && needed > to.room) {
        return Error{
            ErrorCode::LimitExceeded,
            fmt::format(
                "{} pages without text, and {} takes {} more pictures; ask about some of them",
                needed,
                to.target.name,
                to.room
            )};
    }
    auto spare = sees ? to.room - needed : 0;
    for (const auto& page : texts) {
        if (needs_picture(page)) {
            drawn.push_back(page.page);
        } else if (spare > 0) {
            drawn.push_back(page.page);
            --spare;
        }
    }
    std::map<std::uint32_t, delivery::PagePicture> pictures;
    for (auto& each :
         TRY(document.pictures(drawn, to.max_edge(), to.scope.progress_of(Stage::Pages), to.stop)
         )) {
        pictures.emplace(each.page, std::move(each));
    }
    to.say(to.heading + ", a PDF, " + pages_line(document, pages) + ":");
    for (const auto& page : texts) {
        auto words = fmt::format("Page {}", page.page);
        const auto text = media::plain_text(page);
        const auto picture = pictures.find(page.page);
        if (!sees && picture != pictures.end()) {
            words += ", whose text is in its picture; what was seen there:\n";
            words += TRY(described(to, picture->second.image));
        } else if (!text.empty()) {
            words += picture == pictures.end() ? ", its text:\n" : ", its text and its picture:\n";
            words += text;
        }
        to.say(std::move(words));
        if (sees && picture != pictures.end()) {
            to.show(
                picture->second.image,
                {.page = page.page, .scale = 72.0 / std::max(picture->second.dpi, 1.0)}
            );
        }
    }
    const auto left = pages.size() - pictures.size();
    if (sees && left > 0) {
        to.parts.notes.push_back(
            fmt::format("{} of {} pages went as text without their pictures", left, pages.size())
        );
    }
    return {};
}

}  // namespace

Result<void> add_document(PartBuilder& to, const Material& file) {
    const auto document = TRY(StoredDocument::open(
        {.source = file.source, .mime = file.mime, .filename = file.filename},
        to.services.documents,
        to.stop
    ));
    const auto pages = TRY(document.pages(to.scope.pages));
    to.parts.pages[to.file] = pages;
    if (to.target.can.pdf.value) return add_native(to, document, pages);
    return add_pages(to, document, pages);
}

}  // namespace fovea::analysis
