// `fovea -p` beside a model server of its own: what is asked, what comes out frame by frame, and what
// the server was sent.
//
//     start(R"([{"match": {}, "response": {"content": "A red square."}}])");
//     const auto run = stream({"-p", "What is this?"});
//     EXPECT_EQ(types_of(run.frames), …);
#pragma once

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/aimock.hpp"
#include "support/live_program.hpp"
#include "support/recorded_requests.hpp"
#include "support/workbench.hpp"

namespace fovea::testing {

using Frames = std::vector<boost::json::object>;

struct RunOutput {
    int exit_code = -1;
    std::string out;
    std::string err;
    Frames frames;  // of a format that has any

    const boost::json::object& result() const { return frames.back(); }
    std::string text(std::string_view field) const {
        const auto* value = result().if_contains(field);
        return value != nullptr && value->is_string() ? std::string(value->get_string()) : "";
    }
};

// Every line is a JSON object, or the test fails.
inline Frames frames_of(std::string_view out) {
    Frames frames;
    for (const auto& line : split(out, '\n')) {
        if (line.empty()) continue;
        boost::system::error_code broken;
        auto value = boost::json::parse(line, broken);
        EXPECT_TRUE(!broken && value.is_object()) << line;
        if (!broken && value.is_object()) frames.push_back(std::move(value.get_object()));
    }
    return frames;
}

// "system/init", "message" …
inline std::string type_of(const boost::json::object& frame) {
    auto type = std::string(frame.at("type").as_string());
    if (type == "system") type += "/" + std::string(frame.at("subtype").as_string());
    return type;
}

inline std::vector<std::string> types_of(const Frames& frames) {
    std::vector<std::string> types;
    for (const auto& frame : frames) types.push_back(type_of(frame));
    return types;
}

inline Frames of_type(const Frames& frames, std::string_view type) {
    Frames found;
    for (const auto& frame : frames) {
        if (type_of(frame) == type) found.push_back(frame);
    }
    return found;
}

class Headless : public ::testing::Test {
protected:
    static constexpr const char* kModel = "anthropic/claude-opus-4-7";

    void SetUp() override {
        if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;
    }
    void start(std::string_view fixtures, std::string_view configuration = {}) {
        upstream_ = std::make_unique<Aimock>(fixtures);
        bench_ = std::make_unique<Workbench>(upstream_->url(), configuration);
        write_file("note.txt", "hello\n");
    }
    void write_file(const std::string& name, std::string_view text) const {
        std::ofstream(bench_->folder() / name, std::ios::binary) << text;
    }
    std::string path(const std::string& name) const { return (bench_->folder() / name).string(); }

    std::vector<std::string> command(std::vector<std::string> arguments) const {
        arguments.insert(arguments.end(), {"--model", kModel});
        return bench_->command(arguments);
    }
    // With the model of the tests, unless the arguments name another one.
    RunOutput run(const std::vector<std::string>& arguments, std::string_view input = {}) const {
        const bool names_model = std::ranges::find(arguments, "--model") != arguments.end();
        const auto words = names_model ? bench_->command(arguments) : command(arguments);
        auto finished = run_program(words, input);
        return {finished.exit_code, std::move(finished.out), std::move(finished.err), {}};
    }
    RunOutput stream(std::vector<std::string> arguments, std::string_view input = {}) const {
        return framed(std::move(arguments), "stream-json", input);
    }
    RunOutput json(std::vector<std::string> arguments, std::string_view input = {}) const {
        auto run = framed(std::move(arguments), "json", input);
        EXPECT_EQ(run.frames.size(), 1U) << run.out << run.err;
        return run;
    }
    // Frames in, frames out.
    RunOutput talk(std::string_view input, std::vector<std::string> arguments = {}) const {
        arguments.insert(arguments.begin(), {"--input-format", "stream-json"});
        return stream(std::move(arguments), input);
    }

    // Those that models were asked with.
    std::vector<boost::json::object> requests() const {
        std::vector<boost::json::object> bodies;
        for (const auto& request : asking_models(upstream_->requests())) {
            bodies.push_back(boost::json::parse(request.body).as_object());
        }
        return bodies;
    }

    std::unique_ptr<Aimock> upstream_;
    std::unique_ptr<Workbench> bench_;

private:
    RunOutput framed(
        std::vector<std::string> arguments, const std::string& format, std::string_view input
    ) const {
        arguments.insert(arguments.end(), {"--output-format", format});
        auto done = run(arguments, input);
        done.frames = frames_of(done.out);
        EXPECT_FALSE(done.frames.empty()) << done.err;
        if (done.frames.empty()) done.frames.push_back({{"type", "nothing"}});
        return done;
    }
};

}  // namespace fovea::testing
