#include "fovea/gateway/splice/splice.hpp"

#include "fovea/gateway/inbound/test_inbound.hpp"
#include "fovea/providers/dialects.hpp"
#include "fovea/providers/test_files.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace fovea::gateway {
namespace {

using content::ContentBlock;
using content::ImageBlock;
using content::TextBlock;
using testing::HasSubstr;
using testing::Not;

struct Shape {
    Dialect dialect;
    std::string before;  // the first picture
    std::string between;
    std::string behind;  // the second
};

const std::string kOne = base64_of("picture one");
const std::string kTwo = base64_of("picture two");

// Fields, order and blanks that no reader of ours would write.
const std::vector<Shape> kShapes = {
    {Dialect::Anthropic,
     R"({ "betas":["x"], "model":"m" ,"messages":[ {"role":"user","content":[{"type":"text","text":"Hi \u00e9"},)"
     R"({"type":"image", "source":{"type":"base64","media_type":"image/png","data":")",
     R"("}, "cache_control":{"type":"ephemeral"}},{"type":"tool_result","tool_use_id":"t","content":[{"source":)"
     R"({"media_type":"image/png","type":"base64","data":")",
     R"("},"type":"image"}],"x-more":1}]}],"max_tokens":10,"context_management":{"a":[1.50]}})"},
    {Dialect::OpenaiChat,
     R"({"model":"m","chat_template_kwargs":{"a":true},"messages":[{"role":"user","content":[{"type":"text","text":"Hi"},)"
     R"({"type":"image_url","image_url":{"detail":"low", "url":"data:image/png;base64,)",
     R"("},"x":1}, {"type":"image_url","image_url":{"url":"data:image/png;base64,)",
     R"("}}]} ], "logprobs":true})"},
    {Dialect::OpenaiResponses,
     R"({"model":"m","include":["a"],"input":[{"role":"user","content":[{"type":"input_image","detail":"high","image_url":"data:image/png;base64,)",
     R"("}]},{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c",)"
     R"("output":[{"type":"input_image","image_url":"data:image/png;base64,)",
     R"("}]}],"prompt_cache_retention":"24h","store":true})"},
    {Dialect::Ollama,
     R"({"model":"m","keep_alive":"5m","messages":[{"role":"user","content":"Hi","images":[")",
     R"(", ")",
     R"("]}],"options":{"num_ctx":4096, "mirostat":2}})"}};

class Splicing {
public:
    explicit Splicing(const Shape& shape)
        : shape_(shape), body_(shape.before + kOne + shape.between + kTwo + shape.behind) {
        TakenFiles files;
        NotedFiles noted(files);
        parsed_ = read_request(shape.dialect, body_, noted).value();
        conversation_ = {
            .system = parsed_.system,
            .messages = parsed_.messages,
            .tools = parsed_.tools,
            .json_schema = parsed_.json_schema,
            .wishes = parsed_.wishes};
        splice_ = Splice::of(shape.dialect, body_, noted.all(), conversation_);
        for (const auto* const text : {"picture one", "picture two", "smaller"}) files_.add(text);
        inner_ = providers::make_dialect(name_of(shape.dialect)).value();
    }

    // The conversation with other pieces in the place of each picture.
    using Replace = std::function<std::vector<ContentBlock>(std::size_t, const ImageBlock&)>;
    std::string written(
        const Replace& replace,
        const std::string& model = "m",
        const std::function<void(providers::Request&)>& change = {}
    ) {
        providers::Request request{
            .model = model,
            .system = conversation_.system,
            .messages = conversation_.messages,
            .tools = conversation_.tools,
            .json_schema = conversation_.json_schema,
            .wishes = conversation_.wishes};
        std::size_t count = 0;
        for (auto& message : request.messages) put(message.content, replace, count);
        if (change) change(request);
        auto spliced = splice_->write(request, *inner_, {}, files_);
        if (!spliced.ok() || !spliced.value()) return "not spliced";
        paths_.clear();
        for (const auto& image : spliced.value()->images) paths_.push_back(image.path);
        is_changed_ = spliced.value()->is_changed;
        return providers::sent_text(spliced.value()->body, files_);
    }

    const Shape& shape_;
    const std::string body_;
    ParsedRequest parsed_;
    delivery::Conversation conversation_;
    std::optional<Splice> splice_;
    std::vector<std::string> paths_;
    bool is_changed_ = false;

private:
    template <class Block>
    void put(std::vector<Block>& blocks, const Replace& replace, std::size_t& count) {
        std::vector<Block> now;
        for (auto& block : blocks) {
            if constexpr (std::is_same_v<Block, ContentBlock>) {
                if (auto* const result = std::get_if<content::ToolResultBlock>(&block)) {
                    put(result->content, replace, count);
                }
            }
            const auto* const image = std::get_if<ImageBlock>(&block);
            if (image == nullptr) {
                now.push_back(block);
                continue;
            }
            for (const auto& piece : replace(count++, *image)) {
                if (const auto* const text = std::get_if<TextBlock>(&piece))
                    now.emplace_back(*text);
                if (const auto* const one = std::get_if<ImageBlock>(&piece)) now.emplace_back(*one);
            }
        }
        blocks = std::move(now);
    }

    providers::TestFiles files_;
    std::unique_ptr<providers::Dialect> inner_;
};

std::vector<ContentBlock> as_it_is(std::size_t, const ImageBlock& image) {
    return {image};
}

TEST(Splice, WhatStaysLeavesByteForByte) {  // D4
    for (const auto& shape : kShapes) {
        Splicing splicing(shape);
        ASSERT_TRUE(splicing.splice_) << name_of(shape.dialect);

        EXPECT_EQ(splicing.written(as_it_is), splicing.body_);
        EXPECT_FALSE(splicing.is_changed_);
    }
}

TEST(Splice, TheModelsNameAloneIsReplaced) {
    for (const auto& shape : kShapes) {
        Splicing splicing(shape);
        auto expected = splicing.body_;
        expected.replace(expected.find("\"m\""), 3, "\"other\"");

        EXPECT_EQ(splicing.written(as_it_is, "other"), expected);
    }
}

TEST(Splice, AnotherPictureTakesThePlaceOfTheFirst) {  // D4, M5
    for (const auto& shape : kShapes) {
        Splicing splicing(shape);

        const auto text = splicing.written([](std::size_t number, const ImageBlock& image) {
            return std::vector<ContentBlock>{number == 0 ? image_of("smaller") : image};
        });

        auto expected = shape.before + base64_of("smaller") + shape.between + kTwo + shape.behind;
        EXPECT_EQ(text, expected) << name_of(shape.dialect);
        EXPECT_TRUE(splicing.is_changed_);
    }
}

TEST(Splice, WordsTakeThePlaceOfAPictureThatIsRefused) {  // P4
    for (const auto& shape : kShapes) {
        Splicing splicing(shape);

        const auto text = splicing.written([](std::size_t number, const ImageBlock& image) {
            if (number == 1) return std::vector<ContentBlock>{image};
            return std::vector<ContentBlock>{TextBlock{"[\"it\" was refused]"}};
        });

        if (shape.dialect == Dialect::Ollama) {
            auto before = shape.before;
            before.insert(before.find("\",\"images"), R"(\n\n[\"it\" was refused])");
            EXPECT_EQ(text, before + kTwo + shape.behind);
            continue;
        }
        EXPECT_TRUE(boost::json::parse(text).is_object());
        EXPECT_THAT(text, HasSubstr(R"("text":"[\"it\" was refused]")"));
        EXPECT_THAT(text, Not(HasSubstr(kOne)));
        EXPECT_TRUE(text.ends_with(kTwo + shape.behind));
        const auto input = shape.dialect == Dialect::OpenaiResponses ? "input_" : "";
        const auto block = shape.before.find(std::string("{\"type\":\"") + input + "image");
        EXPECT_TRUE(text.starts_with(shape.before.substr(0, block)));
        if (shape.dialect == Dialect::Anthropic) {
            EXPECT_THAT(text, HasSubstr(R"(refused]","cache_control":{"type":"ephemeral"}})"));
        }
    }
}

TEST(Splice, InOllamasMessagesAnyOfThePicturesMayBecomeWords) {  // V1
    const auto& shape = kShapes.back();
    const auto before = shape.before.substr(0, shape.before.find("\",\"images"));
    const auto rest = shape.before.substr(before.size());
    const auto words_for = [&](std::size_t from, std::size_t to) {
        Splicing splicing(shape);
        return splicing.written([&](std::size_t number, const ImageBlock& image) {
            if (number < from || number > to) return std::vector<ContentBlock>{image};
            return std::vector<ContentBlock>{TextBlock{"[" + std::to_string(number) + "]"}};
        });
    };

    EXPECT_EQ(words_for(0, 0), before + R"(\n\n[0])" + rest + kTwo + shape.behind);
    EXPECT_EQ(words_for(1, 1), before + R"(\n\n[1])" + rest + kOne + shape.behind);
    EXPECT_EQ(words_for(0, 1), before + R"(\n\n[0]\n\n[1]","images":[)" + shape.behind.substr(1));
}

TEST(Splice, PlacesOfPicturesAreThoseOfTheNewBody) {  // P4
    const std::vector<std::vector<std::string>> paths = {
        {"messages.0.content.2", "messages.0.content.3.tool_result.content.0"},
        {"messages[0].content[2].image_url", "messages[0].content[3].image_url"},
        {"input[0].content[1]", "input[2].output[0]"}};
    for (std::size_t i = 0; i < paths.size(); ++i) {
        Splicing splicing(kShapes[i]);

        const auto text = splicing.written([](std::size_t number, const ImageBlock& image) {
            if (number == 1) return std::vector<ContentBlock>{image};
            return std::vector<ContentBlock>{TextBlock{"[name]"}, image_of("smaller")};
        });

        EXPECT_TRUE(boost::json::parse(text).is_object());
        EXPECT_EQ(splicing.paths_, paths[i]);
    }
}

TEST(Splice, ToolsAndMessagesAreAddedBehindTheOthers) {  // V2
    for (const auto& shape : kShapes) {
        Splicing splicing(shape);

        const auto text = splicing.written(as_it_is, "m", [](providers::Request& request) {
            request.tools.push_back({"analyze_image", "looks", R"({"type":"object"})"});
            request.messages.push_back(
                {content::Role::Assistant,
                 {TextBlock{"I look."}, content::ToolUseBlock{"call_1", "analyze_image", "{}"}}}
            );
            request.messages.push_back(
                {content::Role::User,
                 {content::ToolResultBlock{"call_1", {TextBlock{"It is red."}}}}}
            );
        });

        ASSERT_TRUE(boost::json::parse(text).is_object()) << text;
        const auto root = boost::json::parse(text).as_object();
        EXPECT_EQ(root.at("tools").as_array().size(), 1u);
        const auto* const field = shape.dialect == Dialect::OpenaiResponses ? "input" : "messages";
        const auto before = boost::json::parse(splicing.body_).at(field).as_array().size();
        const auto& messages = root.at(field).as_array();
        EXPECT_GE(messages.size(), before + 2);
        EXPECT_THAT(text, HasSubstr(kOne));
        EXPECT_THAT(boost::json::serialize(messages.back()), HasSubstr("It is red."));
        EXPECT_THAT(boost::json::serialize(messages[before]), HasSubstr("I look."));
    }
}

TEST(Splice, WhatIsSaidOfAllPicturesStandsBehindTheLastWords) {  // V5
    for (const auto& shape : kShapes) {
        Splicing splicing(shape);

        const auto text = splicing.written(as_it_is, "m", [](providers::Request& request) {
            request.messages.back().content.emplace_back(TextBlock{
                "<vision_proxy_joint_description>both</vision_proxy_joint_description>"});
        });

        if (shape.dialect == Dialect::Ollama) {
            EXPECT_EQ(text, "not spliced");
            continue;
        }
        ASSERT_TRUE(boost::json::parse(text).is_object()) << text;
        EXPECT_GT(text.find(">both<"), text.find(kTwo));
    }
}

TEST(Splice, AnotherRequestIsNotSpliced) {
    for (const auto& shape : kShapes) {
        Splicing splicing(shape);

        EXPECT_EQ(
            splicing.written(
                as_it_is, "m", [](providers::Request& request) { request.system = "In words."; }
            ),
            "not spliced"
        );
        EXPECT_EQ(
            splicing.written(
                as_it_is,
                "m",
                [](providers::Request& request) {
                    request.messages = {
                        {content::Role::User,
                         {image_of("picture one"), TextBlock{"Answer with OK."}}}};
                }
            ),
            "not spliced"
        );
    }
}

TEST(Splice, ABodyThatSaysItsPicturesInAnotherWayIsNotSpliced) {
    for (const auto& shape : kShapes) {
        // One letter of the base64 is escaped: the reader sees it, nobody else does.
        Shape odd = shape;
        odd.before += "\\u0041";
        odd.before += "AAA";

        EXPECT_FALSE(Splicing(odd).splice_) << name_of(shape.dialect);
    }
}

}  // namespace
}  // namespace fovea::gateway
