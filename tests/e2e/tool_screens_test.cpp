// A model that looks at the screen again and again within one turn: nothing of an open turn ages, so
// the model's limits alone decide what stays (X2, M5).
#include <gmock/gmock.h>

#include <iostream>

#include "../../bench/context/prompt_cache.hpp"
#include "long_session.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;

constexpr std::size_t kScreens = 60;

// Each answer asks for the next screen, the last one is words.
std::string fixtures() {
    json::array all;
    for (std::size_t number = 0; number <= kScreens; ++number) {
        const auto digits = std::to_string(number);
        const auto path = "screen-" + std::string(3 - digits.size(), '0') + digits + ".png";
        json::object response{{"content", "All screens are fine."}};
        if (number < kScreens) {
            response = {
                {"toolCalls",
                 {{{"id", "toolu_" + digits},
                   {"name", "filesystem_read"},
                   {"arguments", {{"path", path}}}}}}};
        }
        json::object match;
        if (number > 0) match["toolCallId"] = "toolu_" + std::to_string(number - 1);
        // The one for the first request matches everything, and stands behind the others.
        all.insert(
            number == 0 ? all.end() : all.begin(),
            json::object{{"match", match}, {"response", response}}
        );
    }
    return json::serialize(all);
}

// Of a request, in tool results.
std::vector<std::string> shown_pictures(const std::string& body) {
    std::vector<std::string> found;
    const auto parsed = json::parse(body);
    for (const auto& message : parsed.at("messages").as_array()) {
        for (const auto& block : message.at("content").as_array()) {
            const auto* content = block.as_object().if_contains("content");
            if (content == nullptr || !content->is_array()) continue;
            for (const auto& output : content->as_array()) {
                const auto* source = output.as_object().if_contains("source");
                if (source != nullptr) found.emplace_back(source->at("data").as_string());
            }
        }
    }
    return found;
}

class ToolScreens : public LongSession {
protected:
    // What the model was sent, in order.
    std::vector<std::string> look(std::string_view settings) {
        open(fixtures(), settings, kScreens);
        const auto result = converse(
            R"({"type": "user", "content": "Go through all screens."})"
            "\n",
            {"--session-id", kSession}
        );
        EXPECT_EQ(result.at("result"), "All screens are fine.");
        EXPECT_EQ(result.at("turns").to_number<std::size_t>(), kScreens + 1);
        rewrites_ = result.at("usage").at("prefix_rewrites").to_number<std::size_t>();
        // Not those that ask for a summary of what became too long.
        auto sent = bodies();
        std::erase_if(sent, [](const auto& body) { return body.find("\"tools\":") == body.npos; });
        return sent;
    }

    static std::size_t changes_in(const std::vector<std::string>& bodies) {
        std::size_t changes = 0;
        std::string before;
        for (const auto& body : bodies) {
            const auto said = bench::without_marks(body);
            changes += said.starts_with(before) ? 0 : 1;
            before = bench::said_so_far(said);
        }
        return changes;
    }

    std::size_t rewrites_ = 0;  // as the result tells
};

TEST_F(ToolScreens, AllStayWhileTheyFit) {  // X2
    if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;

    const auto sent = look("");

    ASSERT_EQ(sent.size(), kScreens + 1);
    EXPECT_EQ(shown_pictures(sent.back()).size(), kScreens);
    EXPECT_EQ(changes_in(sent), 0u);
    EXPECT_EQ(rewrites_, 0u);
}

// 96 000 tokens for pictures are 35 screens.
TEST_F(ToolScreens, TheOldestGiveWayInBatchesWhereTheModelHasNoRoom) {  // X2, M5
    if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;

    const auto sent = look("[models.\"claude-opus-4-7\"]\ncontext = 128000\n");

    EXPECT_EQ(sent.size(), kScreens + 1);
    const auto* model = models::shipped_catalogue().find("claude-opus-4-7");
    ASSERT_NE(model, nullptr);
    for (const auto& body : sent) {
        bench::PromptCache judge(*model);
        const auto use = judge.send(body);
        ASSERT_TRUE(use.ok()) << use.error().message;
        EXPECT_LE(use.value().read + use.value().written + use.value().fresh, 128'000u);
    }
    std::cout << changes_in(sent) << " rewrites in " << sent.size() << " requests\n";
    EXPECT_LE(changes_in(sent), kScreens / 8);
    EXPECT_EQ(rewrites_, changes_in(sent));
}

}  // namespace
}  // namespace fovea::testing
