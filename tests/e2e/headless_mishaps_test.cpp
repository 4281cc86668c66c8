// What goes wrong between a run and its server, and what a person is told of it.
#include <gmock/gmock.h>

#include "e2e/headless_fixture.hpp"
#include "support/scripted_server.hpp"

namespace fovea::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

constexpr const char* kPrices =
    "[models.\"a-model-that-sees\".prices]\ninput = 3\noutput = 15\n\n";

class HeadlessMishaps : public Headless {
protected:
    void SetUp() override {}

    void answer(const std::vector<Rule>& rules, std::string_view configuration = {}) {
        server_ = std::make_unique<ScriptedServer>(rules);
        bench_ = std::make_unique<Workbench>(server_->url(), configuration);
        write_file("note.txt", "hello\n");
    }
    RunOutput ask(std::vector<std::string> arguments, std::string_view input = {}) const {
        arguments.insert(arguments.end(), {"--model", "compatible/a-model-that-sees"});
        return stream(std::move(arguments), input);
    }
    std::vector<std::string> bodies() const {
        std::vector<std::string> bodies;
        for (const auto& request : server_->requests()) bodies.push_back(request.body);
        return bodies;
    }
    static std::uint64_t number(const boost::json::object& in, std::string_view field) {
        return in.at(field).to_number<std::uint64_t>();
    }
    static const boost::json::object& usage_of(const RunOutput& run) {
        return run.result().at("usage").as_object();
    }
    static std::vector<std::string> warnings_in(const RunOutput& run, std::string_view subtype) {
        std::vector<std::string> words;
        for (const auto& frame : of_type(run.frames, "system/warning")) {
            const auto& about = frame.contains("warning") ? frame.at("warning") : frame.at("code");
            if (about == subtype) words.emplace_back(frame.at("message").as_string());
        }
        return words;
    }

    std::unique_ptr<ScriptedServer> server_;
};

TEST_F(HeadlessMishaps, ACallWithBrokenArgumentsIsToldAndCounted) {  // C2, H7
    const auto deep = std::string(5000, '[') + std::string(5000, ']');
    for (const std::string arguments : {std::string("{bad"), std::string("[1,2]"), deep}) {
        answer(
            {{.body = chat_call_stream("filesystem_read", arguments, {50'000, 10'000}), .times = 1},
             {.body = chat_stream("Sorry.")}}
        );

        const auto run = ask({"-p", "x"});

        EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
        EXPECT_EQ(run.text("result"), "Sorry.");
        EXPECT_EQ(number(usage_of(run), "input_tokens"), 50'100U);
        ASSERT_THAT(bodies(), SizeIs(2));
        EXPECT_THAT(bodies()[1], HasSubstr("the tool was not run: the arguments are"));
    }
}

TEST_F(HeadlessMishaps, EmptyArgumentsAreNone) {  // C2
    answer(
        {{.body = chat_call_stream("filesystem_list", ""), .times = 1},
         {.body = chat_stream("Done.")}}
    );

    const auto run = ask({"-p", "x"});

    EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
    ASSERT_THAT(bodies(), SizeIs(2));
    EXPECT_THAT(bodies()[1], Not(HasSubstr("the tool was not run")));
}

}  // namespace
}  // namespace fovea::testing
