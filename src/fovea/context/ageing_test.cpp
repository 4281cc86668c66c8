#include "fovea/context/ageing.hpp"

#include "fovea/context/test_messages.hpp"

#include <gtest/gtest.h>

namespace fovea::context {
namespace {

using content::Message;
using Forms = std::vector<Form>;
constexpr auto F = Form::Full;
constexpr auto L = Form::Low;
constexpr auto T = Form::Text;

Forms forms_of(
    const std::vector<Message>& messages,
    const AgeingSettings& settings = {},
    const StandingOf& standing_of = {}
) {
    Forms forms;
    for (const auto& aged : age_pictures(messages, pictures_in(messages), settings, standing_of)) {
        forms.push_back(aged.form);
    }
    return forms;
}

// Five turns with a picture each.
std::vector<Message> five_turns() {
    std::vector<Message> messages;
    for (const char letter : {'a', 'b', 'c', 'd', 'e'}) {
        messages.push_back(user({content::TextBlock{"look"}, picture(letter)}));
        messages.push_back(answers("seen"));
    }
    return messages;
}

TEST(Ageing, SendsThisTurnWholeTheTwoBeforeSmallAndOlderOnesAsWords) {  // X1, DIG-21
    EXPECT_EQ(forms_of(five_turns()), (Forms{T, T, L, L, F}));
}

TEST(Ageing, FollowsItsThreeSettings) {  // DIG-22
    struct Row {
        std::uint32_t full_turns;
        std::uint32_t low_turns;
        Forms forms;
    };
    const std::vector<Row> rows{
        {1, 0, {T, T, T, T, F}},
        {2, 1, {T, T, L, F, F}},
        {5, 0, {F, F, F, F, F}},
        {0, 2, {T, T, L, L, F}},  // the open turn never ages
        {0, 0, {T, T, T, T, F}},
        {1, 4'000'000'000, {L, L, L, L, F}},
    };
    for (const auto& row : rows) {
        const AgeingSettings settings{.full_turns = row.full_turns, .low_turns = row.low_turns};
        EXPECT_EQ(forms_of(five_turns(), settings), row.forms)
            << row.full_turns << " full, " << row.low_turns << " low";
    }
}

TEST(Ageing, LeavesEverythingWholeWhenItIsOff) {  // X1
    EXPECT_EQ(forms_of(five_turns(), {.policy = AgeingPolicy::Off}), (Forms{F, F, F, F, F}));
}

TEST(Ageing, PutsTheAltTextInPlaceOfAnOldPicture) {  // X1
    const auto messages = five_turns();

    const auto aged = age_pictures(messages, pictures_in(messages), {});

    EXPECT_EQ(aged[0], (Aged{T, Standing::Usual, "[Previous image: picture a, sha256:ca978112]"}));
}

TEST(Ageing, DoesNotTouchWhatIsPinnedAndSendsNothingThatWasDroppedOrRefused) {  // S5
    const auto messages = five_turns();
    const auto standing = [](const content::FileRef& file) {
        if (file == picture('a').source) return Standing::Pinned;
        if (file == picture('d').source) return Standing::Dropped;
        return file == picture('e').source ? Standing::Quarantined : Standing::Usual;
    };

    const auto aged = age_pictures(messages, pictures_in(messages), {}, standing);

    EXPECT_EQ(aged[0], (Aged{F, Standing::Pinned, ""}));
    EXPECT_EQ(aged[3], (Aged{T, Standing::Dropped, "[Image removed: picture d]"}));
    EXPECT_EQ(
        aged[4],
        (Aged{
            T,
            Standing::Quarantined,
            "[Image not sent: picture e, sha256:3f79bb7b; the provider refused it before]"})
    );
}

TEST(Ageing, CountsNoTurnForResultsOfTools) {  // X1
    const std::vector<Message> messages{
        user({picture('a')}),
        answers("I will look"),
        tool_shows(picture('b')),
        tool_shows(picture('c')),
    };

    const auto pictures = pictures_in(messages);

    EXPECT_EQ(forms_of(messages), (Forms{F, F, F}));
    EXPECT_EQ(pictures[1].place, (Place{2, 0, 1}));
    EXPECT_TRUE(pictures[0].is_latest);   // what the person attached
    EXPECT_FALSE(pictures[1].is_latest);  // what a tool showed since
    EXPECT_TRUE(pictures[2].is_latest);   // the last message
}

TEST(Ageing, OfNothingIsNothing) {
    EXPECT_EQ(forms_of({}), Forms{});
    EXPECT_EQ(forms_of({tool_shows(picture('a'))}), Forms{F});
}

TEST(Ageing, KeepsAHostileAltTextOnOneShortLine) {
    auto image = picture('a');
    image.alt = "first\nsecond\x1b" + std::string(100'000, 'x') + "\xff";
    const std::vector<Message> messages{user({image}), says("1"), says("2"), says("3"), says("4")};

    const auto words = age_pictures(messages, pictures_in(messages), {})[0].words;

    EXPECT_LT(words.size(), 500u);
    EXPECT_EQ(words.substr(0, 32), "[Previous image: first second xx");
}

}  // namespace
}  // namespace fovea::context
