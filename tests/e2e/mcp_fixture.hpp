// `fovea mcp`, driven by the official client (tests/node/mcp_client.mjs): what to do goes in, what came
// of it comes out.
#pragma once

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "e2e/proxy_fixture.hpp"
#include "support/node_tests.hpp"

namespace fovea::testing {

class McpServer : public Proxied {
protected:
    boost::json::object plan(boost::json::array steps) const {
        const auto folder = bench_->folder().string();
        return {
            {"command", test_paths::program("fovea")},
            {"args", {"--config", folder + "/config.toml", "--data", folder + "/data", "mcp"}},
            {"cwd", folder},
            {"env",
             {{"XDG_CACHE_HOME", folder + "/cache"},
              {"XDG_CONFIG_HOME", folder + "/none"},
              {"FOVEA_TEST_KEY", "key-for-tests"},
              {"FOVEA_CONSENT", consent_}}},
            {"steps", std::move(steps)}};
    }
    boost::json::object run(const boost::json::object& plan) const {
        const auto done = run_program(
            {node_program(), node_tests_folder() + "/mcp_client.mjs"}, boost::json::serialize(plan)
        );
        EXPECT_EQ(done.exit_code, 0) << done.err;
        if (done.exit_code != 0) return {};
        auto outcome = boost::json::parse(done.out).as_object();
        EXPECT_EQ(outcome.at("errors"), boost::json::array());
        return outcome;
    }
    boost::json::array results(boost::json::array steps) const {
        auto outcome = run(plan(std::move(steps)));
        return outcome.empty() ? boost::json::array() : outcome.at("results").as_array();
    }
    static boost::json::object call(const std::string& name, boost::json::object arguments) {
        return {{"do", "call"}, {"name", name}, {"arguments", std::move(arguments)}};
    }
    static std::string text(const boost::json::value& result) {
        return std::string(result.at("content").at(0).at("text").as_string());
    }
    void red() const { bench_->picture("red.png", {"plain", "300", "200", "200,30,30"}); }
};

}  // namespace fovea::testing
