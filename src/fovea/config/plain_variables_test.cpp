#include "fovea/config/plain_variables.hpp"

#include <gtest/gtest.h>

namespace fovea::config {
namespace {

const Environment kEnvironment = [](const char* name) -> const char* {
    static const Variables kSet = {
        {"PATH", "/bin"},
        {"LC_ALL", ""},
        {"DATABASE_URL", "postgres://me:secret@db"},
        {"FOVEA_PROVIDERS_X_API_KEY", "sk-1"},
        {"SSH_AUTH_SOCK", "/run/agent"},
    };
    const auto found = kSet.find(name);
    return found == kSet.end() ? nullptr : found->second.c_str();
};

TEST(PlainVariables, AreThoseOfTheListAndNoOthers) {  // Q5
    EXPECT_EQ(plain_variables(kEnvironment), (Variables{{"PATH", "/bin"}, {"LC_ALL", ""}}));
    EXPECT_TRUE(plain_variables({}).empty());
}

TEST(PlainVariables, HaveThoseBesideThemThatAreNamed) {  // Q5
    const auto variables = plain_variables(kEnvironment, {"SSH_AUTH_SOCK", "NOT_SET"});

    EXPECT_EQ(
        assignments(variables),
        (std::vector<std::string>{"LC_ALL=", "PATH=/bin", "SSH_AUTH_SOCK=/run/agent"})
    );
}

}  // namespace
}  // namespace fovea::config
