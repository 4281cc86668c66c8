#include "fovea/gateway/way/alias_findings.hpp"

#include "fovea/store/test_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace fovea::gateway {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class AliasFindings : public testing::Test {
protected:
    std::vector<host::Finding> findings_of(const std::string& toml) const {
        std::ofstream(file()) << toml;
        const auto loaded = config::load(
            {.only_file = file(), .environment = [](const char*) -> const char* { return nullptr; }}
        );
        EXPECT_TRUE(loaded.ok()) << loaded.error().message;
        return loaded.ok() ? check_aliases(loaded.value()) : std::vector<host::Finding>();
    }
    std::filesystem::path file() const { return folder_.path() / "config.toml"; }

    store::TestFolder folder_;
};

TEST_F(AliasFindings, WhatLeadsNowhereIsToldWithItsLine) {  // D4
    const auto findings = findings_of(
        "[gateway.models]\n\"fast\" = \"openai/gpt-5\"\n\"x-*\" = \"nope/foo\"\n\"y\" = "
        "\"nothing-of-that-name\"\n"
    );

    ASSERT_THAT(findings, SizeIs(2));
    EXPECT_EQ(findings[0].name, "gateway.models.\"x-*\"");
    EXPECT_EQ(findings[0].verdict, host::Verdict::Broken);
    EXPECT_THAT(findings[0].detail, HasSubstr("\"nope/foo\" leads nowhere: "));
    EXPECT_THAT(findings[0].detail, EndsWith("(" + file().string() + ":3)"));
    EXPECT_THAT(findings[1].detail, EndsWith("config.toml:4)"));
}

TEST_F(AliasFindings, StarsAndOtherAliasesLeadSomewhere) {  // D4
    EXPECT_THAT(
        findings_of("[gateway.models]\n\"a\" = \"b\"\n\"b\" = \"openai/gpt-5\"\n\"gpt-*\" = "
                    "\"openai/gpt-*\"\n\"my-*\" = \"*\"\n"),
        IsEmpty()
    );
}

TEST_F(AliasFindings, CirclesAreTold) {  // D4
    const auto findings = findings_of("[gateway.models]\na = \"b\"\nb = \"a\"\nc = \"c\"\n");

    ASSERT_THAT(findings, SizeIs(3));
    for (const auto& finding : findings) EXPECT_THAT(finding.detail, HasSubstr("in a circle"));
}

}  // namespace
}  // namespace fovea::gateway
