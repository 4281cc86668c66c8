#include "fovea/host/single_turn.hpp"

#include "fovea/host/test_host.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

namespace fovea::host {
namespace {

using testing::ElementsAre;

class SingleTurnTest : public HostTest {
protected:
    void SetUp() override {
        HostTest::SetUp();
        machine_.reset();  // each turn has its own, as each process has
    }
    // Whole, as it is asked for; no words for an answer that cannot be read.
    std::string reply_to(const std::string& body) override {
        namespace json = boost::json;
        const auto words = script_(last_words(body));
        if (words.empty()) return words;
        return json::serialize(json::object{
            {"id", "c"},
            {"object", "chat.completion"},
            {"created", 1},
            {"model", "seer"},
            {"choices",
             json::array{json::object{
                 {"index", 0},
                 {"message", {{"role", "assistant"}, {"content", words}}},
                 {"finish_reason", "stop"}}}}});
    }
    std::unique_ptr<SingleTurn> open(std::optional<std::string> session) {
        auto turn =
            SingleTurn::open(situation_, {.model = "mock/seer", .session = std::move(session)}, {});
        EXPECT_TRUE(turn.ok()) << turn.error().message;
        return std::move(turn).value();
    }
    std::vector<std::string> texts(const SingleTurn& turn) {
        std::vector<std::string> all;
        for (const auto& message : turn.view().messages) {
            all.push_back(content::text_of(message.content));
        }
        return all;
    }
};

TEST_F(SingleTurnTest, OfASessionIsKeptAndGoneOnWith) {  // S2
    for (const auto* words : {"one", "two"}) {
        const auto turn = open("kept");
        turn->resume({}).value();
        turn->say(prompt(words)).value();
        const auto answered = turn->run({});
        ASSERT_TRUE(answered.ok()) << answered.error().message;
    }

    const auto later = open("kept");
    later->resume({}).value();

    EXPECT_FALSE(later->is_new());
    EXPECT_THAT(texts(*later), ElementsAre("one", "You said: one", "two", "You said: two"));
    EXPECT_FALSE(later->has_open_turn());
}

TEST_F(SingleTurnTest, TheSameWordsAfterAFailureAreThatTurnOnceMore) {  // S2
    const auto fails = std::make_shared<std::atomic<bool>>(true);
    serve([fails](const std::string& words) {
        return *fails ? std::string() : "You said: " + words;
    });
    {
        const auto turn = open("again");
        turn->resume({}).value();
        EXPECT_TRUE(turn->is_new());
        turn->say(prompt("hello")).value();
        EXPECT_FALSE(turn->run({}).ok());
    }
    *fails = false;

    const auto turn = open("again");
    turn->resume({}).value();
    EXPECT_TRUE(turn->has_open_turn());
    turn->say(prompt("hello")).value();
    const auto answered = turn->run({});

    ASSERT_TRUE(answered.ok()) << answered.error().message;
    EXPECT_THAT(texts(*turn), ElementsAre("hello", "You said: hello"));
}

TEST_F(SingleTurnTest, OfNoSessionKeepsNothing) {  // S2
    const auto turn = open(std::nullopt);
    turn->say(prompt("hello")).value();

    const auto answered = turn->run({});

    ASSERT_TRUE(answered.ok()) << answered.error().message;
    EXPECT_EQ(content::text_of(answered.value().delivered.reply.content), "You said: hello");
    EXPECT_EQ(turn->session_id(), std::nullopt);
    EXPECT_TRUE(turn->machine().sessions().list({.most = 10}).value().empty());
}

TEST_F(SingleTurnTest, AModelThatIsNoneIsRefusedBeforeAnythingIsOpened) {  // K1
    const auto turn = SingleTurn::open(situation_, {.model = "nobody/nothing"}, {});

    EXPECT_EQ(turn.error().code, ErrorCode::InvalidInput);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "work" / "nothing"));
}

}  // namespace
}  // namespace fovea::host
