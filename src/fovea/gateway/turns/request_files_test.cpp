#include "fovea/gateway/turns/request_files.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/host/test_host.hpp"

#include <gmock/gmock.h>

namespace fovea::gateway {
namespace {

using content::ImageBlock;
using content::TextBlock;
using testing::HasSubstr;
using testing::IsEmpty;

class TakenFromRequests : public host::HostTest {
protected:
    static std::string picture() {
        const auto bytes = media::sample_jpeg(media::Shape::of({40, 30}, media::PixelFormat::Rgb8));
        std::string text(base64_size(bytes.size()), '\0');
        EXPECT_TRUE(encode_base64(bytes, text).ok());
        return text;
    }
    SeenFiles seen_;
    std::stop_source source_;
};

TEST_F(TakenFromRequests, APictureIsTakenOnce) {  // D4
    const auto text = picture();
    const auto stop = source_.get_token();
    RequestFiles files(*machine_, seen_, stop);

    const auto first = files.take_image({text, "image/jpeg", ""});
    const auto second = files.take_image({text, "image/jpeg", ""});

    EXPECT_TRUE(std::holds_alternative<ImageBlock>(first));
    EXPECT_EQ(first, second);
    EXPECT_THAT(files.problems(), IsEmpty());
}

TEST_F(TakenFromRequests, WhatIsWrongWithAFileIsNewsOnce) {  // D4
    const auto stop = source_.get_token();
    for (const std::size_t news : {1u, 0u}) {
        RequestFiles files(*machine_, seen_, stop);
        files.take_image({"!!!!", "image/png", ""});
        EXPECT_EQ(files.problems().size(), 1u);
        EXPECT_EQ(files.news().size(), news);
    }
}

// Its program left, or the disk was full: the next one who sends it wants it looked at.
TEST_F(TakenFromRequests, WhatIsNotTheFilesFaultIsForgotten) {  // D4
    const auto text = picture();
    source_.request_stop();
    const auto stop = source_.get_token();
    RequestFiles files(*machine_, seen_, stop);

    const auto left = files.take_image({text, "image/jpeg", ""});

    ASSERT_TRUE(std::holds_alternative<TextBlock>(left));
    EXPECT_THAT(std::get<TextBlock>(left).text, HasSubstr("[Image not shown: "));
    const std::stop_token later{};
    RequestFiles again(*machine_, seen_, later);
    EXPECT_TRUE(std::holds_alternative<ImageBlock>(again.take_image({text, "image/jpeg", ""})));
}

// One of the same bytes may go by another name elsewhere.
TEST_F(TakenFromRequests, AFileGoesByTheNameThatItCameWith) {  // D4
    const auto text = picture();
    const auto stop = source_.get_token();
    RequestFiles files(*machine_, seen_, stop);
    files.take_image({text, "image/jpeg", "one.jpg"});

    const auto other = files.take_image({text, "image/jpeg", "two.jpg"});

    EXPECT_EQ(std::get<ImageBlock>(other).filename, "two.jpg");
}

}  // namespace
}  // namespace fovea::gateway
