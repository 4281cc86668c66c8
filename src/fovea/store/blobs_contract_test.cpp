// What every store of blobs keeps (S1), whatever it is made of.
#include "fovea/store/file_blobs.hpp"
#include "fovea/store/layered_blobs.hpp"
#include "fovea/store/memory_blobs.hpp"
#include "fovea/store/test_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace fovea::store {
namespace {

using content::BlobRef;
using testing::ElementsAre;
using testing::IsEmpty;
using namespace std::chrono_literals;

struct Backend {
    std::string name;
    std::function<
        std::unique_ptr<BlobStore>(const std::filesystem::path& folder, const TestClock& clock)>
        open;
};

// One more backend: a row.
const Backend kBackends[] = {
    {"file",
     [](const auto& folder, const auto& clock) {
         return FileBlobs::open(folder / "blobs", clock).value();
     }},
    {"layered",
     [](const auto& folder, const auto& clock) {
         return std::make_unique<LayeredBlobs>(
             FileBlobs::open(folder / "above", clock).value(), FileBlobs::to_read(folder / "below")
         );
     }},
    {"memory", [](const auto&, const auto& clock) { return std::make_unique<MemoryBlobs>(clock); }},
};

class BlobsContract : public testing::TestWithParam<Backend> {
protected:
    BlobRef put(std::string_view bytes) { return blobs_->put(as_bytes(bytes)).value(); }
    std::string part(const BlobRef& blob, std::uint64_t offset, std::size_t most) {
        return std::string(as_text(blobs_->read_part(blob, offset, most).value()));
    }

    TestFolder folder_;
    TestClock clock_;
    std::unique_ptr<BlobStore> blobs_ = GetParam().open(folder_ / ".", clock_);
};

BlobRef named(std::string_view bytes) {
    return {sha256(as_bytes(bytes))};
}

TEST_P(BlobsContract, GivesBackWhatWasPut) {  // S1
    for (const auto& bytes : {std::string(), std::string("cat"), std::string(3 << 20, 'x')}) {
        const auto blob = put(bytes);

        EXPECT_EQ(blob, named(bytes));
        EXPECT_EQ(as_text(blobs_->read(blob, Verify::Hash).value()), bytes);
        EXPECT_EQ(blobs_->size(blob).value(), bytes.size());
        EXPECT_EQ(blobs_->verify(blob).value(), bytes.size());
        EXPECT_TRUE(blobs_->has(blob).value());
    }
}

TEST_P(BlobsContract, WhatIsNotThereIsNotFound) {  // S1
    const auto none = named("none");

    EXPECT_EQ(blobs_->read(none).error().code, ErrorCode::FileNotFound);
    EXPECT_EQ(blobs_->read_part(none, 0, 1).error().code, ErrorCode::FileNotFound);
    EXPECT_EQ(blobs_->info(none).error().code, ErrorCode::FileNotFound);
    EXPECT_EQ(blobs_->verify(none).error().code, ErrorCode::FileNotFound);
    EXPECT_EQ(blobs_->open_blob(none).error().code, ErrorCode::FileNotFound);
    EXPECT_FALSE(blobs_->has(none).value());
    EXPECT_FALSE(blobs_->remove(none).value());
}

TEST_P(BlobsContract, TakesPiecesAsOneBlob) {  // S1
    const std::string large(3 << 20, 'y');
    auto writer = blobs_->begin_put().value();
    for (const auto& piece : {std::string("a"), std::string(), large}) {
        ASSERT_TRUE(writer->write(as_bytes(piece)).ok());
        EXPECT_FALSE(blobs_->has(named("a" + large)).value());
    }

    EXPECT_EQ(writer->commit().value(), named("a" + large));

    EXPECT_EQ(as_text(blobs_->read(named("a" + large), Verify::Hash).value()), "a" + large);
}

TEST_P(BlobsContract, PiecesThatWereNotCommittedAreNoBlob) {  // S1
    {
        auto writer = blobs_->begin_put().value();
        ASSERT_TRUE(writer->write(as_bytes("half")).ok());
    }

    EXPECT_FALSE(blobs_->has(named("half")).value());
    EXPECT_THAT(blobs_->list().value(), IsEmpty());
}

TEST_P(BlobsContract, TakesAFileWithoutHoldingIt) {  // S1
    const auto blob = put("a recording");
    const auto file = blobs_->open_blob(blob).value();
    ASSERT_TRUE(blobs_->remove(blob).value());

    EXPECT_EQ(blobs_->put_file(file).value(), blob);

    EXPECT_EQ(as_text(blobs_->read(blob).value()), "a recording");
}

TEST_P(BlobsContract, IsReadInParts) {  // S1
    const auto blob = put("0123456789");

    EXPECT_EQ(part(blob, 0, 4), "0123");
    EXPECT_EQ(part(blob, 4, 100), "456789");
    EXPECT_EQ(part(blob, 9, 1), "9");
    EXPECT_EQ(part(blob, 10, 1), "");
    EXPECT_EQ(part(blob, ~std::uint64_t{0}, 1), "");
    EXPECT_EQ(part(blob, 0, 0), "");
}

TEST_P(BlobsContract, APutCountsAsNewAndNeverAsOlder) {  // S6
    const auto start = clock_();
    const auto blob = put("cat");
    EXPECT_EQ(blobs_->info(blob).value(), (BlobInfo{blob, 3, start}));

    clock_.forward(1s);
    auto writer = blobs_->begin_put().value();
    ASSERT_TRUE(writer->write(as_bytes("cat")).ok());
    EXPECT_EQ(writer->commit().value(), blob);
    EXPECT_EQ(blobs_->info(blob).value().last_put, start + 1s);

    clock_.forward(-1h);
    put("cat");
    EXPECT_EQ(blobs_->info(blob).value().last_put, start + 1s);
}

TEST_P(BlobsContract, RemovesOnlyWhatWasNotPutSince) {  // S6
    const auto blob = put("cat");
    const auto before = clock_();
    clock_.forward(1s);
    put("cat");

    EXPECT_FALSE(blobs_->remove(blob, before).value());
    EXPECT_TRUE(blobs_->remove(blob, clock_()).value());
    EXPECT_FALSE(blobs_->has(blob).value());
}

TEST_P(BlobsContract, IsFoundByTheBeginningOfItsName) {  // S1
    const auto blob = put("cat");
    const auto name = blob.sha256.hex();

    EXPECT_EQ(blobs_->find(name.substr(0, 8)).value(), blob);
    EXPECT_EQ(blobs_->find("sha256:" + name).value(), blob);
    EXPECT_EQ(blobs_->find(name.substr(0, 7)).error().code, ErrorCode::InvalidInput);
    EXPECT_EQ(blobs_->find("not digits").error().code, ErrorCode::InvalidInput);
    EXPECT_EQ(blobs_->find("00000000").error().code, ErrorCode::FileNotFound);
}

TEST_P(BlobsContract, ListsComeInPages) {  // S1
    for (const auto* bytes : {"a", "b", "c", "d", "e"}) put(bytes);
    const auto all = blobs_->list().value();
    const auto page = [&](std::size_t most, std::optional<BlobRef> after) {
        return blobs_->list({.most = most, .after = after}).value();
    };

    ASSERT_EQ(all.size(), 5u);
    EXPECT_TRUE(std::ranges::is_sorted(all, {}, [](const auto& info) { return info.blob.sha256; }));
    EXPECT_THAT(page(2, {}), ElementsAre(all[0], all[1]));
    EXPECT_THAT(page(2, all[1].blob), ElementsAre(all[2], all[3]));
    EXPECT_THAT(page(9, all[3].blob), ElementsAre(all[4]));
    EXPECT_THAT(page(2, all[4].blob), IsEmpty());
    ASSERT_TRUE(blobs_->remove(all[1].blob).value());
    EXPECT_THAT(page(1, all[1].blob), ElementsAre(all[2]));
}

TEST_P(BlobsContract, ACallThatIsOverSaysSoAndChangesNothing) {  // S1, T5
    const auto blob = put("cat");
    std::stop_source source;
    const Call stopped{.stop = source.get_token()};
    auto writer = blobs_->begin_put(stopped).value();
    source.request_stop();
    const Call late{.deadline = std::chrono::steady_clock::now()};

    EXPECT_EQ(writer->write(as_bytes("dog")).error().code, ErrorCode::Cancelled);
    for (const auto& [call, code] :
         {std::pair(stopped, ErrorCode::Cancelled), std::pair(late, ErrorCode::StoreError)}) {
        EXPECT_EQ(blobs_->put(as_bytes("dog"), call).error().code, code);
        EXPECT_EQ(blobs_->begin_put(call).error().code, code);
        EXPECT_EQ(blobs_->read(blob, Verify::No, call).error().code, code);
        EXPECT_EQ(blobs_->read_part(blob, 0, 1, call).error().code, code);
        EXPECT_EQ(blobs_->info(blob, call).error().code, code);
        EXPECT_EQ(blobs_->has(blob, call).error().code, code);
        EXPECT_EQ(blobs_->open_blob(blob, call).error().code, code);
        EXPECT_EQ(blobs_->find(blob.sha256.hex(), call).error().code, code);
        EXPECT_EQ(blobs_->list({}, call).error().code, code);
        EXPECT_EQ(blobs_->remove(blob, Time::max(), call).error().code, code);
    }

    EXPECT_TRUE(blobs_->has(blob).value());
    EXPECT_FALSE(blobs_->has(named("dog")).value());
}

INSTANTIATE_TEST_SUITE_P(
    Stores,
    BlobsContract,
    testing::ValuesIn(kBackends),
    [](const auto& backend) { return backend.param.name; }
);

}  // namespace
}  // namespace fovea::store
