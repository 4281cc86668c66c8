#include "support/aimock.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>

#include "support/background_program.hpp"
#include "support/loopback_http.hpp"
#include "support/node_tests.hpp"
#include "support/remove_folder.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;

std::filesystem::path new_folder() {
    static std::atomic<int> count{0};
    auto folder = std::filesystem::temp_directory_path() /
                  ("fovea-aimock-" + std::to_string(::getpid()) + "-" + std::to_string(++count));
    std::filesystem::create_directories(folder / "requests");
    return folder;
}

// The program in which all of this process run.
const BackgroundProgram* servers() {
    static const auto program =
        BackgroundProgram::start({node_program(), node_tests_folder() + "/aimock.mjs"});
    return program.get();
}

void control(std::string method, const std::string& url, std::string_view body = {}) {
    const auto answer = ask_http(std::move(method), url, body);
    EXPECT_EQ(answer.status, 200) << url << ": " << answer.body;
}

}  // namespace

bool Aimock::installed() {
    return node_tests_installed();
}

Aimock::Aimock(std::string_view fixtures_json) : folder_(new_folder()) {
    const auto fixtures = folder_ / "fixtures.json";
    std::ofstream(fixtures) << R"({"fixtures": )" << fixtures_json << "}";
    if (servers() == nullptr) return;
    const auto started = servers()->ask(json::object{
        {"fixtures", fixtures.string()}, {"record", (folder_ / "requests").string()}});
    if (started.contains("url")) {
        url_ = started.at("url").as_string();
    } else {
        ADD_FAILURE() << json::serialize(started);
    }
}

Aimock::~Aimock() {
    if (url_ != kNoServer) servers()->ask(json::object{{"close", url_}});
    remove_folder(folder_);
}

std::vector<RecordedRequest> Aimock::requests() const {
    return recorded_requests(folder_ / "requests");
}

json::array Aimock::journal() const {
    const auto answer = ask_http("GET", url_ + "/__aimock/journal");
    EXPECT_EQ(answer.status, 200);
    return answer.status == 200 ? json::parse(answer.body).as_array() : json::array();
}

void Aimock::fail_next(int status, std::string_view message) const {
    const json::object error{{"status", status}, {"body", {{"message", message}}}};
    control("POST", url_ + "/__aimock/error", json::serialize(error));
}

void Aimock::cause(const Chaos& chaos) const {
    const json::object rates{
        {"rateLimitRate", chaos.rate_limit ? 1 : 0},
        {"dropRate", chaos.drop ? 1 : 0},
        {"malformedRate", chaos.malformed ? 1 : 0},
        {"disconnectRate", chaos.disconnect ? 1 : 0},
        {"latencyMs", chaos.latency_ms}};
    control("POST", url_ + "/__aimock/chaos", json::serialize(rates));
}

void Aimock::calm() const {
    control("DELETE", url_ + "/__aimock/chaos");
}

void Aimock::forget() const {
    calm();
    control("POST", url_ + "/__aimock/reset/journal");
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "requests"))
        std::filesystem::remove(entry.path());
}

}  // namespace fovea::testing
