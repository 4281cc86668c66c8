// For tests: an embedded store in a folder of its own, with a clock that stands still.
#pragma once

#include "fovea/store/embedded_store.hpp"
#include "fovea/store/test_folder.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace fovea::store {

class StoreTest : public testing::Test {
protected:
    void SetUp() override { store_ = open(); }

    Store open() {
        auto opened = open_embedded_store({folder_ / "data"}, clock_);
        EXPECT_TRUE(opened.ok()) << opened.error().message;
        return std::move(opened).value();
    }
    SessionStore& sessions() { return *store_.sessions; }
    BlobStore& blobs() { return *store_.blobs; }

    content::BlobRef put(std::string_view bytes) { return blobs().put(as_bytes(bytes)).value(); }
    Entry text(const std::string& words) const {
        return message_entry({content::Role::User, {content::TextBlock{words}}}, clock_());
    }
    Entry picture(const content::BlobRef& blob) const {
        return message_entry(
            {content::Role::User,
             {content::ImageBlock{.source = blob, .mime = "image/png", .size = {4, 3}}}},
            clock_()
        );
    }
    std::vector<Entry> entries(const std::string& id) { return sessions().read(id).value(); }

    TestFolder folder_;
    TestClock clock_;
    Store store_;
};

}  // namespace fovea::store
