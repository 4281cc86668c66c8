// `fovea` in a terminal beside a model server of its own.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/aimock.hpp"
#include "support/workbench.hpp"
#include "tui/terminal_program.hpp"

namespace fovea::testing {

class Terminal : public ::testing::Test {
protected:
    static constexpr const char* kModel = "anthropic/claude-opus-4-7";

    void SetUp() override {
        if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;
    }
    void start(std::string_view fixtures, std::string_view configuration = {}) {
        upstream_ = std::make_unique<Aimock>(fixtures);
        bench_ = std::make_unique<Workbench>(upstream_->url(), configuration);
    }
    // With the model of the tests, unless the arguments name another one.
    std::unique_ptr<TerminalProgram> fovea(
        std::vector<std::string> arguments = {}, TerminalSetup setup = {}
    ) const {
        bool names_model = false;
        for (const auto& word : arguments) names_model = names_model || word == "--model";
        if (!names_model) arguments.insert(arguments.end(), {"--model", kModel});
        return std::make_unique<TerminalProgram>(bench_->command(arguments), std::move(setup));
    }

    std::unique_ptr<Aimock> upstream_;
    std::unique_ptr<Workbench> bench_;
};

}  // namespace fovea::testing
