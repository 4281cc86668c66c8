#include "fovea/host/session_picture.hpp"

#include "fovea/delivery/document_pages.hpp"
#include "fovea/host/session_choice.hpp"

#include <utility>
#include <vector>

namespace fovea::host {
namespace {

content::ImageBlock block_of(const store::LedgerImage& image) {
    return {
        .source = image.image,
        .mime = image.mime,
        .size = image.size,
        .filename = image.filename,
        .alt = image.alt};
}

store::LedgerImage ledger_image_of(const content::ImageBlock& image) {
    store::LedgerImage listed;
    listed.image = image.source;
    listed.mime = image.mime;
    listed.size = image.size;
    listed.filename = image.filename;
    listed.alt = image.alt;
    return listed;
}

// What stands in requests and in no message.
std::vector<store::LedgerImage> made_for_requests(
    const delivery::SessionView& view, Machine& machine, const std::stop_token& stop
) {
    std::vector<store::LedgerImage> made;
    Unasked unasked;
    const auto recall = machine.recall_url(unasked);
    for (const auto& image : view.images()) {
        const auto* url = std::get_if<content::UrlRef>(&image.image);
        if (url == nullptr) continue;
        const auto file = recall(url->url, image.file, stop);
        if (file.ok()) made.push_back(ledger_image_of(file.value()));
    }
    for (const auto& page : delivery::shown_pages(view.messages, machine.documents(), stop)) {
        made.push_back(ledger_image_of(page));
    }
    return made;
}

}  // namespace

Result<content::ImageBlock> find_session_picture(
    const delivery::SessionView& view,
    const std::string& name,
    Machine& machine,
    const std::stop_token& stop
) {
    const auto found = find_image(view.images(), name);
    if (found.ok()) return block_of(found.value());
    if (found.error().code != ErrorCode::FileNotFound) return found.error();
    const auto made = find_image(made_for_requests(view, machine, stop), name);
    if (made.ok()) return block_of(made.value());
    return made.error().code == ErrorCode::FileNotFound ? found.error() : made.error();
}

}  // namespace fovea::host
