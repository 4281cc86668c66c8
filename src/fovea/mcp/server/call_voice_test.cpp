#include "fovea/mcp/server/call_voice.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <vector>

namespace fovea::mcp {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;

class CallVoices : public ::testing::Test {
protected:
    CallVoice voice(json::object meta) {
        return CallVoice(
            {Id("1"), "tools/call", {{"_meta", std::move(meta)}}},
            [this](const Message& message) {
                said_.push_back(json::parse(write_message(message)));
            },
            0ms
        );
    }
    // "progress/total message" of the last word.
    std::string last() const {
        const auto& params = said_.back().at("params").as_object();
        const auto* total = params.if_contains("total");
        return json::serialize(params.at("progress")) + "/" +
               (total == nullptr ? "?" : json::serialize(*total)) + " " +
               std::string(params.at("message").as_string());
    }

    std::vector<json::value> said_;
};

TEST_F(CallVoices, CountOnWhereTheWorkBeginsAnew) {  // D7
    auto pages = voice({{"progressToken", 7}});

    pages.progress({.done = 3, .total = 3, .message = "pages"});
    pages.beat();
    EXPECT_EQ(last(), "3/3 pages");
    pages.progress({.done = 1, .total = 3, .message = "pages"});
    pages.beat();
    EXPECT_EQ(last(), "4/6 pages");
    pages.progress({.done = 3, .total = 3, .message = "pages"});
    pages.beat();
    EXPECT_EQ(last(), "6/6 pages");
}

TEST_F(CallVoices, TellTheNewestWithEachBeatAndSignsOfLifeEveryFifth) {  // D7
    auto frames = voice({{"progressToken", "p"}});

    for (int i = 1; i <= 100; ++i) frames.progress({.done = double(i), .total = 200.0});
    EXPECT_TRUE(said_.empty());
    frames.beat();
    EXPECT_EQ(last(), "100/200 looking");
    for (int i = 0; i < 4; ++i) frames.beat();
    EXPECT_EQ(said_.size(), 1u);
    frames.beat();
    EXPECT_EQ(said_.size(), 2u);
    EXPECT_GT(said_[1].at("params").at("progress").to_number<double>(), 100);
}

TEST_F(CallVoices, SayNothingToWhoGaveNoTokenAndNothingAfterTheAnswer) {  // D7
    for (const auto& no :
         {json::object(),
          json::object{{"progressToken", 1.5}},
          json::object{{"progressToken", std::string(5000, 'x')}}}) {
        auto quiet = voice(no);
        quiet.progress({.done = 1});
        quiet.beat();
    }
    EXPECT_TRUE(said_.empty());
    auto done = voice({{"progressToken", "p"}});
    done.progress({.done = 1});
    done.answer(json::object());
    done.beat();
    done.answer(json::object());
    EXPECT_EQ(said_.size(), 1u);
    auto cancelled = voice({{"progressToken", "p"}});
    cancelled.hush();
    cancelled.answer(json::object());
    EXPECT_EQ(said_.size(), 1u);
}

}  // namespace
}  // namespace fovea::mcp
