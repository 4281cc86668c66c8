// aimock (npm @copilotkit/aimock): a model server that somebody else wrote, so that what we send is
// not only held against our own reading of the APIs. It answers, on one loopback port,
//
//     POST /v1/messages                                 Anthropic
//     POST /v1/chat/completions, /v1/responses          OpenAI
//     POST /v1beta/models/M:generateContent, :streamGenerateContent   Gemini
//     POST /api/chat                                    Ollama
//
// with what the fixtures say, streamed where the request asks for it.
//
//     if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;
//     Aimock upstream(R"([{"match": {"userMessage": "cut"}, "truncateAfterChunks": 2, "latency": 1,
//                          "response": {"content": "…"}},
//                         {"match": {}, "response": {"content": "A red square."}}])");
//     … fovea with base_url upstream.url() …
//     EXPECT_EQ(upstream.requests().size(), 1);
//
// A fixture's `match` is by userMessage, model, toolCallId …; {} takes everything; the first that
// matches answers. `truncateAfterChunks` cuts the connection in the middle of a stream; with a
// `latency` of 1 ms between chunks the ones before the cut do leave.
#pragma once

#include <boost/json.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support/recorded_requests.hpp"

namespace fovea::testing {

// Faults that hit every request until calm(). Rates are 0 or 1 in tests: nothing is left to chance.
struct Chaos {
    bool rate_limit = false;  // 429 with retry-after: 1
    bool drop = false;        // 500
    bool malformed = false;   // 200 with text that is not JSON
    bool disconnect = false;  // the connection ends without a response
    int latency_ms = 0;       // before each answer
};

class Aimock {
public:
    static constexpr const char* kMissing =
        "aimock is not installed: ./dev test installs it from the npm registry";

    // False also where FOVEA_REQUIRE_NODE says that it must be there; that is then a test failure.
    static bool installed();

    explicit Aimock(std::string_view fixtures_json);
    Aimock(const Aimock&) = delete;
    Aimock& operator=(const Aimock&) = delete;
    ~Aimock();

    const std::string& url() const { return url_; }

    // Byte for byte. aimock reads bodies of up to 10 MiB and drops the connection of larger ones.
    std::vector<RecordedRequest> requests() const;

    // As aimock understood them: every dialect as a chat completion, without pictures, and a body
    // above 64 KB only by its size; beside it the status it answered and the chaos it did.
    boost::json::array journal() const;

    // Exactly the next request gets this status, with the provider's own form of error body and,
    // for 429, retry-after: 1.
    void fail_next(int status, std::string_view message = "injected") const;

    void cause(const Chaos& chaos) const;
    void calm() const;

    // Forgets requests, journal and chaos, and keeps the fixtures.
    void forget() const;

private:
    static constexpr std::string_view kNoServer = "http://127.0.0.1:1";

    std::filesystem::path folder_;
    std::string url_{kNoServer};
};

}  // namespace fovea::testing
