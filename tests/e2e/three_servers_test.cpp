// One session at three servers, with pictures that tools show: Anthropic's dialect, OpenAI's, and a server
// that is as strict about forms as Mistral's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/refusing_server.hpp"
#include "support/request_checks.hpp"
#include "support/workbench.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

class ThreeServers : public ::testing::Test {
protected:
    ThreeServers() {
        for (int number = 1; number <= 7; ++number) {
            const auto colour = std::to_string(30 * number) + ",90,160";
            bench_.picture(std::to_string(number) + ".png", {"plain", "300", "200", colour});
        }
    }

    // Each turn is a process of its own.
    Finished turn(const std::string& model, const std::string& words) {
        std::vector<std::string> arguments = {"-p", words, "--bare", "--model", model};
        arguments.insert(arguments.end(), {begun_ ? "--resume" : "--session-id", "three"});
        begun_ = true;
        return bench_.fovea(arguments);
    }

    static std::string provider(
        const std::string& name, const std::string& kind, const std::string& url
    ) {
        return "[providers." + name + "]\nkind = \"" + kind + "\"\nbase_url = \"" + url +
               "\"\napi_key_env = \"FOVEA_TEST_KEY\"\n\n";
    }

    RefusingServer anthropic_{{}};
    RefusingServer openai_{{}};
    RefusingServer mistral_{{.is_mistral = true}};
    Workbench bench_{
        anthropic_.url(),
        provider("open", "openai_chat", openai_.url()) +
            provider("mistral", "openai_compatible", mistral_.url()) +
            "[models.\"devstral\"]\nvision = true\ntools = true\ncontext = 128000\n\n"};
    bool begun_ = false;
};

// A user's message behind a tool's, or an id of another form.
std::vector<std::string> bad_forms(std::string_view body) {
    std::vector<std::string> found;
    std::string before;
    const auto parsed = json::parse({body.data(), body.size()});
    for (const auto& message : parsed.at("messages").as_array()) {
        const std::string role(message.at("role").as_string());
        if (role == "user" && before == "tool") found.push_back("user after tool");
        const auto* id = message.as_object().if_contains("tool_call_id");
        if (id != nullptr && id->as_string().size() != 9) found.emplace_back(id->as_string());
        before = role;
    }
    return found;
}

TEST_F(ThreeServers, NoTurnFailsAndMistralsFormsAreLearntOnce) {  // P4, C3
    constexpr const char* kClaude = "anthropic/claude-opus-4-7";
    constexpr const char* kGpt = "open/gpt-5.4";
    constexpr const char* kDevstral = "mistral/devstral";
    std::vector<Finished> turns;
    std::size_t learning = 0;  // requests of Mistral's first turn

    turns.push_back(turn(kClaude, "Read 1.png"));
    turns.push_back(turn(kGpt, "Read 2.png"));
    turns.push_back(turn(kDevstral, "Read 3.png"));
    learning = asking_models(mistral_.requests()).size();
    turns.push_back(turn(kClaude, "Read 4.png"));
    turns.push_back(turn(kDevstral, "Read 5.png"));
    turns.push_back(turn(kGpt, "Read 6.png"));
    turns.push_back(turn(kDevstral, "Read 7.png"));
    turns.push_back(turn(kDevstral, "And now?"));

    for (const auto& done : turns) {
        EXPECT_EQ(done.exit_code, 0) << done.err;
        EXPECT_THAT(done.out, HasSubstr("I see "));
        EXPECT_THAT(done.out, Not(HasSubstr("I see 0"))) << done.err;
    }
    // A call and an answer a turn; the ids of the others' calls and the order cost one refusal each.
    EXPECT_EQ(learning, 4U);
    EXPECT_EQ(asking_models(mistral_.requests()).size(), 4U + 2 + 2 + 1);
    EXPECT_THAT(asking_models(anthropic_.requests()), SizeIs(4));
    EXPECT_THAT(asking_models(openai_.requests()), SizeIs(4));
    const auto rendered = bench_.fovea({"render", "--to", kDevstral, "--session", "three"});
    EXPECT_EQ(rendered.exit_code, 0) << rendered.err;
    EXPECT_THAT(bad_forms(rendered.out), IsEmpty());
    EXPECT_THAT(bad_forms(asking_models(mistral_.requests()).back().body), IsEmpty());
    for (const auto& request : asking_models(mistral_.requests())) {
        EXPECT_THAT(check_request("openai_compatible", request.body).problems, IsEmpty());
    }
}

TEST_F(ThreeServers, WordsAfterAnInterruptedRoundOfToolsAreTakenToo) {  // P4
    bench_.messages(R"([
        {"role": "user", "content": "look"},
        {"role": "assistant", "content": [
            {"type": "tool_use", "id": "toolu_1", "name": "shot", "input": {}}]},
        {"role": "user", "content": "never mind, what is 2 + 2?"}])");

    const auto first =
        bench_.fovea({"send", "--model", "mistral/devstral", "--messages", "messages.json"});
    const auto asked = asking_models(mistral_.requests()).size();
    const auto second =
        bench_.fovea({"send", "--model", "mistral/devstral", "--messages", "messages.json"});

    EXPECT_EQ(first.out, "I see 0 pictures.\n") << first.err;
    EXPECT_EQ(second.out, "I see 0 pictures.\n") << second.err;
    EXPECT_EQ(asked, 3U);
    EXPECT_THAT(asking_models(mistral_.requests()), SizeIs(4));
}

}  // namespace
}  // namespace fovea::testing
