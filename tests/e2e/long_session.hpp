// Sessions with a screenshot in every turn, through the real program and a model server that records
// what it is sent.
#pragma once

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "support/aimock.hpp"
#include "support/run_program.hpp"
#include "support/test_paths.hpp"
#include "support/workbench.hpp"

namespace fovea::testing {

class LongSession : public ::testing::Test {
protected:
    static constexpr const char* kModel = "anthropic/claude-opus-4-7";
    static constexpr const char* kSession = "long";

    // `fixtures` as Aimock takes them, `settings` as a configuration file has them.
    void open(std::string_view fixtures, std::string_view settings, std::size_t screens) {
        upstream_ = std::make_unique<Aimock>(fixtures);
        bench_ = std::make_unique<Workbench>(upstream_->url(), settings);
        const auto made = run_program(
            {"/usr/bin/python3",
             "-B",
             test_paths::source_dir() + "/tests/support/pictures.py",
             "screens",
             "1920",
             "1080",
             "2",
             std::to_string(screens),
             bench_->folder().string()}
        );
        ASSERT_EQ(made.exit_code, 0) << made.err;
    }

    static std::string screen(std::size_t number) {
        const auto digits = std::to_string(number);
        return "screen-" + std::string(3 - digits.size(), '0') + digits + ".png";
    }

    // A user frame with those screens.
    static std::string frame(const std::vector<std::size_t>& screens, const std::string& words) {
        boost::json::array content;
        for (const auto number : screens) {
            content.push_back({{"type", "image"}, {"path", screen(number)}});
        }
        content.push_back({{"type", "text"}, {"text", words}});
        return boost::json::serialize(boost::json::object{
                   {"type", "user"}, {"content", std::move(content)}}) +
               "\n";
    }

    // One process, one turn a frame; the result.
    boost::json::object converse(
        const std::string& frames,
        std::vector<std::string> arguments,
        const std::vector<std::string>& launcher = {}
    ) {
        arguments.insert(
            arguments.begin(),
            {"-p",
             "--bare",
             "--model",
             kModel,
             "--input-format",
             "stream-json",
             "--output-format",
             "json"}
        );
        const auto done = run_program(bench_->command(arguments, launcher), frames);
        errors_ = done.err;
        EXPECT_EQ(done.exit_code, 0) << done.err << done.out;
        boost::system::error_code broken;
        auto result = boost::json::parse(done.out, broken);
        return result.is_object() ? result.as_object() : boost::json::object();
    }

    std::vector<std::string> bodies() const {
        std::vector<std::string> bodies;
        for (auto& request : upstream_->requests()) bodies.push_back(std::move(request.body));
        return bodies;
    }

    std::unique_ptr<Aimock> upstream_;
    std::unique_ptr<Workbench> bench_;
    std::string errors_;  // what the last process wrote to standard error
};

}  // namespace fovea::testing
