#include "support/aimock.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>

#include "support/loopback_http.hpp"
#include "support/node_tests.hpp"

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
    program_ = BackgroundProgram::start(
        {node_program(),
         node_tests_folder() + "/aimock.mjs",
         "--fixtures",
         fixtures.string(),
         "--record",
         (folder_ / "requests").string()}
    );
}

Aimock::~Aimock() {
    program_.reset();
    std::filesystem::remove_all(folder_);
}

std::string Aimock::url() const {
    return program_ ? std::string(program_->ready().at("url").as_string()) : "http://127.0.0.1:1";
}

std::vector<RecordedRequest> Aimock::requests() const {
    return recorded_requests(folder_ / "requests");
}

json::array Aimock::journal() const {
    const auto answer = ask_http("GET", url() + "/__aimock/journal");
    EXPECT_EQ(answer.status, 200);
    return answer.status == 200 ? json::parse(answer.body).as_array() : json::array();
}

void Aimock::fail_next(int status, std::string_view message) const {
    const json::object error{{"status", status}, {"body", {{"message", message}}}};
    control("POST", url() + "/__aimock/error", json::serialize(error));
}

void Aimock::cause(const Chaos& chaos) const {
    const json::object rates{
        {"rateLimitRate", chaos.rate_limit ? 1 : 0},
        {"dropRate", chaos.drop ? 1 : 0},
        {"malformedRate", chaos.malformed ? 1 : 0},
        {"disconnectRate", chaos.disconnect ? 1 : 0},
        {"latencyMs", chaos.latency_ms}};
    control("POST", url() + "/__aimock/chaos", json::serialize(rates));
}

void Aimock::calm() const {
    control("DELETE", url() + "/__aimock/chaos");
}

void Aimock::forget() const {
    calm();
    control("POST", url() + "/__aimock/reset/journal");
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "requests"))
        std::filesystem::remove(entry.path());
}

}  // namespace fovea::testing
