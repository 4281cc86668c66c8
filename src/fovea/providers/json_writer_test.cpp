#include "fovea/providers/json_writer.hpp"

#include "fovea/base/base64.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <string>

namespace fovea::providers {
namespace {

std::string text_of(const Body& body) {
    std::string text;
    for (const auto& piece : body.pieces()) text += piece.text + (piece.file ? "<file>" : "");
    return text;
}

TEST(JsonWriter, WritesObjectsAndArraysInTheOrderOfTheCalls) {
    Body body;
    JsonWriter json(body);
    json.begin_object();
    json.field("z", "first");
    json.field("a", 7U);
    json.field("flag", true);
    json.key("list");
    json.begin_array();
    json.string("x");
    json.begin_object();
    json.end_object();
    json.json({{"k", 1}});
    json.end_array();
    json.end_object();

    EXPECT_EQ(text_of(body), R"({"z":"first","a":7,"flag":true,"list":["x",{},{"k":1}]})");
    EXPECT_EQ(body.size(), text_of(body).size());
}

TEST(JsonWriter, LeavesAPlaceForFilesAndCountsTheirBase64) {  // C1
    Body body;
    JsonWriter json(body);
    const content::BlobRef file{sha256(as_bytes("a"))};
    json.begin_object();
    json.key("url");
    json.base64(file, 10, "data:image/png;base64,");
    json.key("other");
    json.base64(file, 3);
    json.end_object();

    EXPECT_EQ(text_of(body), R"({"url":"data:image/png;base64,<file>","other":"<file>"})");
    const auto text = text_of(body).size() - 2 * std::string("<file>").size();
    EXPECT_EQ(body.size(), text + base64_size(10) + base64_size(3));
    EXPECT_EQ(body.pieces()[0].file, file);
    EXPECT_EQ(body.pieces()[0].file_bytes, 10U);
}

TEST(JsonString, IsReadBackAsItWas) {
    for (const std::string& text :
         {std::string("plain"),
          std::string("quote \" backslash \\ slash /"),
          std::string("\x01\x1f\n\r\t\b\fend"),
          std::string("Grüße, 世界, 🙂")}) {
        EXPECT_EQ(boost::json::parse(json_string(text)).as_string(), text);
    }
}

TEST(JsonString, ReplacesWhatIsNotUtf8) {
    EXPECT_EQ(json_string("a\xff z"), "\"a\xEF\xBF\xBD z\"");
    EXPECT_EQ(json_string("\xC0\x80"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");  // overlong
    EXPECT_EQ(json_string("\xE2\x82"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");  // cut short
    EXPECT_EQ(
        json_string("\xED\xA0\x80"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""
    );  // surrogate
}

TEST(JsonWriter, NulReachesNoProvider) {
    EXPECT_EQ(
        json_string(std::string_view("a\0b", 3)),
        "\"a\xEF\xBF\xBD"
        "b\""
    );
    Body body;
    JsonWriter(body).json({{"a", boost::json::string_view("x\0y", 3)}, {"b", "\\u0000"}});

    EXPECT_EQ(text_of(body), R"({"a":"x\ufffdy","b":"\\u0000"})");
}

}  // namespace
}  // namespace fovea::providers
