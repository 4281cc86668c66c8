// Messages files as a person gives them to the program.
#include <cstdlib>
#include <fstream>

#include "session_fixture.hpp"

namespace fovea::testing {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

class MessagesFile : public SessionsCommand {
protected:
    void SetUp() override { ::setenv("XDG_CACHE_HOME", (folder_ / "cache").c_str(), 1); }
    void TearDown() override { ::unsetenv("XDG_CACHE_HOME"); }

    Finished render(const std::string& messages) const {
        return run_fovea(
            {"--data",
             data_.string(),
             "render",
             "--to",
             "anthropic/claude-sonnet-4-6",
             "--messages",
             "-"},
            messages
        );
    }
    static std::string one(const std::string& block) {
        return R"([{"role": "user", "content": [)" + block + "]}]";
    }
    std::string image(const std::string& name) const {
        return R"({"type": "image", "path": ")" + kData + name + R"("})";
    }
};

TEST_F(MessagesFile, BecomesARequestWithThePicturesBytes) {  // C1, C2, DIG-3, CAL-IMG-25
    const auto run = render(
        R"([{"role": "user", "content": [)" + image("png/rgb-8.png") +
        R"(, {"type": "text", "text": "what is this?"}]}])"
    );

    ASSERT_EQ(run.exit_code, 0) << run.err;
    const auto body = json::parse(run.out);
    const auto& content = body.at("messages").as_array().at(0).at("content").as_array();
    EXPECT_EQ(content.at(0).at("source").at("media_type"), json::value("image/png"));
    EXPECT_TRUE(content.at(0).at("source").at("data").as_string().starts_with("iVBOR"));
    EXPECT_EQ(content.at(1).at("text"), json::value("what is this?"));
    EXPECT_FALSE(has(run.out, "sha256"));  // CAL-IMG-24
}

TEST_F(MessagesFile, ABrokenPictureIsAnErrorWithItsPlaceAndCode) {  // M4
    const auto run =
        render(one(image("png/rgb-8.png") + "," + image("bad/png-truncated-idat.png")));

    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_TRUE(has(run.err, "DECODE_FAILED: standard input: messages[0].content[1]: ")) << run.err;
}

TEST_F(MessagesFile, TenImagesAMessageUnlessConfiguredOtherwise) {  // CAL-IMG-32, DIG-7
    std::string blocks = image("png/rgb-8.png");
    for (int i = 1; i < 11; ++i) blocks += "," + image("png/rgb-8.png");

    const auto refused = render(one(blocks));
    ::setenv("FOVEA_IMAGES_MAX_PER_MESSAGE", "20", 1);
    const auto taken = render(one(blocks));
    ::unsetenv("FOVEA_IMAGES_MAX_PER_MESSAGE");

    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_TRUE(has(refused.err, "LIMIT_EXCEEDED: ")) << refused.err;
    EXPECT_TRUE(has(refused.err, "11 images; images.max_per_message is 10")) << refused.err;
    EXPECT_EQ(taken.exit_code, 0) << taken.err;
}

TEST_F(MessagesFile, MayNameAStoredPictureByEightDigits) {  // S1
    const auto digits = id_of(picture("png/rgb-8.png")).substr(0, 8);

    EXPECT_EQ(render(one(R"({"type": "image", "sha256": ")" + digits + R"("})")).exit_code, 0);
    const auto unknown = render(one(R"({"type": "image", "sha256": "00000000"})"));
    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_TRUE(has(unknown.err, "FILE_NOT_FOUND")) << unknown.err;
}

TEST_F(MessagesFile, APictureWithTheWrongTypeIsCorrectedAndNoted) {  // M2
    const auto run = render(
        one(R"({"type": "image", "mime": "image/gif", "path": ")" + kData + R"(png/rgb-8.png"})")
    );

    EXPECT_EQ(run.exit_code, 0);
    EXPECT_TRUE(has(run.out, R"("media_type":"image/png")")) << run.out;
    EXPECT_TRUE(has(run.err, "\"mime\" says image/gif, but the bytes are image/png")) << run.err;
}

}  // namespace
}  // namespace fovea::testing
