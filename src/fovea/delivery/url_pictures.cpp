#include "fovea/delivery/url_pictures.hpp"

#include "fovea/context/pictures.hpp"
#include "fovea/store/image_change.hpp"

#include <algorithm>
#include <utility>

namespace fovea::delivery {
namespace {

using content::ImageBlock;

ImageBlock& image_at(std::vector<content::Message>& messages, const context::Place& place) {
    auto& block = messages[place.message].content[place.block];
    if (!place.output) return *std::get_if<ImageBlock>(&block);
    auto& result = *std::get_if<content::ToolResultBlock>(&block);
    return *std::get_if<ImageBlock>(&result.content[*place.output]);
}

// What the person said about it stays; what the file says about itself is taken.
void put_file(ImageBlock& image, const ImageBlock& file) {
    image.source = file.source;
    image.mime = file.mime;
    image.size = file.size;
    if (image.filename.empty()) image.filename = file.filename;
}

bool is_shown(
    const context::Aged& aged, const Picturing& picturing, const content::FileRef& image
) {
    if (aged.form == context::Form::Text) return false;
    const auto standing =
        picturing.standing_of ? picturing.standing_of(image) : context::Standing::Usual;
    return standing == context::Standing::Usual || standing == context::Standing::Pinned;
}

}  // namespace

bool needs_files(const Target& target) {
    return target.is_local() || (target.can.vision.value && !target.limits.accepts_urls);
}

content::FileRef WithFiles::stored(const content::FileRef& image) const {
    const auto* blob = content::blob_of(image);
    if (blob == nullptr) return image;
    const auto found =
        std::ranges::find_if(files, [&](const auto& each) { return each.second == *blob; });
    return found == files.end() ? image : content::FileRef(content::UrlRef{found->first});
}

Result<WithFiles> with_files(
    const std::vector<content::Message>& messages,
    const Picturing& picturing,
    const SeenBehind& seen,
    const TakeUrl& take,
    const std::stop_token& stop
) {
    WithFiles with;
    with.messages = messages;
    const auto pictures = context::pictures_in(messages);
    const auto aged =
        context::age_pictures(messages, pictures, picturing.ageing, picturing.standing_of);
    std::map<std::string, ImageBlock> taken;
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        const auto& source = pictures[i].image->source;
        const auto* address = std::get_if<content::UrlRef>(&source);
        if (address == nullptr || !is_shown(aged[i], picturing, source)) continue;
        const auto& url = address->url;
        if (!taken.contains(url) && !with.missing.contains(url)) {
            const auto before = seen ? seen(url) : std::nullopt;
            auto file = take(url, before, stop);
            if (!file.ok() && file.error().code == ErrorCode::Cancelled) return file.error();
            if (file.ok()) {
                const auto* blob = content::blob_of(file.value().source);
                if (!before && blob != nullptr) with.fetched.emplace(url, *blob);
                taken.emplace(url, std::move(file).value());
            } else {
                with.missing.emplace(url, file.error());
            }
        }
        if (const auto file = taken.find(url); file != taken.end()) {
            put_file(image_at(with.messages, pictures[i].place), file->second);
        } else if (pictures[i].place.message == pictures.back().place.message) {
            with.newest_missing = with.missing.at(url);
        }
    }
    for (const auto& [url, file] : taken) {
        const auto& source = file.source;
        const bool own = std::ranges::any_of(pictures, [&source](const auto& shown) {
            return shown.image->source == source;
        });
        if (!own) with.files.emplace(url, *content::blob_of(file.source));
    }
    return with;
}

std::vector<store::Entry> seen_entries(const WithFiles& files, store::Time now) {
    std::vector<store::Entry> entries;
    for (const auto& [url, blob] : files.fetched) {
        entries.push_back(store::change_entry(
            {.action = store::ImageAction::Fetch, .image = content::UrlRef{url}, .file = blob}, now
        ));
    }
    return entries;
}

void name_as_stored(
    std::vector<context::Delivery>& receipt, const std::vector<content::Message>& messages
) {
    const auto pictures = context::pictures_in(messages);
    for (auto& delivery : receipt) {
        const auto* same = context::picture_at(delivery.place, pictures);
        if (same != nullptr) delivery.image = same->source;
    }
}

void name_as_stored(
    Delivered& delivered, const std::vector<content::Message>& messages, const WithFiles& files
) {
    name_as_stored(delivered.receipt, messages);
    for (auto& refused : delivered.refused) refused.image = files.stored(refused.image);
}

}  // namespace fovea::delivery
