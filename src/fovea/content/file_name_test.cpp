#include "fovea/content/file_name.hpp"

#include <gtest/gtest.h>

namespace fovea::content {
namespace {

using namespace std::string_view_literals;

TEST(FileName, AnOrdinaryNameStaysAsItIs) {
    for (const auto name : {"shot one.jpg"sv, ".hidden"sv, "Bögen (2).png"sv, "a\\b.png"sv, ""sv}) {
        EXPECT_EQ(plain_file_name(name), name);
    }
}

TEST(FileName, FoldersAndWhatNobodySeesAreTakenOut) {  // Z8
    EXPECT_EQ(plain_file_name("/home/me/shot.png"), "shot.png");
    EXPECT_EQ(plain_file_name("a\0b.png"sv), "ab.png");
    EXPECT_EQ(plain_file_name("x\x7f\x01\n.png"), "x.png");
    EXPECT_EQ(plain_file_name("photo\u202Egnp.exe"), "photognp.exe");
    EXPECT_EQ(plain_file_name("a\xff.png"), "a\uFFFD.png");
}

TEST(FileName, WhatNamesAFolderIsNoName) {
    for (const auto name : {"."sv, ".."sv, "a/"sv, "a/.."sv, ".\0."sv}) {
        EXPECT_EQ(plain_file_name(name), "") << name;
    }
}

TEST(FileName, IsCutAtACharacter) {
    EXPECT_EQ(plain_file_name(std::string(300, 'a') + ".png").size(), 255U);
    EXPECT_EQ(plain_file_name("a" + std::string(254, 'b') + "é"), "a" + std::string(254, 'b'));
}

}  // namespace
}  // namespace fovea::content
