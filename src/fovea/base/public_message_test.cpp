#include "fovea/base/public_message.hpp"

#include <gtest/gtest.h>

namespace fovea {
namespace {

TEST(PublicMessage, SaysWhatFailedAndNotWhereItLies) {  // D2
    const auto told = [](std::string_view words) {
        return public_message({ErrorCode::StoreError, std::string(words)});
    };

    EXPECT_EQ(
        told("cannot write /root/.local/share/fovea/blobs/ab/c.tmp: No space left on device"),
        "cannot write a file of the server: No space left on device"
    );
    EXPECT_EQ(
        told("/home/Jo Doe/data/sessions.db has no sessions"),
        "a file of the server has no sessions"
    );
    EXPECT_EQ(told("\"/srv/x\" is damaged"), "\"a file of the server\" is damaged");
    EXPECT_EQ(told("cannot open (/srv/x), or /srv/y z"), "cannot open (a file of the server z");
    EXPECT_EQ(told("the end: /tmp"), "the end: a file of the server");
    EXPECT_EQ(told(""), "");
}

TEST(PublicMessage, LeavesAloneWhatIsNoPath) {
    for (const auto* const words :
         {"sha256:ab is damaged",
          "5 / 7",
          "and/or",
          "image/png is none",
          "http://x.org/a/b failed",
          "/"}) {
        EXPECT_EQ(public_message({ErrorCode::Internal, words}), words);
    }
}

TEST(PublicMessage, TellsPeopleWhatIsWrongWithWhatTheySent) {  // D2
    const std::string words = "the workspace /home/me is not a folder inside workspace.roots";

    EXPECT_EQ(public_message({ErrorCode::InvalidInput, words}), words);
}

}  // namespace
}  // namespace fovea
