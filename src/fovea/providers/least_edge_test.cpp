#include "fovea/providers/least_edge.hpp"

#include <gtest/gtest.h>

namespace fovea::providers {
namespace {

TEST(LeastEdge, IsReadInTheWordsOfEachServer) {  // P4
    EXPECT_EQ(
        least_edge_in(
            "<400> InternalError.Algo.InvalidParameter: The image length and width do not "
            "meet the model restrictions. [height:1 or width:1 must be larger than 10]"
        ),
        11u
    );
    EXPECT_EQ(least_edge_in("height:27 or width:257 must be larger than factor:28"), 28u);
    EXPECT_EQ(least_edge_in("image width and height must be at least 32 pixels"), 32u);
}

TEST(LeastEdge, WhatIsAboutSomethingElseTellsNone) {  // P4
    for (const std::string_view words :
         {"max_tokens must be larger than 10",
          "the image width must be larger than its height",
          "height must be at least 0",
          "image dimensions must be at least 4000 pixels apart",
          "width must be at least 99999999999",
          "at least one of the image dimensions exceed max allowed size: 8000 pixels",
          ""}) {
        EXPECT_EQ(least_edge_in(words), std::nullopt) << words;
    }
}

}  // namespace
}  // namespace fovea::providers
