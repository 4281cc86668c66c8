// The forms of a picture that go out: fitted, small or cropped, each made from the original's
// pixels at full resolution (M6) and kept under the hash of its own bytes.
//
//     auto variants = TRY(KeptVariants::open(folder, originals, prepare_in(workers)));
//     const Variant variant = TRY(variants->make(original, {.target = {.max_edge = 512}}, stop));
//     const Bytes sent = TRY(variants->read(variant.blob));
//
// What was made of (original, transform) is remembered on disk, so the same conversation becomes
// the same bytes again, in another process too. Losing what is kept costs time only: it is made
// again. Several threads and processes may use one folder.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/media/transform/prepare.hpp"
#include "fovea/media/worker/picture_workers.hpp"
#include "fovea/store/blobs.hpp"
#include "fovea/store/file_blobs.hpp"
#include "fovea/store/read_into.hpp"
#include "fovea/store/result_cache.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::context {

struct Transform {
    media::FitTarget target;
    std::optional<media::PixelRect> crop = {};  // of the upright original

    bool operator==(const Transform&) const = default;
};

struct Variant {
    content::BlobRef blob;  // the original itself where nothing had to be changed
    std::string mime;
    media::PixelSize size;
    std::uint64_t bytes = 0;
    bool downscaled = false;
    std::vector<std::string> actions;  // each change, in the order made

    bool operator==(const Variant&) const = default;
};

class VariantMaker {
public:
    virtual ~VariantMaker() = default;

    // Of any stored file. FileNotFound when it is not there.
    virtual Result<std::uint64_t> size_of(const content::BlobRef& original) = 0;

    // Never larger than the target. FileNotFound when the original is gone, DecodeFailed and its
    // kin when it cannot be read; StoreError, Internal and Cancelled are not the picture's fault.
    virtual Result<Variant> make(
        const content::BlobRef& original, const Transform& transform, const std::stop_token& stop
    ) = 0;
};

struct MadePicture {
    media::PreparedPicture prepared;
    Bytes bytes;  // empty where the file stays as it is
};

using PrepareStep = std::function<Result<MadePicture>(
    const store::PutFile& put, const media::PrepareRequest& request, const std::stop_token& stop
)>;

// In the sandbox. `workers` is asked for only when something must be made.
PrepareStep prepare_in(std::function<Result<media::PictureWorkers*>()> workers);

class KeptVariants : public VariantMaker {
public:
    // Everything given outlives it.
    static Result<std::unique_ptr<KeptVariants>> open(
        const std::filesystem::path& folder, store::BlobStore& originals, PrepareStep prepare
    );

    Result<std::uint64_t> size_of(const content::BlobRef& original) override;
    Result<Variant> make(
        const content::BlobRef& original, const Transform& transform, const std::stop_token& stop
    ) override;

    // A variant or an original, whichever has that hash.
    Result<Bytes> read(const content::BlobRef& blob);
    Result<std::uint64_t> size(const content::BlobRef& blob);

    // Removes the variants made before `before`; returns how many. count() only tells.
    Result<std::size_t> forget(store::Time before);
    Result<std::size_t> count(store::Time before);

private:
    KeptVariants(
        std::unique_ptr<store::FileBlobs> variants,
        store::ResultCache index,
        store::BlobStore& originals,
        PrepareStep prepare
    );

    std::optional<Variant> known(std::string_view key, const content::BlobRef& original);

    std::unique_ptr<store::FileBlobs> variants_;
    store::ResultCache index_;
    store::BlobStore& originals_;
    PrepareStep prepare_;
};

}  // namespace fovea::context
