#include "support/scripted_server.hpp"

#include <boost/json.hpp>
#include <unistd.h>

#include <atomic>
#include <fstream>

#include "support/remove_folder.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;

std::filesystem::path new_folder() {
    static std::atomic<int> count{0};
    auto folder = std::filesystem::temp_directory_path() /
                  ("fovea-scripted-" + std::to_string(::getpid()) + "-" + std::to_string(++count));
    std::filesystem::create_directories(folder);
    return folder;
}

json::object rule_json(const Rule& rule) {
    json::object object{{"status", rule.status}, {"body", rule.body}};
    json::object headers;
    for (const auto& [name, value] : rule.headers) headers[name] = value;
    object["headers"] = std::move(headers);
    if (!rule.has.empty()) object["has"] = rule.has;
    if (!rule.lacks.empty()) object["lacks"] = rule.lacks;
    if (rule.longer) object["longer"] = *rule.longer;
    if (rule.times) object["times"] = *rule.times;
    return object;
}

std::string piece(json::value choices, const std::optional<ChatUsage>& usage = {}) {
    json::object chunk{{"id", "c1"}, {"choices", std::move(choices)}};
    if (usage) {
        chunk["usage"] = {{"prompt_tokens", usage->input}, {"completion_tokens", usage->output}};
    }
    return "data: " + json::serialize(chunk) + "\n\n";
}

std::string choice(json::object delta, json::value finish = nullptr) {
    return piece(json::array{json::object{
        {"index", 0}, {"delta", std::move(delta)}, {"finish_reason", std::move(finish)}}});
}

}  // namespace

ScriptedServer::ScriptedServer(const std::vector<Rule>& rules) : folder_(new_folder()) {
    json::array all;
    for (const auto& rule : rules) all.push_back(rule_json(rule));
    const auto requests = folder_ / "requests";
    std::filesystem::create_directories(requests);
    std::ofstream(folder_ / "rules.json") << json::serialize(all);
    program_ = BackgroundProgram::start(
        {"/usr/bin/python3",
         "-B",
         test_paths::source_dir() + "/tests/support/scripted_server.py",
         "--record",
         requests.string(),
         "--rules",
         (folder_ / "rules.json").string()}
    );
}

ScriptedServer::~ScriptedServer() {
    program_.reset();
    remove_folder(folder_);
}

std::string ScriptedServer::url() const {
    return program_ ? std::string(program_->ready().at("url").as_string()) : "http://127.0.0.1:1";
}

std::vector<RecordedRequest> ScriptedServer::requests() const {
    return recorded_requests(folder_ / "requests");
}

std::string chat_stream(std::string_view text, std::optional<ChatUsage> usage) {
    auto stream = choice({{"role", "assistant"}, {"content", text}}) + choice({}, "stop");
    if (usage) stream += piece(json::array{}, usage);
    return stream + "data: [DONE]\n\n";
}

std::string chat_call_stream(std::string_view tool, std::string_view arguments, ChatUsage usage) {
    const json::object call{
        {"index", 0},
        {"id", "call_1"},
        {"type", "function"},
        {"function", {{"name", tool}, {"arguments", arguments}}}};
    return choice({{"role", "assistant"}, {"content", "Let me look."}}) +
           choice({{"tool_calls", json::array{call}}}) + choice({}, "tool_calls") +
           piece(json::array{}, usage) + "data: [DONE]\n\n";
}

std::string chat_error(std::string_view message) {
    return json::serialize(json::object{{"error", {{"message", message}}}});
}

}  // namespace fovea::testing
