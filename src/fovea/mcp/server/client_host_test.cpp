#include "fovea/mcp/server/client_host.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

namespace fovea::mcp {
namespace {

bool alone(const char* name, const char* version) {
    return reads_structured_alone({{"name", name}, {"version", version}});
}

TEST(ClientHost, ThoseThatDropTheWordsAreKnownByNameAndVersion) {  // D7
    EXPECT_TRUE(alone("claude-code", "2.0.21"));
    EXPECT_TRUE(alone("claude-code", "2.1.280"));
    EXPECT_TRUE(alone("claude-code", "3.0.0-beta.1"));
    EXPECT_FALSE(alone("claude-code", "2.0.20"));
    EXPECT_FALSE(alone("claude-code", "1.0.60"));
    EXPECT_TRUE(alone("codex-mcp-client", "0.154.0"));
    EXPECT_FALSE(alone("codex-mcp-client", "0.20.0"));
}

TEST(ClientHost, OthersGetBoth) {  // D7
    EXPECT_FALSE(alone("claude-ai", "9.9.9"));
    EXPECT_FALSE(alone("cursor", "9.9.9"));
    EXPECT_FALSE(alone("claude-code", "new"));
    EXPECT_FALSE(alone("claude-code", ""));
    EXPECT_FALSE(reads_structured_alone({}));
    EXPECT_FALSE(reads_structured_alone({{"name", 7}, {"version", nullptr}}));
}

}  // namespace
}  // namespace fovea::mcp
