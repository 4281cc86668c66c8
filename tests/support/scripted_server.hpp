// A model server that answers what a test tells it to, in OpenAI's chat dialect: see scripted_server.py.
//
//     ScriptedServer upstream({{.status = 413, .body = "too large", .has = "image_url"},
//                              {.body = chat_stream("I see.")}});
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/background_program.hpp"
#include "support/recorded_requests.hpp"

namespace fovea::testing {

// The first rule that fits a request answers it.
struct Rule {
    int status = 200;
    std::string body = {};
    std::map<std::string, std::string> headers = {};
    std::string has = {};            // in the request's body
    std::string lacks = {};          //
    std::optional<int> longer = {};  // bytes of it
    std::optional<int> times = {};   // that the rule is used
};

class ScriptedServer {
public:
    explicit ScriptedServer(const std::vector<Rule>& rules);
    ScriptedServer(const ScriptedServer&) = delete;
    ScriptedServer& operator=(const ScriptedServer&) = delete;
    ~ScriptedServer();

    std::string url() const;
    std::vector<RecordedRequest> requests() const;

private:
    std::filesystem::path folder_;
    std::unique_ptr<BackgroundProgram> program_;
};

struct ChatUsage {
    std::uint64_t input = 100;
    std::uint64_t output = 5;
};

// A whole reply, streamed. No usage: none is told.
std::string chat_stream(std::string_view text, std::optional<ChatUsage> usage = ChatUsage{});

// A call of a tool with arguments as they stand here.
std::string chat_call_stream(
    std::string_view tool, std::string_view arguments, ChatUsage usage = {}
);

// {"error": {"message": …}}
std::string chat_error(std::string_view message);

}  // namespace fovea::testing
