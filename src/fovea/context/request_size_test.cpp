#include "fovea/context/request_size.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/context/test_messages.hpp"
#include "fovea/context/test_variants.hpp"

#include <gtest/gtest.h>

namespace fovea::context {
namespace {

TEST(RequestSize, CountsTextAsJsonWritesIt) {
    EXPECT_EQ(json_text_size("abc"), 3u);
    EXPECT_EQ(json_text_size("\"\\"), 4u);
    EXPECT_EQ(json_text_size(std::string_view("\0\x1f", 2)), 12u);
}

TEST(RequestSize, CountsDocumentsInBase64AndPicturesOnlyForTheirWords) {  // M5
    TestVariants files;
    const auto image = picture('a');
    files.add(image, 9'000'000);
    const content::DocumentBlock pdf{.source = image.source, .mime = "application/pdf"};

    const auto without = request_size({says("read")}, files);
    const auto with_pdf = request_size({user({content::TextBlock{"read"}, pdf})}, files);
    const auto with_image = request_size({user({content::TextBlock{"read"}, image})}, files);

    EXPECT_LT(without, 1000u);
    EXPECT_GE(with_pdf, without + base64_size(9'000'000));
    EXPECT_LT(with_image, 2000u);
}

TEST(RequestSize, LooksIntoToolResults) {
    TestVariants files;
    const content::ToolResultBlock result{"t1", {content::TextBlock{std::string(5000, 'x')}}};

    EXPECT_GE(request_size({user({result})}, files), 5000u);
}

}  // namespace
}  // namespace fovea::context
