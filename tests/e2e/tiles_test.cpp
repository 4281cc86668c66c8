// A screen dense with small text goes out as an overview and tiles that can be read; what a smaller
// picture shows as well goes as one.
#include "fovea/base/digest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "support/refusing_server.hpp"
#include "support/request_checks.hpp"
#include "support/workbench.hpp"

namespace fovea::testing {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using ::testing::SizeIs;

constexpr const char* kModel = "anthropic/claude-sonnet-4-6";  // sees 1568 px, and no more

void show(const Workbench& bench, const std::string& name) {
    bench.messages(
        R"([{"role": "user", "content": [{"type": "image", "path": ")" + name +
        R"("}, {"type": "text", "text": "What is in it?"}]}])"
    );
}

std::vector<std::pair<std::int64_t, std::int64_t>> sizes(const CheckedRequest& checked) {
    std::vector<std::pair<std::int64_t, std::int64_t>> sizes;
    for (const auto& image : checked.images) {
        sizes.emplace_back(image.at("width").as_int64(), image.at("height").as_int64());
    }
    return sizes;
}

// Every label carries the id of the picture; what else it says.
std::vector<std::string> without_id(
    std::vector<std::string> texts, const std::filesystem::path& picture
) {
    const auto id =
        ", sha256:" + sha256(as_bytes(read_whole_file(picture.string()))).hex().substr(0, 8);
    for (auto& text : texts) {
        if (!text.starts_with('[')) continue;
        const auto at = text.find(id);
        EXPECT_NE(at, text.npos) << text;
        if (at != text.npos) text.erase(at, id.size());
    }
    return texts;
}

class TilesIn : public ::testing::TestWithParam<KnownModel> {};

INSTANTIATE_TEST_SUITE_P(
    Dialects,
    TilesIn,
    ::testing::ValuesIn(kKnownModels),
    [](const auto& parameter) { return std::string(parameter.param.kind); }
);

TEST_P(TilesIn, ALargeSheetIsSoundInEveryDialect) {  // M7, P1, P6
    const Workbench bench;
    bench.picture("sheet.png", {"sheet", "5120", "2880", "1"});
    show(bench, "sheet.png");

    const auto checked =
        check_request(GetParam().kind, bench.render(GetParam().name), {.model = GetParam().id});

    EXPECT_THAT(checked.problems, IsEmpty());
    ASSERT_FALSE(checked.images.empty());
    if (checked.images.size() > 1) {
        EXPECT_THAT(::testing::PrintToString(checked.texts), HasSubstr("[Overview of sheet.png"));
    }
}

TEST(Tiles, ADenseSheetGoesAsOverviewAndLabelledTilesAtItsOwnResolution) {  // M7
    const Workbench bench;
    bench.picture("sheet.png", {"sheet", "2560", "1440", "1"});
    show(bench, "sheet.png");

    const auto checked = check_request("anthropic", bench.render(kModel));

    EXPECT_THAT(checked.problems, IsEmpty());
    EXPECT_THAT(
        sizes(checked),
        ElementsAre(
            Pair(1568, 882), Pair(1312, 752), Pair(1312, 752), Pair(1312, 752), Pair(1312, 752)
        )
    );
    EXPECT_THAT(
        without_id(checked.texts, bench.folder() / "sheet.png"),
        ElementsAre(
            "[Overview of sheet.png; its 4 tiles follow at full resolution, in reading order]",
            "[Tile 1 of 4: from x=0 y=0, 1312x752 pixels]",
            "[Tile 2 of 4: from x=1248 y=0, 1312x752 pixels]",
            "[Tile 3 of 4: from x=0 y=688, 1312x752 pixels]",
            "[Tile 4 of 4: from x=1248 y=688, 1312x752 pixels]",
            "What is in it?"
        )
    );
}

TEST(Tiles, ATallPageGoesInStripsOfItsWholeWidth) {  // M7
    const Workbench bench;
    bench.picture("page.png", {"places", "1440", "12000"});
    show(bench, "page.png");

    const auto checked = check_request("anthropic", bench.render(kModel));

    EXPECT_THAT(checked.problems, IsEmpty());
    const auto strips = sizes(checked);
    ASSERT_THAT(strips, SizeIs(17));
    EXPECT_THAT(std::vector(strips.begin() + 1, strips.end()), Each(Pair(1440, 810)));
    EXPECT_THAT(checked.texts.at(0), HasSubstr("its 16 tiles follow at full resolution"));
}

TEST(Tiles, APageThatIsTooTallSaysHowMuchSmallerItGoes) {  // M7, M3
    const Workbench bench;
    bench.picture("page.png", {"places", "1440", "20000"});
    show(bench, "page.png");

    const auto rendered = bench.fovea({"render", "--to", kModel, "--messages", "messages.json"});

    EXPECT_THAT(rendered.out, HasSubstr(" % of full resolution, in reading order]"));
    EXPECT_THAT(rendered.err, HasSubstr(" % of full resolution"));
    EXPECT_THAT(rendered.out + rendered.err, Not(HasSubstr("at full resolution")));
}

TEST(Tiles, TwiceTheSameBytesAlsoWithoutWhatWasKept) {  // M7, P6
    const Workbench bench;
    bench.picture("sheet.png", {"sheet", "2560", "1440", "1"});
    show(bench, "sheet.png");

    const auto first = bench.render(kModel);
    const auto second = bench.render(kModel);
    bench.forget_data();
    std::filesystem::remove_all(bench.folder() / "cache");
    const auto afresh = bench.render(kModel);

    EXPECT_TRUE(first == second);
    EXPECT_TRUE(first == afresh);
}

TEST(Tiles, WhatASmallerPictureShowsAsWellGoesAsOne) {  // M7
    const Workbench bench;
    bench.picture("large-letters.png", {"sheet", "2560", "1440", "3"});
    bench.picture("gradient.png", {"plain", "2560", "1440", "200,30,30"});
    bench.picture("noise.png", {"noise", "2560", "1440", "1"});
    bench.picture("small.png", {"sheet", "1440", "810", "1"});

    for (const std::string name : {"large-letters.png", "gradient.png", "noise.png", "small.png"}) {
        show(bench, name);
        EXPECT_THAT(check_request("anthropic", bench.render(kModel)).images, SizeIs(1)) << name;
    }
}

TEST(Tiles, OnlyTheOpenTurnHasThem) {  // M7, X1
    const Workbench bench("http://127.0.0.1:1", "[images]\naging_policy = \"turns\"\n");
    bench.picture("sheet.png", {"sheet", "2560", "1440", "1"});
    bench.messages(R"([
        {"role": "user", "content": [{"type": "image", "path": "sheet.png"}]},
        {"role": "assistant", "content": "A table."},
        {"role": "user", "content": "And the last row?"}])");

    EXPECT_THAT(check_request("anthropic", bench.render(kModel)).images, SizeIs(1));
}

TEST(Tiles, AreSentAsRenderShowsThem) {  // M7, P6
    const RefusingServer upstream({});
    const Workbench bench(upstream.url());
    bench.picture("sheet.png", {"sheet", "2560", "1440", "1"});
    show(bench, "sheet.png");

    const auto rendered = bench.render(kModel);
    const auto sent = bench.fovea({"send", "--model", kModel, "--messages", "messages.json"});

    EXPECT_EQ(sent.exit_code, 0) << sent.err;
    const auto requests = upstream.requests();
    ASSERT_THAT(requests, SizeIs(1));
    EXPECT_TRUE(requests[0].body == rendered);
}

TEST(Tiles, IngestTellsThemAsTheModelGetsThem) {  // M7, P6
    const Workbench bench;
    bench.picture("sheet.png", {"sheet", "2560", "1440", "1"});
    bench.picture("red.png", {"plain", "2560", "1440", "200,30,30"});

    const auto words = bench.fovea({"ingest", "--for", "claude-sonnet-4-6", "sheet.png"});
    const auto facts = bench.fovea({"ingest", "--json", "--for", "claude-sonnet-4-6", "sheet.png"});
    const auto plain = bench.fovea({"ingest", "--json", "--for", "claude-sonnet-4-6", "red.png"});

    EXPECT_THAT(words.out, HasSubstr("the model gets it as an overview and 4 tiles at full size"));
    EXPECT_THAT(facts.out, HasSubstr(R"("sent_in_tiles":{"overview":[1568,882],"tiles":[[0,0,)"));
    EXPECT_THAT(plain.out, Not(HasSubstr("sent_in_tiles")));
}

}  // namespace
}  // namespace fovea::testing
