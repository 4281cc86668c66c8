#include "fovea/base/error.hpp"

#include <gtest/gtest.h>

#include <set>

namespace fovea {
namespace {

TEST(ErrorCodes, HaveTheContractsNamesAndClasses) {  // ETH-17, T5
    EXPECT_EQ(wire_name(ErrorCode::InvalidInput), "INVALID_INPUT");
    EXPECT_EQ(wire_name(ErrorCode::UnsupportedFileType), "UNSUPPORTED_FILE_TYPE");
    EXPECT_EQ(wire_class(ErrorCode::DecodeFailed), "input_invalid");
    EXPECT_EQ(wire_class(ErrorCode::PdfNotSupported), "not_available");
    EXPECT_EQ(wire_class(ErrorCode::ResponseNotJson), "execution_failed");
}

TEST(ErrorCodes, AreAllNamedDifferently) {  // T5
    std::set<std::string_view> names;
    for (int code = 0; code <= static_cast<int>(ErrorCode::Internal); ++code) {
        names.insert(wire_name(static_cast<ErrorCode>(code)));
    }

    EXPECT_EQ(names.size(), static_cast<std::size_t>(ErrorCode::Internal) + 1);
}

}  // namespace
}  // namespace fovea
