#include "fovea/serve/http/compress.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>
#include <libdeflate.h>

#include <memory>
#include <string>

namespace fovea::serve {
namespace {

std::string unpacked(const std::string& packed, std::size_t size) {
    const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> reader(
        libdeflate_alloc_decompressor(), libdeflate_free_decompressor
    );
    std::string text(size, '\0');
    std::size_t written = 0;
    const auto result = libdeflate_gzip_decompress(
        reader.get(), packed.data(), packed.size(), text.data(), text.size(), &written
    );
    EXPECT_EQ(result, LIBDEFLATE_SUCCESS);
    text.resize(written);
    return text;
}

Response long_answer() {
    boost::json::array words;
    for (int i = 0; i < 1000; ++i) words.emplace_back("the same words again");
    return Response::json(200, words);
}

Request asking(std::string_view accepted, std::string_view method = "GET") {
    return {
        .method = std::string(method),
        .target = "/sessions",
        .headers = {{"accept-encoding", std::string(accepted)}}};
}

TEST(CompressJson, ALongAnswerIsSentShortAndIsTheSame) {  // D2, D8
    const auto before = long_answer();
    auto after = before;

    compress_json(after, asking("gzip, deflate, br"));

    EXPECT_EQ(find_header(after.headers, "content-encoding"), "gzip");
    EXPECT_EQ(find_header(after.headers, "vary"), "accept-encoding");
    EXPECT_LT(after.body.size() * 10, before.body.size());
    EXPECT_EQ(unpacked(after.body, before.body.size()), before.body);
}

TEST(CompressJson, WhoDoesNotTakeItAndWhatIsNotWorthItStayAsTheyAre) {  // D2
    const auto unchanged = [](Response response, const Request& request) {
        const auto body = response.body;
        compress_json(response, request);
        return response.body == body && !find_header(response.headers, "content-encoding");
    };
    EXPECT_TRUE(unchanged(long_answer(), asking("gzip;q=0")));
    EXPECT_TRUE(unchanged(long_answer(), asking("")));
    EXPECT_TRUE(unchanged(long_answer(), asking("gzip", "POST")));
    EXPECT_TRUE(unchanged(Response::json(200, boost::json::object{{"a", 1}}), asking("gzip")));
    auto picture = long_answer();
    picture.headers = {{"content-type", "image/png"}};
    EXPECT_TRUE(unchanged(picture, asking("gzip")));
}

}  // namespace
}  // namespace fovea::serve
