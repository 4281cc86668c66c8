#include "fovea/delivery/stored_document.hpp"

#include "fovea/media/pdf/cut_pages.hpp"
#include "fovea/media/pdf/pages_to_see.hpp"
#include "fovea/media/pdf/render_pages.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <exception>
#include <utility>

namespace fovea::delivery {
namespace {

namespace json = boost::json;

std::string kept_text(const PagePicture& picture) {
    const auto& image = picture.image;
    return json::serialize(json::object{
        {"sha256", content::blob_of(image.source)->sha256.hex()},
        {"width", image.size.width},
        {"height", image.size.height},
        {"dpi", picture.dpi}});
}

}  // namespace

Result<StoredDocument> StoredDocument::open(
    const content::DocumentBlock& block,
    const DocumentServices& services,
    const std::stop_token& stop
) {
    const auto* blob = content::blob_of(block.source);
    if (blob == nullptr) {
        return Error{
            ErrorCode::InvalidInput, "a document must be stored locally before it can be read"};
    }
    StoredDocument document(block, services);
    document.file_ = TRY(services.blobs.read(*blob, store::Verify::No, {.stop = stop}));
    auto* const helpers = TRY(services.helpers());
    document.info_ = TRY(media::probe_pdf(*helpers, document.file_, {}, stop));
    return document;
}

Result<media::PageNumbers> StoredDocument::pages(const std::optional<std::string>& range) const {
    if (range) return media::parse_pages(*range, info_.pages);
    return media::all_pages(info_.pages);
}

Result<std::vector<media::PdfPageText>> StoredDocument::text(
    const media::PageNumbers& pages, const media::Progress& progress, const std::stop_token& stop
) const {
    auto* const helpers = TRY(services_->helpers());
    return media::pdf_text(*helpers, file_, {.pages = pages, .progress = progress}, stop);
}

Result<media::PageNumbers> StoredDocument::to_see(
    const std::vector<media::PdfPageText>& texts, const std::stop_token& stop
) const {
    auto* const helpers = TRY(services_->helpers());
    return media::pages_to_see(*helpers, file_, texts, stop);
}

std::string StoredDocument::picture_key(std::uint32_t page, std::uint32_t max_edge) const {
    return "page 1 " + content::blob_of(block_.source)->sha256.hex() + " " + std::to_string(page) +
           " " + std::to_string(max_edge);
}

content::ImageBlock StoredDocument::picture_block(std::uint32_t page) const {
    const auto name = block_.filename.empty() ? std::string("document") : block_.filename;
    return {
        .mime = "image/png",
        .filename = name + "-" + std::to_string(page) + ".png",
        .alt = "page " + std::to_string(page) + " of " + name};
}

std::optional<PagePicture> StoredDocument::known_picture(std::uint32_t page, const std::string& key)
    const {
    const auto text = services_->known.get(key);
    if (!text) return std::nullopt;
    try {
        const auto kept = json::parse(*text);
        const auto name = Sha256::from_hex(kept.at("sha256").as_string());
        if (!name.ok()) return std::nullopt;
        const content::BlobRef blob{name.value()};
        const auto stored = services_->blobs.has(blob);
        if (!stored.ok() || !stored.value()) return std::nullopt;
        PagePicture picture{
            .page = page, .dpi = kept.at("dpi").to_number<double>(), .image = picture_block(page)};
        picture.image.source = blob;
        picture.image.size = {
            kept.at("width").to_number<std::uint32_t>(),
            kept.at("height").to_number<std::uint32_t>()};
        return picture;
    } catch (const std::exception&) {
        return std::nullopt;  // of another version
    }
}

std::vector<PagePicture> StoredDocument::known_pictures(
    const media::PageNumbers& pages, std::uint32_t max_edge
) const {
    std::vector<PagePicture> pictures;
    for (const auto page : pages) {
        if (auto known = known_picture(page, picture_key(page, max_edge))) {
            pictures.push_back(std::move(*known));
        }
    }
    return pictures;
}

Result<std::vector<PagePicture>> StoredDocument::pictures(
    const media::PageNumbers& pages,
    std::uint32_t max_edge,
    const media::Progress& progress,
    const std::stop_token& stop
) const {
    auto pictures = known_pictures(pages, max_edge);
    media::RenderRequest missing{.pages = {}, .max_edge = max_edge};
    for (const auto page : pages) {
        const auto known = std::ranges::find(pictures, page, &PagePicture::page);
        if (known == pictures.end()) missing.pages.push_back(page);
    }
    if (!missing.pages.empty()) {
        auto* const helpers = TRY(services_->helpers());
        const auto keep = [&](media::RenderedPage drawn) -> Result<void> {
            PagePicture picture{
                .page = drawn.page, .dpi = drawn.dpi, .image = picture_block(drawn.page)};
            picture.image.source = TRY(services_->blobs.put(drawn.png, {.stop = stop}));
            picture.image.size = drawn.size;
            services_->known.put(picture_key(drawn.page, max_edge), kept_text(picture));
            pictures.push_back(std::move(picture));
            if (progress) progress(pictures.size(), pages.size());
            return {};
        };
        TRY(media::render_pages(*helpers, file_, info_, missing, keep, stop));
    }
    std::ranges::sort(pictures, {}, &PagePicture::page);
    return pictures;
}

Result<content::DocumentBlock> StoredDocument::cut(
    const media::PageNumbers& pages,
    std::optional<std::uint64_t> max_bytes,
    const std::stop_token& stop
) const {
    const auto most = std::min<std::uint64_t>(max_bytes.value_or(32u << 20), 32u << 20);
    // Providers want the header where the file begins.
    const bool begins = as_text(file_).starts_with("%PDF-");
    if (pages.size() == info_.pages && !info_.encrypted && begins) {
        if (file_.size() <= most) return block_;
        return Error{
            ErrorCode::FileTooLarge,
            "the document has " + std::to_string(file_.size()) + " bytes, and " +
                std::to_string(most) + " is the limit; ask about some of its pages"};
    }
    auto* const helpers = TRY(services_->helpers());
    media::CutRequest request{.pages = pages, .max_bytes = most};
    request.limits.max_pages = std::max(request.limits.max_pages, info_.pages);
    auto block = block_;
    const auto small = TRY(media::cut_pages(*helpers, file_, request, stop));
    block.source = TRY(services_->blobs.put(small, {.stop = stop}));
    return block;
}

}  // namespace fovea::delivery
