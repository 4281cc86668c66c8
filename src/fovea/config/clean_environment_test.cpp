#include "fovea/config/clean_environment.hpp"

#include <gtest/gtest.h>

namespace fovea::config {
namespace {

TEST(CleanEnvironment, KeysAreKnownByTheirNames) {  // Q5
    for (const char* name :
         {"ANTHROPIC_API_KEY",
          "openai_api_key",
          "GH_TOKEN",
          "GITHUB_PAT",
          "AWS_ACCESS_KEY_ID",
          "AWS_SECRET_ACCESS_KEY",
          "CLIENT_SECRET",
          "PGPASSWORD",
          "SECRET_SAUCE",
          "GOOGLE_APPLICATION_CREDENTIALS"}) {
        EXPECT_TRUE(names_a_key(name)) << name;
    }
    for (const char* name :
         {"PATH", "HOME", "SSH_AUTH_SOCK", "KEYBOARD_LAYOUT", "TERM", "PWD", ""}) {
        EXPECT_FALSE(names_a_key(name)) << name;
    }
}

TEST(CleanEnvironment, WhatIsNoKeyStays) {  // Q5
    const char* const environment[] = {"PATH=/bin", "MY_TOKEN=x", "ODD=y", "EMPTY=", nullptr};

    EXPECT_EQ(
        environment_without_keys(environment, {"ODD"}),
        (std::vector<std::string>{"PATH=/bin", "EMPTY="})
    );
    EXPECT_TRUE(environment_without_keys(nullptr).empty());
}

}  // namespace
}  // namespace fovea::config
