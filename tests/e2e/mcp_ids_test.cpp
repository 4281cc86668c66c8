// What `fovea mcp` calls a picture in one result names it in the next call.
#include "fovea/base/digest.hpp"

#include <regex>

#include "e2e/mcp_fixture.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;

TEST_F(McpServer, APictureIsAskedAboutByTheNameThatAResultGave) {  // D7, S1, V2
    red();
    bench_->picture("blue.png", {"plain", "320", "200", "30,30,200"});
    const auto hash =
        sha256(as_bytes(read_whole_file((bench_->folder() / "red.png").string()))).hex();
    const auto seen = results(
        {call("view_image", {{"image", "red.png"}}),
         call("describe_image", {{"image", "red.png"}}),
         call("describe_image", {{"image", "blue.png"}})}
    );
    ASSERT_EQ(seen.size(), 3u);

    for (const auto at : {0, 1}) {
        const auto words = text(seen[at]);
        std::smatch name;
        ASSERT_TRUE(std::regex_search(words, name, std::regex("sha256:[0-9a-f]{8,64}"))) << words;
        const auto told =
            results({call("analyze_image", {{"images", {name.str()}}, {"question", "which?"}})});
        ASSERT_EQ(told.size(), 1u);
        EXPECT_FALSE(told[0].at("isError").as_bool()) << text(told[0]);
        EXPECT_THAT(text(told[0]), HasSubstr("sha256:" + hash));
    }
}

}  // namespace
}  // namespace fovea::testing
