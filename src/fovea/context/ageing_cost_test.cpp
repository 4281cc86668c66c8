// What whole conversations cost by each policy of ageing, by the catalogue's prices (X2).
//
// Every turn of a conversation is rendered as it would be sent. What a request has in common with
// the one before, block by block from the start, is read from the provider's cache; everything else
// is written to it, where writing has a price, or read anew. Of Anthropic's, which keeps what is marked,
// a request that changes something reads only what was before the first picture.
#include "fovea/context/render_context.hpp"
#include "fovea/context/test_messages.hpp"
#include "fovea/context/test_variants.hpp"
#include "fovea/models/catalogue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fovea::context {
namespace {

using content::ImageBlock;
using content::Message;
using content::TextBlock;

constexpr media::PixelSize kScreen{1440, 900};
constexpr media::PixelSize kSheet{2560, 1440};  // dense with small letters
constexpr media::PixelSize kPhoto{4000, 3000};
constexpr media::PixelSize kPage{1280, 9000};

struct Turn {
    std::vector<media::PixelSize> pictures;
    std::size_t asked = 0;     // bytes of text
    std::size_t answered = 0;  // bytes of text
};

struct Workload {
    std::string name;
    std::vector<Turn> turns;
    std::optional<std::size_t> pinned = {};  // turn
};

Workload same(std::string name, std::size_t turns, const Turn& turn) {
    return {std::move(name), std::vector<Turn>(turns, turn)};
}

// Pictures of all kinds, turns without any, short and long words, in no order.
Workload mixed() {
    Workload made{"mixed", {}};
    std::uint32_t random = 12345;
    const auto pick = [&](std::uint32_t below) {
        random = random * 1664525 + 1013904223;
        return (random >> 16) % below;
    };
    const media::PixelSize kinds[] = {kScreen, kScreen, kSheet, kPhoto, kPage, {320, 200}};
    for (int i = 0; i < 60; ++i) {
        Turn turn{.pictures = {}, .asked = 80 + pick(400), .answered = 200u << pick(6)};
        for (auto count = pick(3); count > 0; --count) turn.pictures.push_back(kinds[pick(6)]);
        made.turns.push_back(std::move(turn));
    }
    return made;
}

std::vector<Workload> workloads() {
    return {
        same("short", 5, {{kScreen}, 100, 1400}),
        same("long browser run", 80, {{kScreen}, 100, 1400}),
        same("small letters in tiles", 40, {{kSheet}, 100, 1400}),
        same("large pictures", 40, {{kPhoto}, 100, 1400}),
        mixed(),
    };
}

// The same screens, one of them pinned.
Workload with_pin(std::size_t turn) {
    auto run = same("with a pin", 80, {{{1920, 1080}}, 100, 100});
    run.pinned = turn;
    return run;
}

class Meter {
public:
    explicit Meter(const models::Model& model)
        : model_(model),
          reach_(model.provider == "anthropic" ? CacheReach::FirstPicture : CacheReach::Change) {
        limits_.recommended_edge = model.max_image_px;
        limits_.token_rule = *models::shipped_catalogue().rule(model.image_tokens);
        settings_.text_on = [](const ImageBlock& image, const std::stop_token&) {
            const bool dense = image.size == kSheet;
            return std::optional(dense ? media::TextDensity{2768, 11} : media::TextDensity{});
        };
    }

    // In billionths of a dollar.
    std::uint64_t cost(const Workload& workload, AgeingPolicy policy) {
        settings_.ageing = {.policy = policy, .cache = caching(), .limits = limits_};
        std::vector<content::FileRef> pinned;
        settings_.standing_of = [&](const content::FileRef& image) {
            const bool is_pinned = std::ranges::find(pinned, image) != pinned.end();
            return is_pinned ? Standing::Pinned : Standing::Usual;
        };
        std::vector<Message> messages;
        std::vector<Block> before;
        std::uint64_t sum = 0;
        int number = 0;
        for (std::size_t t = 0; t < workload.turns.size(); ++t) {
            const auto& turn = workload.turns[t];
            messages.push_back(user({}));
            auto& content = messages.back().content;
            for (const auto& size : turn.pictures) {
                const auto image = shot(++number, size);
                content.emplace_back(image);
                if (workload.pinned == t) pinned.push_back(image.source);
            }
            content.emplace_back(TextBlock{std::string(turn.asked, 'q')});
            auto blocks = sent(messages);
            sum += price_of(before, blocks);
            before = std::move(blocks);
            messages.push_back(answers(std::string(turn.answered, 'a')));
        }
        return sum;
    }

private:
    struct Block {
        std::string what;
        std::uint64_t tokens = 0;
        bool is_picture = false;

        bool operator==(const Block&) const = default;
    };

    PromptCaching caching() const {
        const auto& base = model_.prices.base;
        const auto share = [&](std::optional<std::uint64_t> price, double otherwise) {
            return price ? double(*price) / double(*base.input) : otherwise;
        };
        return {
            .read = share(base.cache_read, 0.1),
            .write = share(base.cache_write, 1),
            .reach = reach_};
    }

    ImageBlock shot(int number, media::PixelSize size) {
        const auto name = "shot " + std::to_string(number);
        ImageBlock image{
            .source = content::BlobRef{sha256(as_bytes(name))},
            .mime = size == kPhoto ? "image/jpeg" : "image/png",
            .size = size,
            .alt = name};
        variants_.add(image, 300'000, 0.05);
        return image;
    }

    std::vector<Block> sent(const std::vector<Message>& messages) {
        const auto rendered = render_context(messages, settings_, limits_, variants_);
        EXPECT_TRUE(rendered.ok());
        std::vector<Block> blocks{{"system", 2000}};
        for (const auto& message : rendered.value().messages) {
            for (const auto& block : message.content) {
                if (const auto* text = std::get_if<TextBlock>(&block)) {
                    blocks.push_back({text->text, text->text.size() / 4 + 1});
                } else if (const auto* image = std::get_if<ImageBlock>(&block)) {
                    blocks.push_back(
                        {content::blob_of(image->source)->sha256.hex(),
                         models::estimate_image_tokens(*limits_.token_rule, image->size).value(),
                         true}
                    );
                }
            }
        }
        return blocks;
    }

    // How many blocks are read from the cache.
    std::size_t known(const std::vector<Block>& before, const std::vector<Block>& now) const {
        const auto changed = std::ranges::mismatch(before, now).in1;
        if (changed == before.end() || reach_ == CacheReach::Change) {
            return static_cast<std::size_t>(changed - before.begin());
        }
        const auto picture = std::ranges::find(before, true, &Block::is_picture);
        return static_cast<std::size_t>(std::min(changed, picture) - before.begin());
    }

    std::uint64_t price_of(const std::vector<Block>& before, const std::vector<Block>& now) const {
        models::TokenCounts tokens;
        const auto read = known(before, now);
        for (std::size_t i = 0; i < now.size(); ++i) {
            tokens.input += now[i].tokens;
            (i < read ? tokens.cache_read : tokens.cache_write) += now[i].tokens;
        }
        const std::chrono::sys_days day =
            std::chrono::year(2026) / std::chrono::November / std::chrono::day(15);
        return models::cost_of(model_.prices, tokens, day).value();
    }

    const models::Model& model_;
    CacheReach reach_;
    RequestLimits limits_;
    ContextSettings settings_;
    TestVariants variants_;
};

class AgeingCost : public ::testing::TestWithParam<const char*> {};

// One for each set of prices that the catalogue has for a cache, and for each way of counting.
INSTANTIATE_TEST_SUITE_P(
    Models,
    AgeingCost,
    ::testing::Values(
        "claude-sonnet-4-6",
        "claude-opus-5-5",
        "claude-fable-5-2",
        "gpt-6.1-terra",
        "gpt-5.4",
        "gpt-5",
        "gpt-4.1",
        "gpt-4o",
        "gemini-3.8-flash",
        "gemini-2.5-pro"
    )
);

TEST_P(AgeingCost, CacheAwareIsNeverDearerThanTurns) {  // X2
    const auto* model = models::shipped_catalogue().find(GetParam());
    ASSERT_NE(model, nullptr);
    for (const auto& workload : workloads()) {
        Meter meter(*model);
        const auto turns = meter.cost(workload, AgeingPolicy::Turns);
        const auto aware = meter.cost(workload, AgeingPolicy::CacheAware);
        EXPECT_LE(aware, turns) << workload.name;
        std::printf(
            "%-18s %-24s turns %.4f  cache-aware %.4f USD  (%.3f)\n",
            GetParam(),
            workload.name.c_str(),
            double(turns) / 1e9,
            double(aware) / 1e9,
            double(aware) / double(turns)
        );
    }
}

TEST(AgeingCostOfALongRun, IsClearlyLessWhereWritingToTheCacheIsDear) {  // X2
    Meter meter(*models::shipped_catalogue().find("claude-sonnet-4-6"));
    const auto run = workloads()[1];

    const auto turns = meter.cost(run, AgeingPolicy::Turns);
    const auto aware = meter.cost(run, AgeingPolicy::CacheAware);
    const auto off = meter.cost(run, AgeingPolicy::Off);

    EXPECT_LT(double(aware), 0.93 * double(turns));
    EXPECT_LT(aware, off);
}

TEST_P(AgeingCost, APinnedPictureMakesCacheAwareNoDearer) {  // X2
    const auto* model = models::shipped_catalogue().find(GetParam());
    ASSERT_NE(model, nullptr);
    for (const std::size_t turn : {0, 2, 40, 79}) {
        Meter meter(*model);
        const auto turns = meter.cost(with_pin(turn), AgeingPolicy::Turns);
        const auto aware = meter.cost(with_pin(turn), AgeingPolicy::CacheAware);
        EXPECT_LE(aware, turns) << turn;
    }
}

// Before the first picture that is seen stands the last mark of the cache: behind a pinned one
// everything is written again whenever something changes.
TEST(AgeingCostOfALongRun, IsFarLessBehindAPinnedPictureWhereTheCacheKeepsWhatIsMarked) {  // X2
    Meter meter(*models::shipped_catalogue().find("claude-opus-4-7"));

    const auto turns = meter.cost(with_pin(2), AgeingPolicy::Turns);
    const auto aware = meter.cost(with_pin(2), AgeingPolicy::CacheAware);

    EXPECT_LT(double(aware), 0.75 * double(turns));
}

}  // namespace
}  // namespace fovea::context
