// docs/errors.md is compared with the code, so it stays true.
#include "fovea/base/error.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "support/test_paths.hpp"

namespace fovea {
namespace {

TEST(Docs, ErrorsPageListsEveryCodeWithItsClass) {  // T5
    std::ifstream in(test_paths::source_dir() + "/docs/errors.md");
    const std::string page{std::istreambuf_iterator<char>(in), {}};
    for (int number = 0; number <= static_cast<int>(ErrorCode::Internal); ++number) {
        const auto code = static_cast<ErrorCode>(number);
        const auto row =
            "| " + std::string(wire_name(code)) + " | " + std::string(wire_class(code)) + " |";

        EXPECT_NE(page.find(row), std::string::npos) << row;
    }
}

}  // namespace
}  // namespace fovea
