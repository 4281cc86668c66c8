// For tests: servers made with the official SDK (tests/node/mcp_*.mjs), driven through the library
// as a run would, with a gate, a store and the workers.
#pragma once

#include "fovea/base/digest.hpp"
#include "fovea/mcp/servers.hpp"
#include "fovea/net/http/client.hpp"
#include "fovea/store/file_blobs.hpp"
#include "fovea/store/test_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support/node_tests.hpp"
#include "support/test_paths.hpp"

namespace fovea::mcp {

class SdkServers : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        workers_ = media::PictureWorkers::open({.program = test_paths::program("fovea-worker"),
                                                .workers = 1})
                       .value();
    }
    static void TearDownTestSuite() { workers_.reset(); }

    void SetUp() override {
        if (!fovea::testing::node_tests_installed()) GTEST_SKIP() << "tests/node is not installed";
        blobs_ = store::FileBlobs::open(folder_ / "blobs").value();
    }

    static config::McpServerSettings program(const std::string& script) {
        config::McpServerSettings server;
        server.command = fovea::testing::node_program();
        server.args = {fovea::testing::node_tests_folder() + "/" + script};
        return server;
    }

    // Opens them, waits until all are settled and keeps their tools.
    void open(std::map<std::string, config::McpServerSettings> servers) {
        ServersNeed need{
            .environment = [this](const char* name) -> const char* {
                const auto found = variables_.find(name);
                return found == variables_.end() ? std::getenv(name) : found->second.c_str();
            },
            .client = client_,
            .intake = {.gate = gate_, .blobs = *blobs_},
            .roots = {folder_.path().string()},
            .version = "1",
            .log =
                [this](const std::string& line) {
                    const std::lock_guard lock(log_mutex_);
                    log_ += line + "\n";
                }};
        servers_ = std::make_unique<McpServers>(config::McpSettings{std::move(servers)}, need);
        servers_->wait(std::chrono::seconds(60), {});
        tools_ = servers_->tools();
    }

    tools::Tool* find(const std::string& name) const {
        const auto found = std::ranges::find_if(tools_, [&](const auto& tool) {
            return tool->spec().name == name;
        });
        return found == tools_.end() ? nullptr : found->get();
    }

    tools::ToolOutcome call(
        const std::string& name, const std::string& input = "{}", const std::stop_token& stop = {}
    ) const {
        auto* tool = find(name);
        if (tool == nullptr) return tools::failed({ErrorCode::Internal, "no tool " + name});
        return tool->run({.id = "1", .input = input}, stop);
    }

    static std::string text(const tools::ToolOutcome& outcome) {
        std::string words;
        for (const auto& block : outcome.content) {
            const auto* part = std::get_if<content::TextBlock>(&block);
            words += (words.empty() ? "" : "\n") + (part ? part->text : std::string("(a file)"));
        }
        return words;
    }

    // Starts `wait`, and cancels it once the server says that it runs.
    tools::ToolOutcome cancel_a_wait(const std::string& name) const {
        std::stop_source stop;
        return find(name)->run(
            {.id = "1", .input = "{}", .on_progress = [&](const auto&) { stop.request_stop(); }},
            stop.get_token()
        );
    }

    std::string log() const {
        const std::lock_guard lock(log_mutex_);
        return log_;
    }

    static inline std::unique_ptr<media::PictureWorkers> workers_;
    store::TestFolder folder_;
    std::unique_ptr<store::BlobStore> blobs_;
    store::ResultCache known_{{}};
    ingest::Gate gate_{
        .limits = {}, .known = known_, .workers = [] { return Result(workers_.get()); }};
    net::HttpClient client_{{.reach = net::Reach::LoopbackOnly}};
    std::map<std::string, std::string> variables_;
    mutable std::mutex log_mutex_;
    std::string log_;
    std::unique_ptr<McpServers> servers_;
    std::vector<std::unique_ptr<tools::Tool>> tools_;
};

}  // namespace fovea::mcp
