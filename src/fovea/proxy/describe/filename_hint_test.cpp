#include "fovea/proxy/describe/filename_hint.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fovea::proxy {
namespace {

using Names = std::vector<std::string>;

std::string hint(const Names& names) {
    const auto found = filename_hint(names);
    return found ? std::string(found->text) : "";
}

std::vector<std::size_t> order(const Names& names) {
    const auto found = filename_hint(names);
    return found ? found->order : std::vector<std::size_t>{};
}

TEST(FilenameHint, KnowsPairs) {  // PVP-D1, PVP-2.5.1
    EXPECT_EQ(hint({"before.png", "after.jpg"}), "before/after pair");
    EXPECT_EQ(hint({"old.png", "new.png"}), "old/new pair");
    EXPECT_EQ(order({"after.png", "x.png", "before.png"}), (std::vector<std::size_t>{2, 0}));
}

TEST(FilenameHint, TakesPairsOnlyByTheWholeWord) {  // PVP-D1, PVP-D4
    EXPECT_EQ(hint({"before.png", "before.jpg"}), "");
    EXPECT_EQ(hint({"beforehand.png", "after.png"}), "");
    EXPECT_EQ(hint({"login_before.png", "login_after.png"}), "");
    EXPECT_EQ(hint({"before", "after"}), "");
    EXPECT_EQ(hint({"before.png", "new.png"}), "");
}

TEST(FilenameHint, LooksAtBasenamesWhateverTheirCase) {  // PVP-2.5.1, PVP-S1
    EXPECT_EQ(hint({"/a/b/BEFORE.PNG", "C:\\shots\\After.png"}), "before/after pair");
    EXPECT_EQ(hint({"before.d/x.png", "after.d/y.png"}), "");
    EXPECT_EQ(hint({"/v1/Mockup_V2.png", "/v2/mockup_v3.png"}), "versioned sequence");
    EXPECT_EQ(hint({"/v1/shot.png", "/v2/shot.png"}), "");
}

TEST(FilenameHint, KnowsVersions) {  // PVP-D2
    EXPECT_EQ(hint({"mockup_v2.png", "mockup_v4.png"}), "versioned sequence");
    EXPECT_EQ(hint({"draft_v1.1.png", "draft_v1.2.png"}), "versioned sequence");
    EXPECT_EQ(hint({"app2.png", "app3.png"}), "versioned sequence");
    EXPECT_EQ(hint({"2.png", "10.png"}), "versioned sequence");
    EXPECT_EQ(hint({"app2.png", "app2.png"}), "");
    EXPECT_EQ(hint({"app2.png", "web3.png"}), "");
    EXPECT_EQ(hint({"app2a.png", "app3a.png"}), "");
}

TEST(FilenameHint, ComparesVersionsAsDottedNumbers) {  // PVP-D2
    EXPECT_EQ(hint({"d1.1.png", "d1.10.png"}), "versioned sequence");
    EXPECT_EQ(
        order({"d1.10.png", "d1.9.png", "d1.1.png", "d0.99.png"}),
        (std::vector<std::size_t>{3, 2, 1, 0})
    );
    EXPECT_EQ(hint({"d1.1.png", "d01.01.jpg"}), "");
    EXPECT_EQ(hint({"d1.2.3.png", "d1.2.10.png"}), "versioned sequence");
    EXPECT_EQ(order({"a99999999999999999999999.png", "a9.png"}), (std::vector<std::size_t>{1, 0}));
}

TEST(FilenameHint, ReadsAVersionBeforeTheExtensionOnly) {               // PVP-D2
    EXPECT_EQ(hint({"shot-1.10", "shot-1.11"}), "versioned sequence");  // no extension at all
    EXPECT_EQ(hint({"v2.final.png", "v3.final.png"}), "");
}

TEST(FilenameHint, KnowsNumbersOfDifferentNames) {  // PVP-D3
    EXPECT_EQ(hint({"login_1.png", "home_2.png"}), "numbered sequence");
    EXPECT_EQ(hint({"login-1.png", "home-2.png"}), "numbered sequence");
    EXPECT_EQ(hint({"a_7.png", "b_8.png"}), "numbered sequence");
    EXPECT_EQ(order({"b-2.png", "c-3.png", "a-1.png"}), (std::vector<std::size_t>{2, 0, 1}));
    EXPECT_EQ(hint({"a_1.png", "b-2.png"}), "");
    EXPECT_EQ(hint({"login_404.png", "chart_2024.png"}), "");
    EXPECT_EQ(hint({"a_1.png", "b_1.png"}), "");
}

TEST(FilenameHint, ChecksVersionsBeforeNumbers) {  // PVP-D3
    EXPECT_EQ(hint({"shot_1.png", "shot_2.png"}), "versioned sequence");
    EXPECT_EQ(hint({"shot-1.png", "shot-2.png"}), "versioned sequence");
}

TEST(FilenameHint, KnowsDates) {  // PVP-D4
    EXPECT_EQ(hint({"2026-05-03_login.png", "2026-05-04_home.png"}), "time-ordered sequence");
    EXPECT_EQ(
        order({"2026-05-04_a.png", "2025-12-31_b.png", "c.png", "2026-01-01_d.png"}),
        (std::vector<std::size_t>{1, 3, 0})
    );
    EXPECT_EQ(hint({"2026-13-01_a.png", "2026-02-30_b.png"}), "");
    EXPECT_EQ(hint({"2026-05-03.a.png", "2026-05-04.b.png"}), "");
    EXPECT_EQ(hint({"2026-05-03_a.png", "b.png"}), "");
}

TEST(FilenameHint, IsNotThereForOtherNames) {  // PVP-D4, PVP-2.E5
    EXPECT_EQ(hint({}), "");
    EXPECT_EQ(hint({"before.png"}), "");
    EXPECT_EQ(hint({"", ""}), "");
    EXPECT_EQ(hint({"cat.png", "dog.png"}), "");
    EXPECT_EQ(hint({"..", "/", "\xff\xff", "\xff\xfe"}), "");
    EXPECT_EQ(hint({"vorher.png", "nachher.png"}), "");
}

}  // namespace
}  // namespace fovea::proxy
