// Pictures that a conversation names by their addresses: the model gets what it can take, and the
// conversation stays as it was.
#include "fovea/net/http/test_tls.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "e2e/proxy_fixture.hpp"
#include "support/aimock.hpp"
#include "support/request_checks.hpp"
#include "support/test_paths.hpp"
#include "support/workbench.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::string kSample = test_paths::source_dir() + "/tests/data/sample/screenshot.png";

class UrlConversation : public ::testing::Test {
protected:
    Finished fovea(std::vector<std::string> arguments) const {
        return bench_.fovea(
            std::move(arguments),
            {"/usr/bin/env", "FOVEA_TEST_ALLOW_LOOPBACK=1", "SSL_CERT_FILE=" + authority_.file()}
        );
    }
    Finished send(const std::string& model, std::vector<std::string> more) const {
        more.insert(more.begin(), {"send", "--session", "s", "--model", model, "--json"});
        return fovea(std::move(more));
    }
    static json::object json_of(const Finished& done) {
        boost::system::error_code broken;
        const auto value = json::parse(done.out, broken);
        EXPECT_FALSE(broken) << done.out << done.err;
        return value.is_object() ? value.get_object() : json::object{};
    }

    std::string picture_ = read_whole_file(kSample);
    net::TestAuthority authority_;
    net::TestServer server_{
        [this](net::TestConnection& peer) {
            peer.read_request();
            peer.respond(200, picture_, "Content-Type: image/png\r\n");
        },
        "https",
        [this](int fd) { return authority_.wrap(fd); }};
    std::unique_ptr<Aimock> upstream_ =
        Aimock::installed()
            ? std::make_unique<Aimock>(R"([{"match": {}, "response": {"content": "I see."}}])")
            : nullptr;
    Workbench bench_{upstream_ ? upstream_->url() : "http://127.0.0.1:1"};
};

TEST_F(UrlConversation, IsReadByTheModelOnThisMachine) {  // Q2, X4
    const auto first = json_of(
        send("local/ocr", {"--message", "what is this?", "--image", server_.url("/shot.png")})
    );

    EXPECT_FALSE(first.at("text").as_string().empty());
    EXPECT_EQ(first.at("receipt").at(0).at("url"), json::value(server_.url("/shot.png")));
    EXPECT_EQ(first.at("receipt").at(0).at("state"), "pixels");

    // What the session saw it sees again, whatever is there now.
    picture_ = "gone";
    const auto second = json_of(send("local/ocr", {"--message", "what is this?"}));
    EXPECT_FALSE(second.at("text").as_string().empty());
    EXPECT_EQ(server_.connections(), 1);

    const auto kept = fovea({"sessions", "show", "s", "--json"}).out;
    EXPECT_THAT(kept, HasSubstr(server_.url("/shot.png")));
}

TEST_F(UrlConversation, StaysWhatWasSeenWhenTheCacheIsGone) {  // X4, S2
    send("local/ocr", {"--message", "what is this?", "--image", server_.url("/shot.png")});
    picture_ = "gone";
    bench_.forget_cache();

    const auto again = json_of(send("local/ocr", {"--message", "what is this?"}));

    EXPECT_FALSE(again.at("text").as_string().empty());
    EXPECT_EQ(server_.connections(), 1);
    const auto collected = json_of(fovea({"sessions", "gc", "--json"}));
    EXPECT_EQ(collected.at("blobs"), 0);
    EXPECT_EQ(fovea({"sessions", "fsck"}).exit_code, 0);
}

TEST_F(UrlConversation, SaysWhatBecameOfAnAddressThatIsRefused) {  // Q2
    const auto done =
        json_of(send("local/ocr", {"--message", "what?", "--image", "https://10.0.0.1/a.png"}));

    EXPECT_EQ(done.at("error").at("code"), "URL_BLOCKED");
}

TEST_F(UrlConversation, GoesAsAPictureToAProviderThatOpensNone) {  // Q2, X4
    if (!upstream_) GTEST_SKIP() << Aimock::kMissing;
    for (const auto& model : kKnownModels) {
        upstream_->forget();
        bench_.forget_data();
        const auto before = server_.connections();
        const auto url = server_.url("/shot.png");

        const auto sent = json_of(send(model.name, {"--message", "what?", "--image", url}));

        EXPECT_EQ(sent.at("receipt").at(0).at("url"), json::value(url)) << model.name;
        EXPECT_EQ(sent.at("receipt").at(0).at("state"), "pixels") << model.name;
        EXPECT_EQ(server_.connections() - before, model.takes_urls ? 0 : 1) << model.name;
        const auto requests = asking_models(upstream_->requests());
        ASSERT_THAT(requests, SizeIs(1)) << model.name;
        const bool named = requests[0].body.find(url) != std::string::npos;
        EXPECT_EQ(named, model.takes_urls) << model.name;
        const auto checked = check_request(
            model.kind, requests[0].body, {.model = model.id, .path = requests[0].path}
        );
        EXPECT_THAT(checked.problems, IsEmpty());
        if (!model.takes_urls) {  // what the session saw is rendered without asking anybody
            const auto rendered = fovea({"render", "--session", "s", "--to", model.name, "--json"});
            EXPECT_EQ(json_of(rendered).at("receipt").at(0).at("state"), "pixels") << rendered.out;
            EXPECT_EQ(server_.connections() - before, 1);
        }
        EXPECT_THAT(checked.images, SizeIs(model.takes_urls ? 0 : 1)) << model.name;  // with bytes
    }
}

// A model that cannot see, and one that looks for it.
class UrlProxied : public Proxied {
protected:
    void SetUp() override {
        Proxied::SetUp();
        variables_ = {"FOVEA_TEST_ALLOW_LOOPBACK=1", "SSL_CERT_FILE=" + authority_.file()};
    }

    net::TestAuthority authority_;
    net::TestServer server_{
        [](net::TestConnection& peer) {
            const auto request = peer.read_request();
            if (request && request->target == "/inside") {
                peer.respond(302, "", "Location: https://169.254.169.254/a.png\r\n");
                return;
            }
            peer.respond(200, read_whole_file(kSample), "Content-Type: image/png\r\n");
        },
        "https",
        [this](int fd) { return authority_.wrap(fd); }};
};

TEST_F(UrlProxied, IsDescribedOnceToAModelThatCannotSee) {  // V1, Q2, X4
    const auto url = server_.url("/shot.png");

    const auto first = turn("main/reader", "what is this?", {url});
    EXPECT_EQ(first.at("receipt").at(0).at("url"), json::value(url));
    EXPECT_EQ(first.at("receipt").at(0).at("state"), "described");
    turn("main/reader", "and now?");

    ASSERT_THAT(asked_eyes(), SizeIs(1));
    EXPECT_THAT(pictures_in(asked_eyes()[0]), SizeIs(1));
    ASSERT_THAT(asked_main(), SizeIs(2));
    for (const auto& body : asked_main()) {
        EXPECT_TRUE(has(body, "SQUARE-7"));
        EXPECT_THAT(pictures_in(body), IsEmpty());
    }
    EXPECT_EQ(server_.connections(), 1);
    EXPECT_EQ(entries("message")[0].at("body").at("content").at(0).at("url"), json::value(url));
}

TEST_F(UrlProxied, DoesNotEndTheTurnWhenItIsRefused) {  // V1, Q2
    const auto sent = turn("main/reader", "what is this?", {server_.url("/inside")});

    EXPECT_EQ(sent.at("text"), "I understand.");
    EXPECT_EQ(sent.at("receipt").at(0).at("url"), json::value(server_.url("/inside")));
    EXPECT_THAT(asked_eyes(), IsEmpty());
}

}  // namespace
}  // namespace fovea::testing
