#include "fovea/tools/lift_base64.hpp"

#include "fovea/tools/test_tools.hpp"

#include <gmock/gmock.h>

#include <random>

namespace fovea::tools {
namespace {

using content::DocumentBlock;
using content::TextBlock;
using content::ToolOutput;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class LiftBase64 : public ToolTest {
protected:
    LiftedText lift(const std::string& text) { return lift_base64(text, intake(), {}); }
    static std::string noise(std::size_t size) {
        std::mt19937 random(5);
        std::string bytes;
        for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(random());
        return base64_text(bytes);
    }
};

TEST_F(LiftBase64, APictureIsStoredAndItsPlaceNamesIt) {  // T1, DIG-16, S2
    const auto lifted = lift(
        "{\"shot\": \"data:image/png;base64," + base64_text(test_file("png/rgb-8.png")) + "\"}"
    );

    EXPECT_EQ(lifted.text, "{\"shot\": \"[image " + rgb_words() + "]\"}");
    EXPECT_THAT(lifted.blocks, ElementsAre(ToolOutput(rgb())));
    EXPECT_TRUE(blobs_->has(*content::blob_of(rgb().source)).value());
}

TEST_F(LiftBase64, APdfToo) {  // T1
    const auto lifted = lift("x " + base64_text("%PDF-1.4\n" + std::string(300, ' ')) + " y");

    ASSERT_THAT(lifted.blocks, SizeIs(1));
    EXPECT_TRUE(std::holds_alternative<DocumentBlock>(lifted.blocks[0]));
    EXPECT_THAT(lifted.text, ::testing::MatchesRegex("x \\[PDF sha256:[0-9a-f]{8}\\] y"));
}

TEST_F(LiftBase64, WhatIsNoPictureOrABrokenOneOnlySaysItsSize) {  // T1
    const auto broken = base64_text(test_file("png/rgb-8.png").substr(0, 300));

    EXPECT_EQ(lift("a " + noise(1500) + " b").text, "a [base64, 1500 bytes, not shown] b");
    EXPECT_EQ(lift(broken).text, "[image, 300 bytes, not shown: DECODE_FAILED]");
    EXPECT_THAT(lift(broken).blocks, IsEmpty());
}

TEST_F(LiftBase64, MorePicturesThanAMessageMayHoldStayOut) {  // T1
    const auto picture = base64_text(test_file("png/rgb-8.png"));
    const auto lifted = lift(picture + " " + picture + " " + picture + " " + picture);

    EXPECT_THAT(lifted.blocks, SizeIs(3));
    EXPECT_THAT(lifted.text, HasSubstr("not shown: more than 3 images in one result]"));
}

TEST_F(LiftBase64, EveryTextOfAResultIsLookedAt) {  // T1
    auto outcome = said("no picture");
    outcome.content.emplace_back(TextBlock{"one " + base64_text(test_file("png/rgb-8.png"))});
    outcome.content.emplace_back(rgb("other.png"));
    outcome.content.emplace_back(TextBlock{noise(2000)});

    lift_base64(outcome, intake(), {});

    EXPECT_THAT(
        outcome.content,
        ElementsAre(
            ToolOutput(TextBlock{"no picture"}),
            ToolOutput(TextBlock{"one [image " + rgb_words() + "]"}),
            ToolOutput(rgb()),
            ToolOutput(rgb("other.png")),
            ToolOutput(TextBlock{"[base64, 2000 bytes, not shown]"})
        )
    );
}

}  // namespace
}  // namespace fovea::tools
