#include "fovea/context/render_context.hpp"

#include "fovea/context/picture_estimate.hpp"
#include "fovea/context/test_messages.hpp"
#include "fovea/context/test_variants.hpp"

#include <gtest/gtest.h>

namespace fovea::context {
namespace {

using content::ImageBlock;
using content::Message;
using content::TextBlock;
using store::ImageState;

class RenderContext : public testing::Test {
protected:
    ImageBlock kept(ImageBlock image, std::uint64_t bytes = 50'000, double bytes_per_pixel = 0.3) {
        files_.add(image, bytes, bytes_per_pixel);
        return image;
    }

    Rendered render(
        const std::vector<Message>& messages,
        const ContextSettings& settings = {},
        const RequestLimits& limits = {}
    ) {
        auto rendered = render_context(messages, settings, limits, files_);
        EXPECT_TRUE(rendered.ok()) << rendered.error().message;
        return rendered.ok() ? std::move(rendered).value() : Rendered{};
    }

    static std::vector<ImageState> states(const Rendered& rendered) {
        std::vector<ImageState> states;
        for (const auto& delivery : rendered.receipt) states.push_back(delivery.state);
        return states;
    }

    TestVariants files_;
};

TEST_F(RenderContext, SendsThePicturesOfThisTurnWholeAndOlderOnesSmallerAndAsWords) {  // X1
    std::vector<Message> messages;
    for (const char letter : {'a', 'b', 'c', 'd'}) {
        messages.push_back(user({TextBlock{"look"}, kept(picture(letter))}));
        messages.push_back(answers("seen"));
    }

    const auto rendered = render(messages);

    EXPECT_EQ(
        states(rendered),
        (std::vector{ImageState::Text, ImageState::Low, ImageState::Low, ImageState::Pixels})
    );
    ASSERT_EQ(rendered.messages.size(), 8u);
    EXPECT_EQ(
        rendered.messages[0],
        user({TextBlock{"look"}, TextBlock{"[Previous image: picture a, sha256:ca978112]"}})
    );
    EXPECT_EQ(rendered.receipt[1].size, (media::PixelSize{512, 384}));
    const auto& low = std::get<ImageBlock>(rendered.messages[2].content[1]);
    EXPECT_EQ(low.size, (media::PixelSize{512, 384}));
    EXPECT_EQ(low.mime, "image/jpeg");
    EXPECT_NE(low.source, picture('b').source);
    // What fits goes as it was received.
    EXPECT_EQ(rendered.messages[6], messages[6]);
}

TEST_F(RenderContext, SaysTheSameTwice) {  // P6
    const std::vector<Message> messages{
        user({kept(picture('a', {4000, 3000}))}), says("and"), tool_shows(kept(picture('b')))};

    EXPECT_EQ(render(messages).messages, render(messages).messages);
}

TEST_F(RenderContext, RefersToAPictureThatIsAlreadyThere) {  // X3
    const auto image = kept(picture('a'));

    const auto rendered = render({user({image}), tool_shows(image)});

    const auto& result = std::get<content::ToolResultBlock>(rendered.messages[1].content[0]);
    EXPECT_EQ(
        result.content[1],
        content::ToolOutput(TextBlock{"[Same image as above: picture a, sha256:ca978112]"})
    );
    EXPECT_EQ(states(rendered), (std::vector{ImageState::Pixels, ImageState::Pixels}));
    EXPECT_EQ(rendered.receipt[1].bytes, 0u);
}

TEST_F(RenderContext, NamesAPictureBeforeItByTheSameIdAtEveryAge) {  // S1, V2, X2
    const std::vector<Message> messages{
        user({TextBlock{"look"}, kept(picture('a'))}), tool_shows(kept(picture('b')))};
    auto later = messages;
    later.push_back(says("and now?"));
    const ContextSettings named{.naming = Naming::Named};
    const content::ContentBlock label = TextBlock{"[Image: picture a, 800x600, sha256:ca978112]"};

    const auto now = render(messages, named);
    const auto then = render(later, named);

    ASSERT_EQ(now.messages[0].content.size(), 3u);
    EXPECT_EQ(now.messages[0].content[1], label);
    EXPECT_EQ(now.messages[0].content[2], messages[0].content[1]);
    EXPECT_EQ(then.receipt[0].state, ImageState::Low);
    const content::ContentBlock small =
        TextBlock{"[Image: picture a, 800x600, shown at 512x384, sha256:ca978112]"};
    EXPECT_EQ(then.messages[0].content[1], small);
    const auto& result = std::get<content::ToolResultBlock>(now.messages[1].content[0]);
    EXPECT_EQ(
        result.content[1],
        content::ToolOutput(TextBlock{"[Image: picture b, 800x600, sha256:3e23e816]"})
    );
}

TEST_F(RenderContext, AnAddressHasNoIdAndNoLabel) {  // S1
    const std::vector<Message> messages{
        user({ImageBlock{.source = content::UrlRef{"https://example.org/a.png"}}})};
    RequestLimits limits;
    limits.accepts_urls = true;

    const auto rendered = render(messages, {.naming = Naming::Named}, limits);

    EXPECT_EQ(rendered.messages, messages);
}

TEST_F(RenderContext, DegradesAMissingFileToWords) {  // DIG-12
    const auto rendered = render({user({TextBlock{"look"}, picture('a'), kept(picture('b'))})});

    EXPECT_EQ(
        rendered.messages[0].content[1],
        content::ContentBlock(TextBlock{
            "[Image not sent: picture a, sha256:ca978112; its file no longer exists]"})
    );
    EXPECT_EQ(states(rendered), (std::vector{ImageState::Text, ImageState::Pixels}));
}

TEST_F(RenderContext, DegradesABrokenFileToWordsAndWhatRefersToIt) {  // DIG-12
    const auto image = kept(picture('a'));
    files_.fail(image, ErrorCode::DecodeFailed);

    const auto rendered = render({user({image, image})});

    const content::ContentBlock words =
        TextBlock{"[Image not sent: picture a, sha256:ca978112; it could not be read]"};
    EXPECT_EQ(rendered.messages[0].content, (std::vector{words, words}));
}

TEST_F(RenderContext, MakesWordsForABlindModelAndPixelsAgainForOneThatSees) {  // X4, P2
    const std::vector<Message> messages{user({kept(picture('a')), kept(picture('b'))})};
    ContextSettings blind{.sight = Sight::Blind};
    blind.in_words = [](const ImageBlock& image) {
        const bool known = image.filename == "b.png";
        return known ? std::optional(InWords{"A red door."}) : std::nullopt;
    };

    const auto words = render(messages, blind);

    EXPECT_EQ(
        words.messages[0],
        user({TextBlock{"[Image: picture a, 800x600, sha256:ca978112]"}, TextBlock{"A red door."}})
    );
    EXPECT_EQ(states(words), (std::vector{ImageState::Text, ImageState::Described}));
    EXPECT_EQ(render(messages).messages, messages);
}

TEST_F(RenderContext, WordsOfTheVisionModelDoNotAge) {  // V1, PVP-B3
    const auto image = kept(picture('a'));
    const std::vector<Message> messages{
        user({image}), says("1"), says("2"), says("3"), says("4"), user({image})};
    ContextSettings blind{.sight = Sight::Blind};
    blind.in_words = [](const ImageBlock&) { return std::optional(InWords{"A red door."}); };

    const auto words = render(messages, blind);

    EXPECT_EQ(words.messages[0], user({TextBlock{"A red door."}}));
    EXPECT_EQ(
        words.messages[5], user({TextBlock{"[Same image as above: picture a, sha256:ca978112]"}})
    );
}

TEST_F(RenderContext, APartOfAPictureHasWordsOfItsOwn) {  // V4
    const auto image = kept(picture('a'));
    auto part = image;
    part.crop = {40, 260, 400, 40};
    auto whole = image;
    whole.crop = {0, 0, 800, 600};
    ContextSettings blind{.sight = Sight::Blind};
    blind.in_words = [](const ImageBlock& shown) {
        return std::optional(InWords{shown.crop ? "A handle." : "A red door."});
    };

    const auto words =
        render({user({image}), says("1"), user({part}), says("2"), user({part, whole})}, blind);

    EXPECT_EQ(words.messages[0], user({TextBlock{"A red door."}}));
    EXPECT_EQ(words.messages[2], user({TextBlock{"A handle."}}));
    EXPECT_EQ(
        words.messages[4],
        user(
            {TextBlock{"[Same image as above: picture a; here its part of 400x40 with "
                       "crop_origin 40,260, sha256:ca978112]"},
             TextBlock{"[Same image as above: picture a, sha256:ca978112]"}}
        )
    );
    EXPECT_EQ(words.receipt[1].reason, "its part 400x40 at 40,260");
    EXPECT_EQ(words.receipt[2].reason, "the same as image 2");
}

TEST_F(RenderContext, WordsStandBehindThePixelsWhereTheModelSees) {  // V1, PVP-B4
    const auto image = kept(picture('a'));
    ContextSettings always;
    always.in_words = [](const ImageBlock&) { return std::optional(InWords{"A red door."}); };

    const auto rendered = render({user({image})}, always);

    EXPECT_EQ(rendered.messages[0], user({image, TextBlock{"A red door."}}));
    EXPECT_EQ(states(rendered), (std::vector{ImageState::Pixels}));
}

TEST_F(RenderContext, APictureThatNobodySawSaysSo) {  // S5
    ContextSettings blind{.sight = Sight::Blind};
    blind.in_words = [](const ImageBlock&) {
        return std::optional(InWords{"[Image not seen]", ImageState::NotSeen, "LLM_ERROR"});
    };

    const auto rendered = render({user({kept(picture('a'))})}, blind);

    EXPECT_EQ(rendered.receipt[0].state, ImageState::NotSeen);
    EXPECT_EQ(rendered.receipt[0].reason, "LLM_ERROR");
}

TEST_F(RenderContext, SendsATallPageAsLabelledTiles) {  // M7
    const auto page = kept(picture('p', {800, 12000}), 2'000'000);

    const auto rendered = render({user({page})});

    const auto& blocks = rendered.messages[0].content;
    ASSERT_EQ(blocks.size(), 18u);
    EXPECT_EQ(
        std::get<TextBlock>(blocks[0]).text,
        "[Overview of picture p, sha256:148de9c5; its 8 tiles follow at full resolution, in "
        "reading order]"
    );
    EXPECT_EQ(
        std::get<TextBlock>(blocks[2]).text,
        "[Tile 1 of 8, sha256:148de9c5: from x=0 y=0, 800x1556 pixels]"
    );
    EXPECT_EQ(std::get<ImageBlock>(blocks[3]).size, (media::PixelSize{800, 1556}));
    EXPECT_EQ(rendered.receipt[0].tiles, 8u);
}

TEST_F(RenderContext, SaysHowMuchSmallerTheTilesOfAVeryTallPageAre) {  // M7
    const auto page = kept(picture('p', {1500, 40000}), 2'000'000);

    const auto rendered = render({user({page})});

    const auto& delivery = rendered.receipt[0];
    ASSERT_GT(delivery.tiles, 0u);
    EXPECT_LT(delivery.tile_scale, 1);
    const auto label = std::get<TextBlock>(rendered.messages[0].content[0]).text;
    EXPECT_EQ(label.find("at full resolution"), std::string::npos) << label;
    EXPECT_NE(label.find(" % of full resolution"), std::string::npos) << label;
    const auto& tile = std::get<ImageBlock>(rendered.messages[0].content[3]);
    EXPECT_LT(tile.size.width, 1500u);
}

TEST_F(RenderContext, TilesADenseScreenOfTheOpenTurnAlone) {  // M7
    const auto earlier = kept(picture('e', {2560, 1440}), 900'000);
    const auto sheet = kept(picture('s', {2560, 1440}), 900'000);
    const auto small = kept(picture('t', {1568, 900}), 900'000);
    const auto photo = kept(picture('f', {4000, 3000}), 900'000);
    std::vector<ImageBlock> measured;
    ContextSettings settings{.ageing = {.full_turns = 5}};
    settings.text_on = [&](const ImageBlock& image, const std::stop_token&) {
        measured.push_back(image);
        if (image == photo) return std::optional(media::TextDensity{});
        return std::optional(media::TextDensity{2768, 11});
    };

    const auto rendered = render({user({earlier}), user({sheet, small, photo})}, settings);

    EXPECT_EQ(measured, (std::vector{sheet, photo}));
    std::vector<std::size_t> tiles;
    for (const auto& delivery : rendered.receipt) tiles.push_back(delivery.tiles);
    EXPECT_EQ(tiles, (std::vector<std::size_t>{0, 2, 0, 0}));
}

TEST_F(RenderContext, AScreenThatNobodyCouldMeasureGoesAsUsual) {  // M7
    ContextSettings settings;
    settings.text_on = [](const ImageBlock&, const std::stop_token&) {
        return std::optional<media::TextDensity>{};
    };

    const auto rendered = render({user({kept(picture('s', {2560, 1440}), 900'000)})}, settings);

    EXPECT_EQ(rendered.receipt[0].tiles, 0u);
    EXPECT_TRUE(rendered.receipt[0].downscaled);
}

TEST_F(RenderContext, DoesNotTileWhatIsOfAnEarlierTurn) {  // M7
    const auto page = kept(picture('p', {800, 12000}), 2'000'000);

    const auto rendered = render({user({page}), says("and?")}, {.ageing = {.full_turns = 5}});

    EXPECT_EQ(rendered.messages[0].content.size(), 1u);
}

TEST_F(RenderContext, TilesStayAsLongAsTheirPictureWhereTheProviderCachesPrompts) {  // X2, M7
    const auto page = kept(picture('p', {800, 12000}), 2'000'000);
    ContextSettings settings{.ageing = {.policy = AgeingPolicy::CacheAware}};
    settings.ageing.cache.read = 0;  // carrying it costs nothing

    const auto first = render({user({page})}, settings);
    const auto second = render({user({page}), answers("seen"), says("and?")}, settings);

    EXPECT_EQ(first.receipt[0].tiles, 8u);
    EXPECT_EQ(first.messages[0], second.messages[0]);
}

TEST_F(RenderContext, HonoursWhatPeopleDecidedAboutAPicture) {  // S5
    const std::vector<Message> messages{
        user({kept(picture('a')), kept(picture('b')), kept(picture('c'))}),
        says("1"),
        says("2"),
        says("3")};
    ContextSettings settings;
    settings.standing_of = [](const content::FileRef& file) {
        if (file == picture('a').source) return Standing::Pinned;
        return file == picture('b').source ? Standing::Dropped : Standing::Quarantined;
    };

    const auto rendered = render(messages, settings);

    EXPECT_EQ(
        states(rendered),
        (std::vector{ImageState::Pixels, ImageState::Text, ImageState::Quarantined})
    );
    EXPECT_EQ(rendered.receipt[1].reason, "dropped");
}

TEST_F(RenderContext, KeepsThePictureThatTheOpenTurnRefersTo) {  // M5, X3
    // The pinned one is the oldest, and the open turn shows it again.
    const auto a = kept(picture('a'));
    const std::vector<Message> messages{
        user({a}), user({kept(picture('b'))}), user({kept(picture('c'))}), user({a})};
    ContextSettings settings{.ageing = {.policy = AgeingPolicy::Off}};

    const auto rendered = render(messages, settings, {.max_images = 1});

    EXPECT_EQ(
        states(rendered),
        (std::vector{ImageState::Pixels, ImageState::Text, ImageState::Text, ImageState::Pixels})
    );
}

TEST_F(RenderContext, LeavesAddressesToTheProvider) {
    const ImageBlock image{.source = content::UrlRef{"https://example.com/a.png"}, .alt = "a"};

    EXPECT_EQ(render({user({image})}).messages, (std::vector{user({image})}));
    const auto refused = render({user({image})}, {}, {.accepts_urls = false});
    EXPECT_EQ(
        refused.messages[0],
        user({TextBlock{"[Image not sent: a; it could not be fetched, and the model does not take "
                        "images by URL]"}})
    );
}

TEST_F(RenderContext, EstimatesTokensForTheReceipt) {  // S5
    RequestLimits limits;
    limits.token_rule = models::PatchFitRule{28, 1568, 1568};

    const auto rendered = render({user({kept(picture('a', {1000, 1000}))})}, {}, limits);

    EXPECT_EQ(rendered.receipt[0].tokens, 1296u);
    EXPECT_EQ(rendered.receipt[0].bytes, 50'000u);
}

TEST_F(RenderContext, EstimatesTokensAsBeforeSendingWhereNobodyKnowsTheRule) {  // S5
    const auto image = kept(picture('a', {900, 560}));

    const auto rendered = render({user({image})});

    const auto before = estimate_picture({900, 560}, Lossless::Yes, {});
    EXPECT_EQ(rendered.receipt[0].tokens, 672u);
    EXPECT_EQ(rendered.receipt[0].tokens, before.tokens);
}

TEST_F(RenderContext, EstimatesWhatADescriptionCosts) {  // S5
    ContextSettings blind{.sight = Sight::Blind};
    blind.in_words = [](const ImageBlock&) {
        return std::optional(InWords{std::string(400, 'x')});
    };

    const auto image = kept(picture('a'));
    const auto rendered = render({user({image, image})}, blind);

    EXPECT_EQ(rendered.receipt[0].tokens, 101u);
    EXPECT_EQ(rendered.receipt[1].tokens, 0u);  // the same words once
}

TEST_F(RenderContext, OfNothingIsNothing) {
    EXPECT_TRUE(render({}).messages.empty());
    EXPECT_EQ(render({says("hello")}).messages, (std::vector{says("hello")}));
}

}  // namespace
}  // namespace fovea::context
