#include "fovea/serve/access/doorkeeper.hpp"

#include "fovea/serve/http/long_answer.hpp"
#include "fovea/store/test_folder.hpp"

#include <gtest/gtest.h>

namespace fovea::serve {
namespace {

class Door : public testing::Test {
protected:
    Request request(Headers headers, std::string method = "GET") const {
        Request request{.method = std::move(method), .target = "/sessions"};
        request.headers = {{"host", "localhost:7420"}};
        for (auto& header : headers) {
            if (header.first == "host") request.headers.clear();
        }
        for (auto& header : headers) request.headers.push_back(std::move(header));
        request.peer = "127.0.0.1";
        return request;
    }
    // 200: let in.
    int status(const Request& request, Scope scope = Scope::Sessions) {
        const Route route{.scope = scope};
        const auto answer = door_.admit(request, &route);
        const auto* no = std::get_if<Response>(&answer);
        return no != nullptr ? no->status : 200;
    }
    std::pair<std::string, std::string> bearer() const {
        return {"authorization", "Bearer " + tokens_->secret()};
    }

    store::TestFolder folder_;
    std::unique_ptr<TokenBook> tokens_ = TokenBook::open(folder_ / "serve").value();
    std::chrono::steady_clock::time_point now_ = std::chrono::steady_clock::now();
    Doorkeeper door_{
        *tokens_,
        {.hosts = {"localhost:7420", "127.0.0.1:7420"},
         .origins = {"http://localhost:7420"},
         .max_failures = 3,
         .now = [this] { return now_; }}};
};

TEST_F(Door, ATokenComesInEachOfItsWays) {  // D1
    const auto& secret = tokens_->secret();

    EXPECT_EQ(status(request({bearer()})), 200);
    EXPECT_EQ(status(request({{"authorization", "bearer  " + secret}})), 200);
    EXPECT_EQ(status(request({{"x-api-key", secret}})), 200);
    EXPECT_EQ(status(request({{"cookie", "a=b; fovea_token=" + secret}})), 200);
    EXPECT_EQ(status(request({})), 401);
    EXPECT_EQ(status(request({{"authorization", "Basic " + secret}})), 401);
    EXPECT_EQ(status(request({}), Scope::Open), 200);
}

TEST_F(Door, AHostThatIsNotOursIsRefusedWhateverItBrings) {  // D1
    EXPECT_EQ(status(request({{"host", "evil.example:7420"}, bearer()})), 421);
    EXPECT_EQ(status(request({{"host", "localhost"}, bearer()})), 421);
    EXPECT_EQ(status(request({{"host", "LOCALHOST:7420"}, bearer()})), 200);
    EXPECT_EQ(status(request({{"host", "evil.example:7420"}}), Scope::Open), 421);
}

TEST_F(Door, PagesOfOthersAreRefused) {  // D1
    EXPECT_EQ(status(request({{"origin", "http://localhost:7420"}, bearer()})), 200);
    EXPECT_EQ(status(request({{"origin", "https://evil.example"}, bearer()})), 403);
    EXPECT_EQ(status(request({{"origin", "null"}, bearer()})), 403);
    EXPECT_EQ(status(request({{"sec-fetch-site", "cross-site"}, bearer()}, "POST")), 403);
    EXPECT_EQ(status(request({{"sec-fetch-site", "cross-site"}, bearer()})), 200);
}

TEST_F(Door, AScopeIsTheLimitOfAToken) {  // D1
    const auto secret = tokens_->add({.name = "ci", .scopes = {Scope::Mcp}}).value();
    const auto asks = request({{"x-api-key", secret}});

    EXPECT_EQ(status(asks, Scope::Mcp), 200);
    EXPECT_EQ(status(asks, Scope::Sessions), 403);
    EXPECT_EQ(status(asks, Scope::Admin), 403);
}

TEST_F(Door, WhoGuessesIsToldToWaitAndNobodyElseIs) {  // D1
    const auto guess = request({{"x-api-key", "guess"}});
    for (int i = 0; i < 3; ++i) EXPECT_EQ(status(guess), 401);

    EXPECT_EQ(status(guess), 429);
    EXPECT_EQ(status(request({bearer()})), 200);
    now_ += std::chrono::minutes(2);
    EXPECT_EQ(status(guess), 401);
}

}  // namespace
}  // namespace fovea::serve
