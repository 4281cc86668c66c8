#include "fovea/protocol/claude/control.hpp"

#include "fovea/base/json_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

namespace fovea::protocol::claude {
namespace {

namespace json = boost::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class ClaudeControl : public ::testing::Test {
protected:
    // What goes out; `on_question` hears the id of each question to the client.
    ControlServices services(bool asks_client) {
        return {
            .send =
                [this](const json::object& frame) {
                    sent_.push_back(json_text(frame));
                    if (frame.at("type") == "control_request" && on_question_) {
                        on_question_(std::string(frame.at("request_id").as_string()));
                    }
                    return true;
                },
            .check_model = [](const std::string& model) -> Result<void> {
                if (model == "local/ocr") return {};
                return Error{ErrorCode::InvalidInput, "there is no model " + model};
            },
            .servers =
                [] {
                    return std::vector<agent::ServerStatus>{{"web", "failed", "not there"}};
                },
            .interrupt =
                [this] {
                    ++interrupts_;
                    return std::vector<std::string>{"u2"};
                },
            .warn = [this](const std::string& words) { warnings_.push_back(words); },
            .asks_client = asks_client};
    }
    static ControlRequest request(const std::string& subtype, const std::string& fields = "{}") {
        return {"r", subtype, json::parse(fields).as_object()};
    }
    static ControlResponse response(const std::string& id, const std::string& fields) {
        return {id, json::parse(fields).as_object()};
    }

    const content::ToolUseBlock call_{"t1", "shell", R"({"command":"ls"})"};
    std::vector<std::string> sent_;
    std::vector<std::string> warnings_;
    std::function<void(const std::string& id)> on_question_;
    int interrupts_ = 0;
};

TEST_F(ClaudeControl, AnswersInitializeAndKeepsItsWishes) {  // H8
    Control control({}, services(false));

    control.answer(request(
        "initialize",
        R"({"systemPrompt":["Be","brief"],"appendSystemPrompt":"!","jsonSchema":{"type":"object"},
            "hooks":{"PreToolUse":[{}]},"sdkMcpServers":["mine"]})"
    ));

    const auto wishes = control.wishes();
    EXPECT_EQ(wishes.system_prompt, "Be\n\nbrief");
    EXPECT_EQ(wishes.append_system_prompt, "!");
    EXPECT_EQ(wishes.json_schema, R"({"type":"object"})");
    EXPECT_THAT(warnings_, SizeIs(2));
    ASSERT_THAT(sent_, SizeIs(1));
    const auto answer = json::parse(sent_[0]).at("response");
    EXPECT_EQ(answer.at("subtype"), "success");
    EXPECT_EQ(answer.at("request_id"), "r");
    for (const auto* const field :
         {"commands", "agents", "output_style", "available_output_styles", "models", "account"}) {
        EXPECT_TRUE(answer.at("response").as_object().contains(field)) << field;
    }
}

TEST_F(ClaudeControl, TakesAnEmptySystemPromptForNone) {  // H8
    Control control({}, services(false));

    control.answer(request("initialize", R"({"systemPrompt":[""]})"));

    EXPECT_EQ(control.wishes().system_prompt, std::nullopt);
}

TEST_F(ClaudeControl, ChangesModelAndModeOrSaysWhyNot) {  // H8
    Control control({}, services(false));

    control.answer(request("set_model", R"({"model":"local/ocr"})"));
    control.answer(request("set_model", R"({"model":"nobody/none"})"));
    control.answer(request("set_permission_mode", R"({"mode":"plan"})"));
    control.answer(request("set_permission_mode", R"({"mode":"wild"})"));

    EXPECT_EQ(control.wishes().model, "local/ocr");
    EXPECT_EQ(control.wishes().permission_mode, "plan");
    EXPECT_THAT(
        sent_,
        ElementsAre(
            HasSubstr("success"),
            HasSubstr("no model nobody/none"),
            HasSubstr("success"),
            HasSubstr("\"error\"")
        )
    );
}

TEST_F(ClaudeControl, AnswersEveryRequest) {  // H8
    Control control({}, services(false));

    control.answer(request("interrupt"));
    control.answer(request("mcp_status"));
    control.answer(request("something_new"));

    EXPECT_EQ(interrupts_, 1);
    EXPECT_THAT(
        sent_,
        ElementsAre(
            HasSubstr(R"("still_queued":["u2"])"),
            HasSubstr(R"({"name":"web","status":"failed","error":"not there"})"),
            HasSubstr(R"("subtype":"error")")
        )
    );
}

TEST_F(ClaudeControl, AsksTheClientForPermission) {  // H8, A2
    Control control({}, services(true));
    std::future<void> answered;
    on_question_ = [&](const std::string& id) {
        answered = std::async(std::launch::async, [&control, id] {
            control.take(response("another", R"({"behavior":"deny"})"));
            control.take(response(id, R"({"behavior":"allow","updatedInput":{"command":"pwd"}})"));
        });
    };

    const auto decision = control.ask(call_, "ask shell", {});

    EXPECT_TRUE(decision.allowed);
    EXPECT_EQ(decision.input, R"({"command":"pwd"})");
    ASSERT_THAT(sent_, SizeIs(1));
    const auto asked = json::parse(sent_[0]).at("request");
    EXPECT_EQ(asked.at("subtype"), "can_use_tool");
    EXPECT_EQ(asked.at("tool_name"), "shell");
    EXPECT_EQ(asked.at("input").at("command"), "ls");
    EXPECT_EQ(asked.at("tool_use_id"), "t1");
}

TEST_F(ClaudeControl, PassesOnWhyTheClientSaysNo) {  // H8, A2
    Control control({}, services(true));
    on_question_ = [&](const std::string& id) {
        control.take(response(id, R"({"behavior":"deny","message":"not today","interrupt":true})"));
    };

    const auto decision = control.ask(call_, "ask shell", {});

    EXPECT_FALSE(decision.allowed);
    EXPECT_EQ(decision.reason, "not today");
    EXPECT_EQ(interrupts_, 1);
}

TEST_F(ClaudeControl, WithdrawsAQuestionThatIsNotWantedAnyMore) {  // H8
    Control control({}, services(true));
    std::stop_source stop;
    on_question_ = [&](const std::string&) { stop.request_stop(); };

    const auto decision = control.ask(call_, "ask shell", stop.get_token());

    EXPECT_FALSE(decision.allowed);
    EXPECT_THAT(sent_, ElementsAre(HasSubstr("can_use_tool"), HasSubstr("control_cancel_request")));
}

TEST_F(ClaudeControl, TakesNoForAnAnswerWhenTheClientIsGone) {  // H8
    Control control({}, services(true));
    on_question_ = [&](const std::string&) { control.hang_up(); };

    EXPECT_FALSE(control.ask(call_, "ask shell", {}).allowed);
    sent_.clear();
    EXPECT_FALSE(control.ask(call_, "ask shell", {}).allowed);
    EXPECT_THAT(sent_, IsEmpty());
}

TEST_F(ClaudeControl, AsksNobodyWhereTheModeDecides) {  // H8
    Control control({}, services(true));

    control.answer(request("set_permission_mode", R"({"mode":"bypassPermissions"})"));
    EXPECT_TRUE(control.ask(call_, "ask shell", {}).allowed);
    control.answer(request("set_permission_mode", R"({"mode":"dontAsk"})"));
    EXPECT_FALSE(control.ask(call_, "ask shell", {}).allowed);
    EXPECT_THAT(sent_, ::testing::Each(HasSubstr("control_response")));
}

}  // namespace
}  // namespace fovea::protocol::claude
