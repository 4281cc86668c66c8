#include "fovea/proxy/commands/grammar.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fovea::proxy {
namespace {

using testing::HasSubstr;

ProxyCommand parsed(std::string_view line) {
    auto command = parse_slash_command(line);
    EXPECT_TRUE(command.ok()) << line << ": " << command.error().message;
    return command.ok() ? std::move(command).value() : ProxyCommand{};
}

std::string problem(std::string_view line) {
    const auto command = parse_slash_command(line);
    if (command.ok()) return "";
    EXPECT_EQ(command.error().code, ErrorCode::InvalidInput) << line;
    return command.error().message;
}

ProxyCommand change(std::string name, std::string value) {
    return ChangeSetting{std::move(name), std::move(value)};
}

TEST(ProxyCommand, TakesAppendixCWordForWord) {  // V9, PVP-1.7, PVP-2.4, PVP-3.1, PVP-4.1.2
    EXPECT_EQ(parsed("/vision-proxy tool on"), change("tool", "on"));
    EXPECT_EQ(parsed("/vision-proxy tool off"), change("tool", "off"));
    EXPECT_EQ(parsed("/vision-proxy max-images-per-call 20"), change("max_images_per_call", "20"));
    EXPECT_EQ(parsed("/vision-proxy max-batch 1"), change("max_batch", "1"));
    EXPECT_EQ(parsed("/vision-proxy cache-size 0"), change("cache_size", "0"));
    EXPECT_EQ(
        parsed("/vision-proxy grounding-models add me/mine --format qwen_pixels"),
        ProxyCommand(AddGroundingModel{"me/mine", "qwen_pixels"})
    );
    EXPECT_EQ(
        parsed("/vision-proxy grounding-models add me/mine"),
        ProxyCommand(AddGroundingModel{"me/mine", {}})
    );
    EXPECT_EQ(
        parsed("/vision-proxy grounding-models remove me/mine"),
        ProxyCommand(RemoveGroundingModel{"me/mine"})
    );
    EXPECT_EQ(parsed("/vision-proxy grounding-models list"), ProxyCommand(ListGroundingModels{}));
    EXPECT_EQ(parsed("/vision-proxy grounding-models reset"), ProxyCommand(ResetGroundingModels{}));
    EXPECT_EQ(
        parsed(
            "/vision-proxy describe shot.png sha256:ab --question \"what is the y-axis maximum?\" "
            "--crop 0:r=top-right --crop 1:p=1840,120,840,360 --model openai/gpt-5-mini"
        ),
        ProxyCommand(DescribePictures{
            .inputs = {"shot.png", "sha256:ab"},
            .question = "what is the y-axis maximum?",
            .crops = {"0:r=top-right", "1:p=1840,120,840,360"},
            .model = "openai/gpt-5-mini"})
    );
    EXPECT_EQ(
        parsed("/vision-proxy describe --save shot.png"),
        ProxyCommand(DescribePictures{.inputs = {"shot.png"}, .save = true})
    );
    EXPECT_EQ(
        parsed("/vision-proxy describe a.png --crop 0:n=0.5,0.5,0.4,0.4"),
        ProxyCommand(DescribePictures{.inputs = {"a.png"}, .crops = {"0:n=0.5,0.5,0.4,0.4"}})
    );
}

TEST(ProxyCommand, TakesRedescribeAsDescribeThatSaves) {  // PVP-3.1, PVP-3.3
    EXPECT_EQ(
        parsed("/vision-proxy redescribe sha256:ab --model openai/gpt-5-mini"),
        ProxyCommand(DescribePictures{
            .inputs = {"sha256:ab"}, .model = "openai/gpt-5-mini", .save = true})
    );
    EXPECT_NE(problem("/vision-proxy redescribe a b"), "");
    EXPECT_NE(problem("/vision-proxy redescribe a --question b"), "");
    EXPECT_NE(problem("/vision-proxy redescribe a --crop 0:r=top"), "");
}

TEST(ProxyCommand, KnowsModeModelGroundingConsentAndStatus) {  // PVP-B4, PVP-1.5, V7, V9
    EXPECT_EQ(parsed("/vision-proxy mode fallback"), change("mode", "fallback"));
    EXPECT_EQ(parsed("/vision-proxy mode always"), change("mode", "always"));
    EXPECT_EQ(parsed("/vision-proxy model openai/gpt-5"), change("model", "openai/gpt-5"));
    EXPECT_EQ(parsed("/vision-proxy model gpt-5"), change("model", "gpt-5"));
    EXPECT_EQ(parsed("/vision-proxy model"), ProxyCommand(ShowModel{}));
    EXPECT_EQ(parsed("/vision-proxy grounding on"), change("grounding", "on"));
    EXPECT_EQ(parsed("/vision-proxy consent yes"), ProxyCommand(ChangeConsent{}));
    EXPECT_EQ(
        parsed("/vision-proxy consent no openai"),
        ProxyCommand(ChangeConsent{Agreement::TakenBack, "openai"})
    );
    EXPECT_EQ(parsed("/vision-proxy"), ProxyCommand(ShowStatus{}));
    EXPECT_EQ(parsed("/vision-proxy --json"), ProxyCommand(ShowStatus{.json = true}));
    EXPECT_EQ(parsed("/vision-proxy status --json"), ProxyCommand(ShowStatus{.json = true}));
    EXPECT_EQ(parsed("/vision-proxy describe --help"), ProxyCommand(ShowHelp{}));
}

TEST(ProxyCommand, SaysTheFormAndTheRange) {  // PVP-1.7, PVP-2.4, PVP-C1
    EXPECT_EQ(
        problem("/vision-proxy max-images-per-call 21"),
        "max-images-per-call must be a whole number from 1 to 20, not \"21\" "
        "(vision-proxy max-images-per-call <n>, 1..20)"
    );
    EXPECT_EQ(
        problem("/vision-proxy max-batch"),
        "max-batch needs a whole number from 1 to 10 (vision-proxy max-batch <n>, 1..10)"
    );
    EXPECT_EQ(
        problem("/vision-proxy tool true"),
        "tool must be on or off, not \"true\" (vision-proxy tool on|off)"
    );
    EXPECT_THAT(problem("/vision-proxy cache-size 501"), HasSubstr("from 0 to 500"));
    EXPECT_THAT(problem("/vision-proxy mode on"), HasSubstr("mode auto|always|off"));
    EXPECT_THAT(problem("/vision-proxy model gpt"), HasSubstr("model [<provider/model-id>]"));
    EXPECT_THAT(problem("/vision-proxy consent maybe"), HasSubstr("consent yes|no"));
    EXPECT_THAT(problem("/vision-proxy explode"), HasSubstr("available: status, tool, "));
}

TEST(ProxyCommand, RefusesTwoCropFormsInOneEntry) {  // PVP-3.1
    EXPECT_THAT(
        problem("/vision-proxy describe a.png --crop \"0:r=top-left | n=0,0,1,1\""),
        HasSubstr("give one form")
    );
    EXPECT_THAT(
        problem("/vision-proxy describe a.png --crop 0:r=top-left --crop 0:n=0,0,1,1"),
        HasSubstr("has two crops")
    );
    EXPECT_THAT(problem("/vision-proxy describe a.png --crop 1:r=top"), HasSubstr("no picture 1"));
}

TEST(ProxyCommand, RefusesWhatIsNotOfTheGrammar) {  // PVP-3.1
    for (const std::string line :
         {"",
          "vision-proxy tool on",
          "/vision-prox tool on",
          "/vision-proxy tool on off",
          "/vision-proxy tool --on",
          "/vision-proxy max-batch -1",
          "/vision-proxy describe",
          "/vision-proxy describe a --question",
          "/vision-proxy describe a --question ''",
          "/vision-proxy describe a --question x --question y",
          "/vision-proxy describe a --modle x",
          "/vision-proxy describe a --json=1",
          "/vision-proxy describe a b --save",
          "/vision-proxy describe a --save --question x",
          "/vision-proxy describe a --save --crop 0:r=top",
          "/vision-proxy grounding-models",
          "/vision-proxy grounding-models add",
          "/vision-proxy grounding-models add ''",
          "/vision-proxy grounding-models add a b",
          "/vision-proxy grounding-models list a",
          "/vision-proxy grounding-models remove a --format x",
          "/vision-proxy grounding-models reset --json",
          "/vision-proxy consent",
          "/vision-proxy consent yes a b",
          "/vision-proxy status now",
          "/vision-proxy describe \"a",
          "/vision-proxy describe a\\"}) {
        EXPECT_NE(problem(line), "") << line;
    }
    EXPECT_NE(problem("/vision-proxy describe a --question " + std::string(4001, 'x')), "");
    EXPECT_NE(problem("/vision-proxy describe " + std::string(1 << 20, 'x')), "");
}

TEST(ProxyCommand, ReadsQuotesAndEscapes) {  // PVP-3.1, PVP-X3
    EXPECT_EQ(
        parsed(
            R"(/vision-proxy   describe "my \"best\" shot.png" 'C:\new' a\ b "C:\new" --question 'quoi de neuf, 何ですか?')"
        ),
        ProxyCommand(DescribePictures{
            .inputs = {"my \"best\" shot.png", "C:\\new", "a b", "C:\\new"},
            .question = "quoi de neuf, 何ですか?"})
    );
    EXPECT_EQ(
        parsed("/vision-proxy describe --question=--save -- --save"),
        ProxyCommand(DescribePictures{.inputs = {"--save"}, .question = "--save"})
    );
}

TEST(ProxyCommand, IsTheSameFromALineAndFromArguments) {  // V9
    const std::vector<std::string> words = {"describe", "a b.png", "--question", "what is it?"};

    const auto command = parse_command(words);

    ASSERT_TRUE(command.ok());
    EXPECT_EQ(command.value(), parsed("/vision-proxy describe 'a b.png' --question 'what is it?'"));
}

TEST(ProxyCommand, CountsCharactersOfAQuestionAndNotBytes) {  // PVP-X3
    std::string question;
    for (int i = 0; i < 4000; ++i) question += "語";

    EXPECT_EQ(problem("/vision-proxy describe a --question " + question), "");
    EXPECT_NE(problem("/vision-proxy describe a --question " + question + "語"), "");
}

}  // namespace
}  // namespace fovea::proxy
