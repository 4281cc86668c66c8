#include "fovea/gateway/dialect.hpp"

#include <gtest/gtest.h>

namespace fovea::gateway {
namespace {

TEST(GatewayDialect, AServerThatIsCompatibleSpeaksChat) {  // D4
    EXPECT_TRUE(is_spoken_by(Dialect::OpenaiChat, "openai_compatible"));
    EXPECT_TRUE(is_spoken_by(Dialect::Anthropic, "anthropic"));
    EXPECT_FALSE(is_spoken_by(Dialect::Anthropic, "openai_chat"));
    EXPECT_FALSE(is_spoken_by(Dialect::OpenaiResponses, "openai_compatible"));
}

}  // namespace
}  // namespace fovea::gateway
