// docs/protocol.md, compared with real runs: every example has the fields of a frame that was seen, and
// every frame that was seen is on the page.
#include <gmock/gmock.h>

#include <set>

#include "e2e/headless_fixture.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

using ::testing::Contains;
using ::testing::SizeIs;

constexpr std::string_view kFixtures = R"([
    {"match": {"toolCallId": "call_1"}, "response": {"content": "The file says hello."}},
    {"match": {"userMessage": "read"}, "response": {"content": "I shall look.", "toolCalls":
        [{"id": "call_1", "name": "filesystem_read", "arguments": {"path": "note.txt"}}]}},
    {"match": {"userMessage": "think"}, "response": {"content": "Red.", "reasoning": "A square"}},
    {"match": {"userMessage": "colour"}, "response": {"content": {"colour": "red"}}},
    {"match": {}, "response": {"content": "A red square."}}])";

constexpr std::string_view kConfiguration =
    "[[hooks]]\nevent = \"UserPromptSubmit\"\ncommand = \"true\"\nasync = true\n"
    "[[hooks]]\nevent = \"PreToolUse\"\ncommand = \"echo not today >&2; exit 2\"\n"
    "[models.\"small\"]\nvision = false\ncontext = 4000\n"
    "[routing]\nfallback = [\"chat/gpt-5.4\"]\n";

const std::vector<std::string> kEverything = {
    "--include-partial-messages", "--replay-user-messages", "--include-hook-events"};

std::vector<std::string> and_everything(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), kEverything.begin(), kEverything.end());
    return arguments;
}

// All fields, also of objects inside; not of those whose names are anybody's.
void add_fields(
    const boost::json::object& object, const std::string& before, std::set<std::string>& fields
) {
    const std::set<std::string_view> open = {"model_usage", "input", "structured_output"};
    for (const auto& [key, value] : object) {
        const auto name = before + std::string(key);
        fields.insert(name);
        if (value.is_object() && !open.contains(key)) {
            add_fields(value.get_object(), name + ".", fields);
        }
    }
}

// With its type in front, and that of the piece or the phase.
std::set<std::string> shape_of(const boost::json::object& frame) {
    std::set<std::string> shape{"a " + type_of(frame)};
    if (const auto* delta = frame.if_contains("delta")) {
        shape.insert("of " + std::string(delta->at("type").as_string()));
    }
    for (const auto* const name : {"source", "phase"}) {
        if (const auto* value = frame.if_contains(name)) {
            shape.insert("by " + std::string(value->as_string()));
        }
    }
    add_fields(frame, "", shape);
    return shape;
}

std::string page() {
    return read_whole_file(test_paths::source_dir() + "/docs/protocol.md");
}

// The examples before or behind the heading "Input frames".
Frames examples(bool of_input) {
    const auto text = page();
    const auto input = text.find("\n## Input frames\n");
    EXPECT_NE(input, text.npos);
    const std::string begin = "```json\n";
    Frames found;
    for (auto at = text.find(begin); at != text.npos; at = text.find(begin, at + 1)) {
        if ((at > input) != of_input) continue;
        const auto from = at + begin.size();
        const auto example = text.substr(from, text.find("\n```", from) - from);
        boost::system::error_code broken;
        auto value = boost::json::parse(example, broken);
        EXPECT_TRUE(!broken && value.is_object()) << example;
        if (!broken && value.is_object()) found.push_back(std::move(value.get_object()));
    }
    return found;
}

class HeadlessProtocol : public Headless {
protected:
    void SetUp() override {
        Headless::SetUp();
        if (!IsSkipped()) start(kFixtures, kConfiguration);
    }
    static std::string user(const std::string& words) {
        return boost::json::serialize(boost::json::object{{"type", "user"}, {"content", words}}) +
               "\n";
    }
    RunOutput everything() const {
        upstream_->fail_next(529);
        return talk(user("read it"), kEverything);
    }
    // Many words, for a model that takes few.
    RunOutput long_conversation() const {
        std::string said;
        for (int i = 0; i < 6; ++i) said += user(std::string(4000, 'x') + std::to_string(i));
        return talk(said, {"--model", "compatible/small", "--max-tokens", "100"});
    }
    RunOutput other_model() const {
        upstream_->fail_next(401, "bad key");
        return stream({"-p", "hi"});
    }
    Frames seen() const {
        Frames frames;
        for (const auto& run :
             {everything(),
              stream(and_everything({"-p", "read it"})),
              stream(and_everything({"-p", "think"})),
              stream({"-p", "colour", "--json-schema", R"({"type":"object"})"}),
              stream({"-p", "read it", "--max-turns", "1"}),
              stream({"-p", "hi", "--model", "compatible/a-model-that-sees"}),
              long_conversation(),
              other_model()}) {
            frames.insert(frames.end(), run.frames.begin(), run.frames.end());
        }
        return frames;
    }
};

TEST_F(HeadlessProtocol, OneRunShowsEveryFrameOfTheContract) {  // H2, CAL-HL-5 to CAL-HL-11
    const auto run = everything();

    EXPECT_EQ(run.exit_code, 0) << run.err;
    const auto types = types_of(run.frames);
    for (const auto* const type :
         {"system/init",
          "user",
          "content_block_delta",
          "system/api_retry",
          "tool_use",
          "tool_result",
          "message",
          "hook_event",
          "result"}) {
        EXPECT_THAT(types, Contains(type));
    }
    EXPECT_EQ(types.front(), "system/init");
    EXPECT_EQ(types.back(), "result");
    EXPECT_THAT(of_type(run.frames, "result"), SizeIs(1));
    EXPECT_THAT(of_type(run.frames, "hook_event"), SizeIs(4));  // an async one, a hook, the rules
}

TEST_F(HeadlessProtocol, ThePageShowsFramesAsTheyAre) {  // H2, CAL-HL-13
    std::set<std::set<std::string>> shapes;
    std::set<std::string> types_seen;
    for (const auto& frame : seen()) {
        shapes.insert(shape_of(frame));
        types_seen.insert(type_of(frame));
    }

    std::set<std::string> types_shown;
    for (const auto& example : examples(false)) {
        types_shown.insert(type_of(example));
        EXPECT_TRUE(shapes.contains(shape_of(example))) << boost::json::serialize(example);
    }
    EXPECT_EQ(types_shown, types_seen);
    for (const auto& type : types_seen) {
        EXPECT_NE(page().find("\n### `" + type + "`\n"), std::string::npos) << type;
    }
}

TEST_F(HeadlessProtocol, WhatThePageSaysMayComeInIsTaken) {  // H3, CAL-HL-13, CAL-HL-15
    bench_->picture("shot.png", {"plain", "40", "30", "200,30,30"});
    const auto said = examples(true);

    EXPECT_THAT(said, SizeIs(4));
    for (const auto& example : said) {
        const auto line = boost::json::serialize(example) + "\n";
        const bool interrupts = example.at("type") == "control";
        const auto run = talk(interrupts ? user("hi") + line : line);

        EXPECT_EQ(run.exit_code, interrupts ? 124 : 0) << line << run.out;
    }
}

TEST_F(HeadlessProtocol, ThePageListsEveryExitCodeAndFieldOfTheResult) {  // H4, H5, CAL-HL-13
    for (const int code : {0, 1, 2, 64, 66, 75, 78, 124, 130, 137}) {
        EXPECT_NE(page().find("\n| " + std::to_string(code) + " | "), std::string::npos) << code;
    }
    for (const auto& example : examples(false)) {
        if (type_of(example) != "result") continue;
        for (const auto& [field, value] : example) {
            if (field == "type" || field == "model") continue;
            EXPECT_NE(page().find("`" + std::string(field) + "`"), std::string::npos) << field;
        }
    }
}

}  // namespace
}  // namespace fovea::testing
