#include "fovea/host/kept_look.hpp"

#include "fovea/proxy/describe/descriptions.hpp"
#include "fovea/store/test_store.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::host {
namespace {

using testing::HasSubstr;

class KeptLook : public store::StoreTest {
protected:
    content::ImageBlock picture(std::string_view bytes) {
        return {
            .source = blobs().put(as_bytes(bytes)).value(), .mime = "image/png", .size = {4, 3}};
    }
    std::string session_with(const content::ImageBlock& image) {
        const auto entry = store::message_entry(
            {content::Role::User, {content::ContentBlock{image}}}, store::system_now()
        );
        return sessions().create({.entries = {entry}}).value();
    }
    static Sha256 digest_of(const content::ImageBlock& image) {
        return content::blob_of(image.source)->sha256;
    }
};

TEST_F(KeptLook, IsLoggedAndASavedDescriptionIsTheSessionsFromThenOn) {  // PVP-3.2
    const std::vector<content::ImageBlock> images{picture("a")};
    const auto id = session_with(images[0]);
    proxy::Description said;
    said.text = "a heron";
    const LookMade look{.model = "eyes/one", .images = images, .description = said, .saves = true};

    ASSERT_TRUE(keep_look(sessions(), id, look).ok());

    const auto entries = sessions().read(id).value();
    ASSERT_EQ(entries.size(), 3u);
    EXPECT_THAT(entries[1].body, HasSubstr("describe --save"));
    const auto known = proxy::descriptions_of(entries);
    ASSERT_NE(known.find(digest_of(images[0])), nullptr);
    EXPECT_EQ(known.find(digest_of(images[0]))->text, "a heron");
}

TEST_F(KeptLook, WhatIsNotSavedOrNotCompleteIsLoggedAlone) {
    const std::vector<content::ImageBlock> images{picture("a")};
    const auto id = session_with(images[0]);
    proxy::Description said;
    said.text = "half a heron";

    for (const bool saves : {true, false}) {
        said.complete = !saves;
        const LookMade look{
            .model = "eyes/one", .images = images, .description = said, .saves = saves};
        ASSERT_TRUE(keep_look(sessions(), id, look).ok());
    }

    const auto entries = sessions().read(id).value();
    EXPECT_EQ(entries.size(), 3u);
    EXPECT_EQ(proxy::descriptions_of(entries).find(digest_of(images[0])), nullptr);
}

TEST_F(KeptLook, OnlyAPictureOfTheSessionCanHaveOne) {
    const auto own = picture("a");
    const auto id = session_with(own);

    EXPECT_TRUE(check_is_in_session(sessions(), id, digest_of(own)).ok());
    const auto other = check_is_in_session(sessions(), id, digest_of(picture("b")));

    EXPECT_EQ(other.error().code, ErrorCode::FileNotFound);
    EXPECT_THAT(other.error().message, HasSubstr("it has "));
}

}  // namespace
}  // namespace fovea::host
