#include "fovea/providers/not_found.hpp"

#include <gtest/gtest.h>

namespace fovea::providers {
namespace {

TEST(NotFound, TellsAModelFromAFileFromAnAddress) {
    for (const auto* words :
         {"The model `gpt-9` does not exist or you do not have access to it.",
          "model: claude-9",
          "model 'x' not found, try pulling it first",
          "models/gemini-9 is not found for API version v1beta",
          "No endpoints found for x/y.",
          "so it is"}) {
        EXPECT_EQ(what_is_missing(words), Missing::Model) << words;
    }
    for (const auto* words : {"No such File object: file-1", "image_file_not_found"}) {
        EXPECT_EQ(what_is_missing(words), Missing::File) << words;
    }
    for (const auto* words :
         {"Not Found",
          "404 page not found",
          "404 Not Found",
          "File Not Found",
          "HTTP 404",
          "status 404 without a message",
          "Invalid URL (POST /v2/chat/completions)",
          "Unknown request URL: POST /v9/x",
          "Cannot POST /chat/completions",
          "no Route matched with those values"}) {
        EXPECT_EQ(what_is_missing(words), Missing::Address) << words;
    }
}

TEST(NotFound, ShowsAnAddressWithoutItsSecrets) {
    EXPECT_EQ(
        shown_address("https://me:key@example.org/v1/chat?token=1#x"), "https://example.org/v1/chat"
    );
    EXPECT_EQ(shown_address("http://127.0.0.1:11434/api/chat"), "http://127.0.0.1:11434/api/chat");
    EXPECT_EQ(shown_address("https://example.org/a@b"), "https://example.org/a@b");
}

}  // namespace
}  // namespace fovea::providers
