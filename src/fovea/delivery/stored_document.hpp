// A stored PDF document, page by page, for models that take none, and for those that take some of its
// pages (M9, R1).
//
//     const auto document = TRY(StoredDocument::open(block, services, stop));
//     const auto pages = TRY(document.pages("120-125"));
//     const auto cut = TRY(document.cut(pages, {}, stop));              // a document of those pages
//     const auto pictures = TRY(document.pictures(pages, 1568, {}, stop));
//
// Whatever is made of it is stored among the blobs and remembered, so that a second question draws no
// page again. The same pages give the same bytes.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/media/pdf/page_ranges.hpp"
#include "fovea/media/pdf/pdf_text.hpp"
#include "fovea/media/pdf/probe_pdf.hpp"
#include "fovea/media/progress.hpp"
#include "fovea/media/worker/picture_workers.hpp"
#include "fovea/sandbox/helper_programs.hpp"
#include "fovea/store/blobs.hpp"
#include "fovea/store/result_cache.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::delivery {

// All of it outlives the documents.
struct DocumentServices {
    store::BlobStore& blobs;
    const store::ResultCache& known;
    std::function<Result<sandbox::HelperPrograms*>()> helpers;     // asked when first needed
    std::function<Result<media::PictureWorkers*>()> workers = {};  // of animated pictures
};

struct PagePicture {
    std::uint32_t page = 0;
    double dpi = 0;
    content::ImageBlock image;

    bool operator==(const PagePicture&) const = default;
};

class StoredDocument {
public:
    // InvalidInput for one that wants a password, DecodeFailed for a damaged one, and as
    // media::probe_pdf() says. Borrows the services.
    static Result<StoredDocument> open(
        const content::DocumentBlock& block,
        const DocumentServices& services,
        const std::stop_token& stop
    );

    const content::DocumentBlock& block() const { return block_; }
    const media::PdfInfo& info() const { return info_; }
    std::size_t bytes() const { return file_.size(); }

    // All of them where no range is given. InvalidInput names the pages that there are.
    Result<media::PageNumbers> pages(const std::optional<std::string>& range) const;

    Result<std::vector<media::PdfPageText>> text(
        const media::PageNumbers& pages,
        const media::Progress& progress,
        const std::stop_token& stop
    ) const;

    // Those of these pages whose text is not in the text layer.
    Result<media::PageNumbers> to_see(
        const std::vector<media::PdfPageText>& texts, const std::stop_token& stop
    ) const;

    Result<std::vector<PagePicture>> pictures(
        const media::PageNumbers& pages,
        std::uint32_t max_edge,
        const media::Progress& progress,
        const std::stop_token& stop
    ) const;

    // Those that were drawn before.
    std::vector<PagePicture> known_pictures(const media::PageNumbers& pages, std::uint32_t max_edge)
        const;

    // The document itself where all of its pages are meant and it is not locked in any way.
    // FileTooLarge for more than `max_bytes`.
    Result<content::DocumentBlock> cut(
        const media::PageNumbers& pages,
        std::optional<std::uint64_t> max_bytes,
        const std::stop_token& stop
    ) const;

private:
    StoredDocument(content::DocumentBlock block, const DocumentServices& services)
        : block_(std::move(block)), services_(&services) {}

    std::optional<PagePicture> known_picture(std::uint32_t page, const std::string& key) const;
    std::string picture_key(std::uint32_t page, std::uint32_t max_edge) const;
    content::ImageBlock picture_block(std::uint32_t page) const;

    content::DocumentBlock block_;
    const DocumentServices* services_;
    Bytes file_;
    media::PdfInfo info_;
};

}  // namespace fovea::delivery
