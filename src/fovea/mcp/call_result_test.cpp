#include "fovea/mcp/call_result.hpp"

#include "fovea/store/file_blobs.hpp"
#include "fovea/store/test_folder.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

namespace fovea::mcp {
namespace {

namespace json = boost::json;

class CallResult : public ::testing::Test {
protected:
    tools::ToolOutcome outcome(const json::object& result, const std::stop_token& stop = {}) {
        return to_outcome(result, {.gate = gate_, .blobs = *blobs_, .max_images = 0}, stop);
    }
    std::string text(const std::string& result) {
        std::string words;
        for (const auto& block : outcome(json::parse(result).as_object()).content) {
            words += std::get<content::TextBlock>(block).text + "\n";
        }
        return words;
    }

    store::TestFolder folder_;
    std::unique_ptr<store::BlobStore> blobs_ = store::FileBlobs::open(folder_ / "blobs").value();
    store::ResultCache known_{{}};
    ingest::Gate gate_{
        .limits = {}, .known = known_, .workers = []() -> Result<media::PictureWorkers*> {
            return Error{ErrorCode::Internal, "no workers here"};
        }};
};

TEST_F(CallResult, StructuredContentCountsOnlyAlone) {
    EXPECT_EQ(
        text(R"({"content":[{"type":"text","text":"a"}],"structuredContent":{"b":1}})"), "a\n"
    );
    EXPECT_EQ(text(R"({"content":[],"structuredContent":{"b":1}})"), "{\"b\":1}\n");
    EXPECT_EQ(text(R"({"structuredContent":null})"), "[the tool gave no output]\n");
}

TEST_F(CallResult, WhatCannotBeReadBecomesANote) {
    EXPECT_EQ(text("{}"), "[the tool gave no output]\n");
    EXPECT_EQ(text(R"({"content":7})"), "[content that cannot be read was left out]\n");
    EXPECT_EQ(
        text(R"({"content":[7,{},{"type":"x\u001b"},{"type":"resource"},{"type":"image"},
                            {"type":"image","data":"%%%"}]})"),
        "[content that cannot be read was left out]\n"
        "[content of the type \"\" was left out]\n"
        "[content of the type \"x\" was left out]\n"
        "[a resource that cannot be read was left out]\n"
        "[the picture was left out: its base64 is invalid]\n"
        "[1 more picture was left out: a result holds at most 0 pictures]\n"
    );
}

TEST_F(CallResult, WordsWithoutTheFormAreTakenAsWords) {  // A3, D7
    EXPECT_EQ(text(R"({"content":"just text"})"), "just text\n");
    EXPECT_EQ(text(R"({"content":["just text"]})"), "just text\n");
    EXPECT_EQ(text(R"({"content":{"type":"text","text":"alone"}})"), "alone\n");
    EXPECT_EQ(text(R"({"content":[{"type":"text","text":42}]})"), "42\n");
    EXPECT_EQ(text(R"({"content":[{"type":"text"}]})"), "[an empty text block]\n");
}

TEST_F(CallResult, PicturesTooManyAreToldOnce) {  // A3
    const json::array blocks(25, json::object{{"type", "image"}, {"data", "aGVsbG8="}});

    const auto cut = outcome({{"content", blocks}});

    ASSERT_EQ(cut.content.size(), 1u);
    EXPECT_EQ(
        std::get<content::TextBlock>(cut.content[0]).text,
        "[25 more pictures were left out: a result holds at most 0 pictures]"
    );
}

TEST_F(CallResult, TextIsCutAtACharacter) {
    std::string words(kMaxResultText - 1, 'x');
    const auto cut = outcome(
        {{"content",
          {json::object{{"type", "text"}, {"text", words + "ü!"}},
           json::object{{"type", "text"}, {"text", "more"}}}}}
    );
    ASSERT_EQ(cut.content.size(), 4u);
    EXPECT_EQ(std::get<content::TextBlock>(cut.content[0]).text, words);
    EXPECT_EQ(std::get<content::TextBlock>(cut.content[1]).text, "[3 more bytes were left out]");
}

TEST_F(CallResult, ManyBlocksAreCut) {
    json::array blocks(5000, json::object{{"type", "text"}, {"text", "x"}});
    EXPECT_EQ(outcome({{"content", blocks}}).content.size(), kMaxResultBlocks + 1);
}

TEST_F(CallResult, ErrorsAreKept) {
    EXPECT_TRUE(outcome({{"isError", true}}).is_error);
    EXPECT_FALSE(outcome({{"isError", "yes"}}).is_error);
}

TEST_F(CallResult, ACancelledOneIsNoResult) {
    std::stop_source stop;
    stop.request_stop();
    const auto ended = outcome({{"content", json::array()}}, stop.get_token());
    EXPECT_EQ(ended.error->code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace fovea::mcp
