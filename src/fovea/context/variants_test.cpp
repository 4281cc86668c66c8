#include "fovea/context/variants.hpp"

#include "fovea/media/image/image_samples.hpp"
#include "fovea/media/image/sniff.hpp"
#include "fovea/store/file_blobs.hpp"
#include "fovea/store/test_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace fovea::context {
namespace {

class Variants : public testing::Test {
protected:
    void SetUp() override {
        originals_ = store::FileBlobs::open(folder_ / "originals").value();
        variants_ = open();
    }

    // What a worker does, without a worker.
    Result<MadePicture> prepare(const store::PutFile& put, const media::PrepareRequest& request) {
        ++made_;
        Bytes file(8u << 20);
        file.resize(TRY(put(file)));
        Bytes out(8u << 20);
        MadePicture result{TRY(media::prepare(file, request, out)), {}};
        out.resize(result.prepared.bytes);
        if (!result.prepared.unchanged) result.bytes = std::move(out);
        return result;
    }

    std::unique_ptr<KeptVariants> open() {
        const auto step =
            [this](const store::PutFile& put, const media::PrepareRequest& request, const std::stop_token&) {
                return prepare(put, request);
            };
        return KeptVariants::open(folder_ / "variants", *originals_, step).value();
    }

    content::BlobRef photo(media::PixelSize size) {
        const auto shape = media::Shape::of(size, media::PixelFormat::Rgb8);
        return originals_->put(media::sample_jpeg(shape)).value();
    }

    Variant make(const content::BlobRef& original, const Transform& transform) {
        auto variant = variants_->make(original, transform, {});
        EXPECT_TRUE(variant.ok()) << variant.error().message;
        return variant.ok() ? std::move(variant).value() : Variant{};
    }

    store::TestFolder folder_;
    std::unique_ptr<store::BlobStore> originals_;
    std::unique_ptr<KeptVariants> variants_;
    int made_ = 0;
};

TEST_F(Variants, AreNamedByTheBytesThatGoOut) {  // M6
    const auto original = photo({900, 600});

    const auto variant = make(original, {.target = {.max_edge = 512}});

    EXPECT_EQ(variant.size, (media::PixelSize{512, 341}));
    EXPECT_TRUE(variant.downscaled);
    const auto bytes = variants_->read(variant.blob).value();
    EXPECT_EQ(sha256(bytes), variant.blob.sha256);
    EXPECT_EQ(bytes.size(), variant.bytes);
    EXPECT_EQ(media::sniff(bytes).mime, variant.mime);
    EXPECT_FALSE(originals_->has(variant.blob).value());  // originals are only what was received
}

TEST_F(Variants, AreTheOriginalWhereItFits) {  // M5
    const auto original = photo({300, 200});

    const auto variant = make(original, {});

    EXPECT_EQ(variant.blob, original);
    EXPECT_EQ(variants_->read(original).value(), originals_->read(original).value());
}

TEST_F(Variants, AreMadeOnceAlsoForTheNextProcess) {  // M6
    const auto original = photo({900, 600});
    const Transform transform{.target = {.max_edge = 256}};
    const auto first = make(original, transform);

    variants_ = open();
    const auto second = make(original, transform);

    EXPECT_EQ(first, second);
    EXPECT_EQ(made_, 1);
}

TEST_F(Variants, AreTakenApartByEveryPartOfTheTransform) {  // M6
    const auto original = photo({900, 600});
    const std::vector<Transform> transforms{
        {.target = {.max_edge = 256}},
        {.target = {.max_edge = 255}},
        {.target = {.max_edge = 256, .max_bytes = 5'000}},
        {.target = {.max_edge = 256}, .crop = media::PixelRect{0, 0, 300, 300}},
        {.target = {.max_edge = 256}, .crop = media::PixelRect{300, 0, 300, 300}},
        {.target = {.max_edge = 256, .accepts_gif = false}},
        {.target = {.max_edge = 256, .accepts_webp = false}},
    };
    for (const auto& transform : transforms) make(original, transform);

    EXPECT_EQ(made_, 7);
    EXPECT_LE(make(original, transforms[2]).bytes, 5'000u);
    EXPECT_EQ(make(original, transforms[4]).size, (media::PixelSize{256, 256}));
}

TEST_F(Variants, AreMadeAgainWhenTheyWereForgotten) {  // M6
    const auto original = photo({900, 600});
    const auto first = make(original, {.target = {.max_edge = 256}});

    EXPECT_EQ(variants_->forget(store::Time::max()).value(), 1u);

    EXPECT_EQ(make(original, {.target = {.max_edge = 256}}), first);
    EXPECT_EQ(made_, 2);
    EXPECT_EQ(variants_->size(first.blob).value(), first.bytes);
}

TEST_F(Variants, AreMadeAgainWhenTheIndexIsGarbage) {
    const auto original = photo({900, 600});
    make(original, {.target = {.max_edge = 256}});
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "variants" / "index")) {
        std::ofstream(entry.path()) << "garbage";
    }

    make(original, {.target = {.max_edge = 256}});

    EXPECT_EQ(made_, 2);
}

TEST_F(Variants, OfNothingAreNotFound) {  // DIG-12
    const content::BlobRef missing{sha256(as_bytes("nothing"))};

    EXPECT_EQ(variants_->make(missing, {}, {}).error().code, ErrorCode::FileNotFound);
    EXPECT_EQ(variants_->size_of(missing).error().code, ErrorCode::FileNotFound);
}

TEST_F(Variants, OfABrokenFileAreRefusedAndNotRemembered) {
    auto file = media::sample_jpeg(media::Shape::of({300, 200}, media::PixelFormat::Rgb8));
    file.resize(file.size() / 2);
    const auto original = originals_->put(file).value();

    EXPECT_EQ(variants_->make(original, {}, {}).error().code, ErrorCode::DecodeFailed);
    EXPECT_FALSE(variants_->make(original, {}, {}).ok());
    EXPECT_EQ(made_, 2);
}

TEST_F(Variants, StopWhenAsked) {
    std::stop_source stop;
    stop.request_stop();

    const auto variant = variants_->make(photo({900, 600}), {}, stop.get_token());

    EXPECT_EQ(variant.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(made_, 0);
}

}  // namespace
}  // namespace fovea::context
