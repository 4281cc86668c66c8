#include "fovea/context/variants.hpp"

#include "fovea/content/json_fields.hpp"
#include "fovea/media/image/sniff.hpp"
#include "fovea/store/file_blobs.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fovea::context {
namespace {

namespace json = boost::json;

// Index entries are small; this many are what some hundred long sessions use.
constexpr std::size_t kMaxEntries = 4000;

// Names everything that a variant depends on. The number changes when pictures come out otherwise.
std::string key_of(const content::BlobRef& original, const Transform& transform) {
    const auto& target = transform.target;
    auto key = fmt::format(
        "variant 1 {} edge {} bytes {} gif {} webp {}",
        original.sha256.hex(),
        target.max_edge,
        target.max_bytes,
        target.accepts_gif,
        target.accepts_webp
    );
    if (target.min_edge > 0) key += fmt::format(" least {}", target.min_edge);
    if (transform.crop) {
        const auto& rect = *transform.crop;
        key += fmt::format(" crop {},{},{},{}", rect.x, rect.y, rect.width, rect.height);
    }
    return key;
}

std::string to_text(const Variant& variant) {
    json::array actions;
    for (const auto& action : variant.actions) actions.emplace_back(action);
    return json::serialize(json::object{
        {"sha256", variant.blob.sha256.hex()},
        {"mime", variant.mime},
        {"width", variant.size.width},
        {"height", variant.size.height},
        {"bytes", variant.bytes},
        {"downscaled", variant.downscaled},
        {"actions", std::move(actions)}});
}

Result<Variant> from_text(std::string_view text) {
    boost::system::error_code failed;
    const auto value = json::parse({text.data(), text.size()}, failed);
    if (failed) return Error{ErrorCode::InvalidInput, "not JSON"};
    auto fields = TRY(content::JsonFields::of(value, "variant"));
    Variant variant;
    const auto digits = TRY(fields.needed_text("sha256"));
    variant.blob.sha256 = TRY(Sha256::from_hex(digits));
    variant.mime = TRY(fields.needed_text("mime"));
    variant.size.width = TRY(fields.number("width"));
    variant.size.height = TRY(fields.number("height"));
    variant.bytes = TRY(fields.number("bytes"));
    variant.downscaled = TRY(fields.flag("downscaled"));
    const auto* actions = fields.take("actions");
    if (actions == nullptr || !actions->is_array()) return fields.error("actions", "not a list");
    for (const auto& action : actions->get_array()) {
        if (action.is_string()) variant.actions.emplace_back(action.get_string());
    }
    return variant;
}

media::PrepareRequest request_for(const Transform& transform) {
    media::PrepareRequest request{.target = transform.target};
    if (transform.crop) {
        const auto& rect = *transform.crop;
        request.crop = media::RequestedPixels{
            double(rect.x), double(rect.y), double(rect.width), double(rect.height)};
    }
    return request;
}

Result<MadePicture> prepare_in_worker(
    media::PictureWorkers& workers,
    const store::PutFile& put,
    const media::PrepareRequest& request,
    const std::stop_token& stop
) {
    auto job = TRY(workers.begin(stop));
    const auto size = TRY(put(job.input()));
    MadePicture made{TRY(job.prepare(size, request, stop)), {}};
    if (!made.prepared.unchanged) made.bytes = TRY(job.result(made.prepared));
    return made;
}

}  // namespace

PrepareStep prepare_in(std::function<Result<media::PictureWorkers*>()> workers) {
    return [workers = std::move(workers
            )](const store::PutFile& put,
               const media::PrepareRequest& request,
               const std::stop_token& stop) -> Result<MadePicture> {
        auto* const running = TRY(workers());
        return prepare_in_worker(*running, put, request, stop);
    };
}

Result<std::unique_ptr<KeptVariants>> KeptVariants::open(
    const std::filesystem::path& folder, store::BlobStore& originals, PrepareStep prepare
) {
    auto variants = TRY(store::FileBlobs::open(folder / "blobs"));
    store::ResultCache index({.folder = folder / "index", .max_entries = kMaxEntries});
    return std::unique_ptr<KeptVariants>(
        new KeptVariants(std::move(variants), std::move(index), originals, std::move(prepare))
    );
}

KeptVariants::KeptVariants(
    std::unique_ptr<store::FileBlobs> variants,
    store::ResultCache index,
    store::BlobStore& originals,
    PrepareStep prepare
)
    : variants_(std::move(variants)),
      index_(std::move(index)),
      originals_(originals),
      prepare_(std::move(prepare)) {}

Result<std::uint64_t> KeptVariants::size_of(const content::BlobRef& original) {
    return originals_.size(original);
}

std::optional<Variant> KeptVariants::known(std::string_view key, const content::BlobRef& original) {
    const auto text = index_.get(key);
    if (!text) return std::nullopt;
    auto variant = from_text(*text);
    if (!variant.ok()) return std::nullopt;
    const auto& blob = variant.value().blob;
    const auto kept = blob == original ? originals_.size(blob) : variants_->size(blob);
    // Cut short or gone: it is made again.
    if (!kept.ok() || kept.value() != variant.value().bytes) return std::nullopt;
    return std::move(variant).value();
}

Result<Variant> KeptVariants::make(
    const content::BlobRef& original, const Transform& transform, const std::stop_token& stop
) {
    if (stop.stop_requested()) return Error{ErrorCode::Cancelled, "cancelled"};
    const auto key = key_of(original, transform);
    if (auto variant = known(key, original)) return std::move(*variant);

    const auto size = originals_.size(original, {.stop = stop});
    if (stop.stop_requested()) return Error{ErrorCode::Cancelled, "cancelled"};
    if (!size.ok()) return Error{ErrorCode::FileNotFound, size.error().message};
    const auto put = store::put_from(originals_, original, {.stop = stop});
    const auto made = TRY(prepare_(put, request_for(transform), stop));
    const auto& prepared = made.prepared;
    const std::uint64_t bytes = prepared.unchanged ? size.value() : made.bytes.size();
    if (bytes == 0 || bytes > transform.target.max_bytes) {
        return Error{
            ErrorCode::LimitExceeded,
            fmt::format("no variant of {} bytes could be made", transform.target.max_bytes)};
    }
    Variant variant{
        .blob = original,
        .mime = std::string(media::mime_of(prepared.type)),
        .size = prepared.size,
        .bytes = bytes,
        .downscaled = prepared.downscaled,
        .actions = prepared.actions};
    if (!prepared.unchanged) variant.blob = TRY(variants_->put(made.bytes, {.stop = stop}));
    index_.put(key, to_text(variant));
    return variant;
}

Result<Bytes> KeptVariants::read(const content::BlobRef& blob) {
    auto variant = variants_->read(blob);
    if (variant.ok()) return variant;
    return originals_.read(blob);
}

Result<std::uint64_t> KeptVariants::size(const content::BlobRef& blob) {
    auto variant = variants_->size(blob);
    if (variant.ok()) return variant;
    return originals_.size(blob);
}

Result<std::size_t> KeptVariants::forget(store::Time before) {
    std::size_t removed = 0;
    const auto forget_old = [&](const store::BlobInfo& info) -> Result<void> {
        if (info.last_put >= before) return {};
        if (TRY(variants_->remove(info.blob, info.last_put))) ++removed;
        return {};
    };
    TRY(variants_->for_each(forget_old));
    TRY(variants_->remove_leftovers());
    return removed;
}

Result<std::size_t> KeptVariants::count(store::Time before) {
    std::size_t old = 0;
    TRY(variants_->for_each([&](const store::BlobInfo& info) -> Result<void> {
        if (info.last_put < before) ++old;
        return {};
    }));
    return old;
}

}  // namespace fovea::context
