#include "fovea/base/base64.hpp"

#include <gtest/gtest.h>
#include <hwy/highway.h>
#include <openssl/evp.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace fovea {
namespace {

Bytes random_bytes(std::size_t size) {
    std::mt19937 random(static_cast<std::uint32_t>(size) + 1);
    Bytes bytes(size);
    for (auto& byte : bytes) byte = static_cast<std::byte>(random() & 0xff);
    return bytes;
}

std::string encoded(ByteView bytes) {
    std::string text(base64_size(bytes.size()), '?');
    const auto size = encode_base64(bytes, text);
    EXPECT_TRUE(size.ok());
    EXPECT_EQ(size.value(), text.size());
    return text;
}

std::string encoded_by_openssl(ByteView bytes) {
    std::vector<unsigned char> text(base64_size(bytes.size()) + 1);
    const auto size = EVP_EncodeBlock(text.data(), octets(bytes), static_cast<int>(bytes.size()));
    return {text.begin(), text.begin() + size};
}

Bytes decoded(std::string_view text) {
    auto bytes = decode_base64(text);
    EXPECT_TRUE(bytes.ok()) << text;
    return bytes.ok() ? std::move(bytes).value() : Bytes{};
}

TEST(Base64, EncodesEveryTailLengthAsOpensslDoes) {
    for (std::size_t size = 0; size <= 400; ++size) {
        const auto bytes = random_bytes(size);

        EXPECT_EQ(encoded(bytes), encoded_by_openssl(bytes)) << size;
    }
}

TEST(Base64, GivesTheSameOnEveryVectorTarget) {
    const auto bytes = random_bytes(5000);
    const auto expected = encoded_by_openssl(bytes);
    const auto supported = hwy::SupportedTargets();

    for (auto left = supported; left != 0; left &= left - 1) {
        hwy::SetSupportedTargetsForTest(left & -left);
        hwy::GetChosenTarget().Update(left & -left);
        EXPECT_EQ(encoded(bytes), expected) << hwy::TargetName(left & -left);
        EXPECT_EQ(decoded(expected), bytes) << hwy::TargetName(left & -left);
    }
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(supported);
}

TEST(Base64, WritesNothingIntoMemoryThatIsTooSmall) {
    std::string text(7, '?');

    const auto size = encode_base64(random_bytes(4), text);

    ASSERT_FALSE(size.ok());
    EXPECT_EQ(size.error().code, ErrorCode::LimitExceeded);
    EXPECT_EQ(text, "???????");
}

TEST(Base64, JoinsPiecesWhoseSizeIsAMultipleOfThree) {
    const auto bytes = random_bytes(3000);
    const ByteView all(bytes);

    const auto joined = encoded(all.first(999)) + encoded(all.subspan(999));

    EXPECT_EQ(joined, encoded(all));
}

TEST(Base64, DecodesWhatItEncodedWithAndWithoutPadding) {
    for (std::size_t size = 0; size <= 400; ++size) {
        const auto bytes = random_bytes(size);
        const auto text = encoded(bytes);

        EXPECT_EQ(decoded(text), bytes) << size;
        EXPECT_EQ(decoded(text.substr(0, text.find('='))), bytes) << size;
    }
}

TEST(Base64, SkipsWhiteSpaceWhereverItStands) {
    const auto bytes = random_bytes(1000);
    const auto text = encoded(bytes);

    for (const std::size_t width : {1u, 3u, 16u, 33u, 64u, 76u, 200u}) {
        std::string lines;
        for (std::size_t i = 0; i < text.size(); i += width)
            lines += text.substr(i, width) + "\r\n";
        EXPECT_EQ(decoded(lines), bytes) << width;
    }
    EXPECT_EQ(decoded(" Y W\tJ j\fZ A = = \n"), decoded("YWJjZA=="));
}

TEST(Base64, RefusesEveryByteOutsideTheAlphabetAtEveryPlace) {
    const auto good = encoded(random_bytes(150));
    const std::string allowed =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/ \t\n\f\r";

    for (unsigned code = 0; code < 256; ++code) {
        const auto c = static_cast<char>(code);
        if (allowed.find(c) != std::string::npos) continue;
        for (std::size_t position = 0; position + 1 < good.size(); position += 13) {
            auto text = good;
            text[position] = c;
            const auto bytes = decode_base64(text);
            ASSERT_FALSE(bytes.ok()) << code << " at " << position;
            EXPECT_EQ(bytes.error().code, ErrorCode::InvalidInput);
        }
    }
}

TEST(Base64, RefusesLengthsAndPaddingThatNoEncoderMakes) {
    for (const auto* text :
         {"A", "AAAAA", "A===", "AA=", "AAA==", "AAAA=", "=", "====", "AA===", "AA=A"}) {
        EXPECT_FALSE(decode_base64(text).ok()) << text;
    }
}

TEST(Base64, DropsBitsThatNoByteNeeds) {
    EXPECT_EQ(decoded("YR=="), decoded("YQ=="));
}

TEST(Base64, NeverQuotesTheTextInAnError) {
    const auto bytes = decode_base64("c2VjcmV0!");

    ASSERT_FALSE(bytes.ok());
    EXPECT_EQ(bytes.error().message, "base64 contains the invalid byte 33 at position 8");
}

}  // namespace
}  // namespace fovea
