// Other people's judges of fovea serve: the protocol suites of Engine.IO, Socket.IO and MCP, the linters of OpenAPI,
// a proxy that compares each answer with the document, and Prometheus' own check.
#include "fovea/base/base64.hpp"
#include "fovea/base/bytes.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "e2e/serve_fixture.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;

class ServeSuites : public Serve {
protected:
    // The program of a package; skips the test where it is not installed.
    std::string installed(const std::string& folder, const std::string& program) {
        auto path = node_tests_folder() + "/" + folder + "/node_modules/" + program;
        if (!std::filesystem::exists(path)) missing_ = true;
        return path;
    }
    static constexpr const char* kMissing =
        "the npm packages of this suite are not installed: ./dev test serve_suites does it";

    void with_fixtures() {
        stop();
        start({"--conformance"});
    }
    Finished run_protocol_suite(const std::string& name) {
        return run_program(
            {node_program(), node_tests_folder() + "/suites/run_suite.mjs", name, url_}
        );
    }
    Finished run_mcp_suite(const std::string& revision) {
        return run_program(
            {"/usr/bin/env",
             "FORCE_COLOR=0",
             node_program(),
             "--import",
             node_tests_folder() + "/suites/older_node.mjs",
             installed("suites", "@modelcontextprotocol/conformance/dist/index.js"),
             "server",
             "--url",
             url_ + "/conformance/mcp",
             "--requirements",
             revision}
        );
    }
    std::string openapi() const {
        const auto file = (bench_->folder() / "openapi.json").string();
        const auto done = run_program({"curl", "-sS", "-o", file, url_ + "/openapi.json"});
        EXPECT_EQ(done.exit_code, 0) << done.err;
        return file;
    }

    bool missing_ = false;
};

TEST_F(ServeSuites, EngineIo) {  // D3
    installed("suites", "mocha");
    if (missing_) GTEST_SKIP() << kMissing;
    with_fixtures();

    const auto done = run_protocol_suite("engine.io");

    EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
    EXPECT_THAT(done.out, HasSubstr("25 passing"));
}

TEST_F(ServeSuites, SocketIo) {  // D3
    installed("suites", "mocha");
    if (missing_) GTEST_SKIP() << kMissing;
    with_fixtures();

    const auto done = run_protocol_suite("socket.io");

    EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
    EXPECT_THAT(done.out, HasSubstr("32 passing"));
}

TEST_F(ServeSuites, McpWithSessions) {  // D7
    installed("suites", "@modelcontextprotocol/conformance");
    if (missing_) GTEST_SKIP() << kMissing;
    with_fixtures();

    const auto done = run_mcp_suite("2025-11-25");

    EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
    EXPECT_THAT(done.out, HasSubstr("tools-call-elicitation"));
}

TEST_F(ServeSuites, McpWithoutSessions) {  // D7
    installed("suites", "@modelcontextprotocol/conformance");
    if (missing_) GTEST_SKIP() << kMissing;
    with_fixtures();

    const auto done = run_mcp_suite("2026-07-28");

    EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
    EXPECT_THAT(done.out, HasSubstr("server-stateless"));
}

TEST_F(ServeSuites, TheOpenApiDocumentIsClean) {  // D2
    const auto redocly = installed("openapi", "@redocly/cli/bin/cli.js");
    const auto spectral = installed("openapi", "@stoplight/spectral-cli/dist/index.js");
    if (missing_) GTEST_SKIP() << kMissing;
    const auto document = openapi();
    const auto rules = node_tests_folder() + "/openapi/";

    const auto first = run_program(
        {"/usr/bin/env",
         "REDOCLY_TELEMETRY=off",
         "REDOCLY_SUPPRESS_UPDATE_NOTICE=true",
         node_program(),
         redocly,
         "lint",
         "--config",
         rules + "redocly.yaml",
         "--format",
         "json",
         document}
    );
    const auto second = run_program(
        {node_program(),
         spectral,
         "lint",
         "--ruleset",
         rules + "ruleset.yaml",
         "--fail-severity",
         "hint",
         document}
    );

    EXPECT_EQ(first.exit_code, 0) << first.out << first.err;
    EXPECT_EQ(json::parse(first.out).at("problems"), json::array()) << first.out;
    EXPECT_EQ(second.exit_code, 0) << second.out << second.err;
}

// Between a client and the server, over the flows of seed 003.
class ServeBehindProxy : public ServeSuites {
protected:
    void SetUp() override {
        Serve::SetUp();
        if (IsSkipped()) return;
        const auto prism = installed("openapi", "@stoplight/prism-cli/dist/index.js");
        if (missing_) GTEST_SKIP() << kMissing;
        const auto document = openapi();
        proxy_.emplace(LiveProgram::start(
            {"sh",
             "-c",
             "exec \"$@\" 2>&1",
             "sh",
             node_program(),
             prism,
             "proxy",
             document,
             url_,
             "--port",
             "0",
             "--verboseLevel",
             "info"}
        ));
        std::string line;
        do {
            line = proxy_->read_line();
            ASSERT_FALSE(line.empty());
        } while (line.find("listening on ") == line.npos);
        url_ = line.substr(line.find("http://"));
    }
    void TearDown() override {
        proxy_.reset();
        Serve::TearDown();
    }

    struct Seen {
        std::string head;
        std::string body;

        bool deviates() const { return head.find("sl-violations") != head.npos; }
    };
    Seen ask(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "-i");
        const auto whole = curl(std::move(arguments));
        const auto end = whole.find("\r\n\r\n");
        return {whole.substr(0, end), end == whole.npos ? "" : whole.substr(end + 4)};
    }

    static std::string base64_of(const std::string& file) {
        const auto bytes = read_whole_file(file);
        std::string text(base64_size(bytes.size()), '\0');
        encode_base64(as_bytes(bytes), text).value();
        return text;
    }

    std::optional<LiveProgram> proxy_;
};

TEST_F(ServeBehindProxy, NoAnswerDeviatesFromTheDocument) {  // D2, DIG-5, DIG-6, DIG-19, DIG-20
    const auto session = new_session();
    const auto picture = (bench_->folder() / "red.png").string();
    const auto at = "/sessions/" + session;
    const std::string json_type = "Content-Type: application/json";
    const auto upload = bench_->folder() / "upload.json";
    std::ofstream(upload) << json::object{
        {"message", "what colour?"},
        {"images", json::array{json::object{{"data", base64_of(picture)}, {"name", "red.png"}}}}};
    std::vector<std::vector<std::string>> flow{
        {"-F",
         "message=what colour?",
         "-F",
         "images[]=@" + picture + ";type=image/png",
         at + "/messages?wait=true"},
        {"-H", json_type, "-d", "@" + upload.string(), at + "/messages?wait=true"},
        {"-H", json_type, "-d", R"({"message": "look"})", at + "/messages?wait=true"},
        {"-H", json_type, "-d", R"({"images": [{"data": "bm8="}]})", at + "/messages"},
        {"-H", json_type, "-d", R"({"message": "and now?"})", at + "/messages"},
        {at},
        {at + "/history"},
        {at + "/images"},
        {at + "/usage"},
        {at + "/turns"},
        {at + "/log"},
        {"/sessions"},
        {"/sessions/none"},
        {"/metrics"},
        {"-X", "POST", at + "/cancel"},
    };
    for (const auto& step : flow) {
        const auto seen = ask(step);
        EXPECT_FALSE(seen.deviates()) << step.back() << "\n" << seen.head << "\n" << seen.body;
    }
    const auto images = json::parse(ask({at + "/images"}).body).at("images").as_array();
    ASSERT_FALSE(images.empty());
    const auto image = at + "/images/" + std::string(images[0].at("image_id").as_string());
    for (const auto* const step : {"", "?variant=thumb", "/reading"}) {
        const auto seen = ask({image + step});
        EXPECT_FALSE(seen.deviates()) << step << "\n" << seen.head;
    }
    for (const auto* const verb : {"/pin", "/unpin", "/drop", "/restore"}) {
        const auto seen = ask({"-X", "POST", image + verb});
        EXPECT_FALSE(seen.deviates()) << verb << "\n" << seen.head << seen.body;
    }
    EXPECT_FALSE(ask({"-X", "DELETE", at}).deviates());
    // And what does deviate is seen.
    EXPECT_TRUE(ask({"-X", "PATCH", "-H", json_type, "-d", R"({"title": 5})", at}).deviates());
}

TEST_F(ServeSuites, PrometheusTakesTheMetrics) {  // D6
    if (run_program({"sh", "-c", "command -v promtool"}).exit_code != 0) {
        GTEST_SKIP() << "promtool is not installed: it is in Debian's package prometheus";
    }
    new_session();

    const auto done = run_program({"promtool", "check", "metrics"}, curl({"/metrics"}));

    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_EQ(done.err, "");
}

}  // namespace
}  // namespace fovea::testing
