#include "fovea/gateway/signature.hpp"

#include <gtest/gtest.h>

namespace fovea::gateway {
namespace {

using content::ThinkingBlock;

TEST(ThoughtSignature, OfTheClientsOwnProviderStaysAsItIs) {  // D4
    const ThinkingBlock own{"hm", "sig", "anthropic"};

    EXPECT_EQ(signature_for(Dialect::Anthropic, own), "sig");
    EXPECT_EQ(thinking_of(Dialect::Anthropic, "hm", "sig"), own);
}

TEST(ThoughtSignature, OfAnotherProviderComesHome) {  // D4
    for (const auto* provider : {"openai_responses", "gemini", "openai_compatible", "anthropic"}) {
        for (const auto* signature : {"", "a:b", "gAAA="}) {
            const ThinkingBlock other{"hm", signature, provider};
            for (const auto client : {Dialect::Anthropic, Dialect::OpenaiResponses}) {
                EXPECT_EQ(thinking_of(client, "hm", signature_for(client, other)), other);
            }
        }
    }
}

TEST(ThoughtSignature, ThatOnlyLooksLikeOursIsTheClients) {  // D4
    EXPECT_EQ(
        thinking_of(Dialect::Anthropic, "hm", "fovea:x"),
        (ThinkingBlock{"hm", "fovea:x", "anthropic"})
    );
}

}  // namespace
}  // namespace fovea::gateway
