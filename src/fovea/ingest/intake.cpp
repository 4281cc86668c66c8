#include "fovea/ingest/intake.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/content/file_name.hpp"
#include "fovea/ingest/data_url.hpp"
#include "fovea/media/image/sniff.hpp"
#include "fovea/net/gate/url_rules.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace fovea::ingest {
namespace {

// The part that a provider fetches, when the source is such.
const UrlSource* remote(const Source& source) {
    const auto* url = std::get_if<UrlSource>(&source);
    return url != nullptr && !is_data_url(url->url) ? url : nullptr;
}

content::ImageBlock block_of(
    const content::BlobRef& blob, const media::PictureFacts& facts, const std::string& filename
) {
    content::ImageBlock block;
    block.source = blob;
    block.mime = media::mime_of(facts.type);
    block.size = facts.size;
    block.filename = content::plain_file_name(filename);
    if (facts.frames > 1) {
        const auto& name = block.filename;
        block.alt = "frame 1 of " + std::to_string(facts.frames) + " of " +
                    (name.empty() ? "an animation" : name);
    }
    return block;
}

Result<content::ImageBlock> store_image(
    const Admitted& picture, const Intake& intake, const std::stop_token& stop
) {
    const auto blob = TRY(intake.blobs.put(picture.bytes, {.stop = stop}));
    return block_of(blob, picture.facts, picture.filename);
}

}  // namespace

Result<content::ImageBlock> take_image(
    const Source& source, const Intake& intake, const std::stop_token& stop
) {
    if (const auto* url = remote(source)) {
        return content::ImageBlock{.source = TRY(take_url(url->url, intake.gate))};
    }
    return store_image(TRY(admit(source, intake.gate, stop)), intake, stop);
}

Result<content::ImageBlock> take_image_behind(
    const std::string& url, const Intake& intake, const std::stop_token& stop
) {
    return store_image(TRY(admit(UrlSource{url}, intake.gate, stop)), intake, stop);
}

Result<content::ImageBlock> take_stored_image(
    const content::BlobRef& blob,
    const std::string& filename,
    const Intake& intake,
    const std::stop_token& stop
) {
    const auto checked = TRY(check_stored(blob, intake.blobs, intake.gate, stop));
    return block_of(blob, checked.facts, filename);
}

Result<content::ImageBlock> take_image_bytes(
    Bytes bytes, std::string filename, const Intake& intake, const std::stop_token& stop
) {
    const auto picture = TRY(admit_bytes(std::move(bytes), std::move(filename), intake.gate, stop));
    return store_image(picture, intake, stop);
}

Result<content::DocumentBlock> take_document(const Source& source, const Intake& intake) {
    if (const auto* url = remote(source)) {
        return content::DocumentBlock{
            .source = TRY(take_url(url->url, intake.gate)), .mime = "application/pdf"};
    }
    auto bytes = TRY(read_source(source, intake.max_document_bytes, intake.gate.stored));
    return take_document_bytes(std::move(bytes), filename_of(source), intake);
}

Result<content::DocumentBlock> take_document_bytes(
    Bytes bytes, std::string filename, const Intake& intake
) {
    constexpr std::string_view kPdf = "application/pdf";
    const auto found = media::sniff(bytes);
    if (bytes.empty()) return media::refusal(found, 0);
    if (found.mime != kPdf) {
        return Error{
            ErrorCode::UnsupportedFileType,
            "this is " + std::string(found.name) + " (" + std::string(found.mime) +
                "); a document must be a PDF"};
    }
    content::DocumentBlock block;
    block.source = TRY(intake.blobs.put(bytes));
    block.mime = kPdf;
    block.filename = content::plain_file_name(filename);
    return block;
}

Result<content::UrlRef> take_url(const std::string& url, const Gate& gate) {
    const auto refused = [&](const std::string& why) {
        return Error{
            ErrorCode::UrlBlocked,
            "\"" + to_utf8(url.substr(0, 100)) +
                "\" is not a URL of the form https://host/path on a public site: " + why};
    };
    const auto is_printable = [](char c) { return c > ' ' && c < '\x7f'; };
    if (!std::ranges::all_of(url, is_printable))
        return refused("it contains a character that is not valid in a URL");
    const auto checked = net::check_url(url);
    if (!checked.ok()) return refused(checked.error().reason);
    if (const auto& address = checked.value().literal) {
        const auto why = net::refusal_of(*address, gate.addresses);
        if (!why.empty()) return refused(why);
    }
    return content::UrlRef{url};
}

}  // namespace fovea::ingest
