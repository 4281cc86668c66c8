// What fovea render shows is what fovea send and fovea -p send: for every mode of the vision proxy,
// every kind of model and any number of pictures, from a file and in a session; and where it would have
// to ask somebody first, it says so.
#include "fovea/net/http/test_tls.hpp"

#include <tuple>

#include "e2e/proxy_fixture.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::Combine;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::Values;

const std::string kSample = test_paths::source_dir() + "/tests/data/sample/screenshot.png";

// A proxied bench whose pictures are 0.png, 1.png, …
class Shown : public Proxied {
protected:
    void begin_with(const std::string& configuration, int pictures) {
        begin(kOnlyAnswer, configuration);
        names_.clear();
        for (int i = 0; i < pictures; ++i) {
            names_.push_back(std::to_string(i) + ".png");
            bench_->picture(
                names_.back(),
                {"plain", std::to_string(60 + i), "40", "200," + std::to_string(i * 40) + ",30"}
            );
        }
        std::string blocks;
        for (const auto& name : names_)
            blocks += R"({"type": "image", "path": ")" + name + R"("}, )";
        bench_->messages(
            R"([{"role": "user", "content": [)" + blocks + R"({"type": "text", "text": "What?"}]}])"
        );
    }
    Finished render(const std::string& model, std::vector<std::string> more) const {
        more.insert(more.begin(), {"render", "--to", model});
        return fovea(std::move(more));
    }
    Finished render_file(const std::string& model) const {
        return render(model, {"--messages", "messages.json"});
    }
    Finished send_file(const std::string& model) const {
        return fovea({"send", "--model", model, "--messages", "messages.json"});
    }
    // A turn that the server refuses, so that the session stays at exactly what was sent.
    Finished send_in_vain(const std::string& model, std::vector<std::string> images) const {
        std::vector<std::string> arguments = {
            "send", "--session", "s", "--model", model, "--message", "What?"};
        for (const auto& image : images) arguments.insert(arguments.end(), {"--image", image});
        main_->fail_next(400, "not today");
        return fovea(std::move(arguments));
    }
    // The bodies are long.
    static void expect_same(const std::string& rendered, const std::string& sent) {
        EXPECT_TRUE(rendered == sent) << rendered.substr(0, 3000) << "\n\n" << sent.substr(0, 3000);
    }
    // Of a chat completion, without what only an agent says.
    static std::string conversation_in(const std::string& body) {
        json::array messages;
        const auto parsed = json::parse(body);
        for (const auto& message : parsed.at("messages").as_array()) {
            if (message.at("role") != "system") messages.push_back(message);
        }
        return json::serialize(messages);
    }

    std::vector<std::string> names_;
};

enum class Eyes { Local, Remote };

struct Combination {
    std::string mode;
    std::string model;
    int pictures;
    Eyes eyes;

    bool is_described() const {
        return mode == "always" || (mode == "auto" && model == "main/reader");
    }
};

class EveryCombination
    : public Shown,
      public ::testing::WithParamInterface<std::tuple<const char*, const char*, int, Eyes>> {
protected:
    void SetUp() override {
        Shown::SetUp();
        if (IsSkipped()) return;
        const auto& [mode, model, pictures, eyes] = GetParam();
        now_ = {mode, model, pictures, eyes};
        auto configuration = "mode = \"" + now_.mode + "\"\n[routing]\nstrict = false\n";
        begin_with(configuration, now_.pictures);
        if (eyes == Eyes::Local) variables_ = {"FOVEA_PROXY_MODEL=local/ocr"};
    }

    Combination now_;
};

INSTANTIATE_TEST_SUITE_P(
    Turns,
    EveryCombination,
    Combine(
        Values("auto", "always", "off"),
        Values("main/reader", "main/looker", "anthropic/claude-opus-4-7"),
        Values(1, 2, 5),
        Values(Eyes::Local, Eyes::Remote)
    ),
    [](const auto& parameter) {
        const std::string model = std::get<1>(parameter.param);
        return std::string(std::get<0>(parameter.param)) + "_" +
               (model.starts_with("main/") ? model.substr(5) : "claude") + "_" +
               std::to_string(std::get<2>(parameter.param)) +
               (std::get<3>(parameter.param) == Eyes::Local ? "_local" : "_remote");
    }
);

TEST_P(EveryCombination, OfAFileIsShownAsItIsSent) {  // P6, V1, V5
    const auto before = render_file(now_.model);
    ASSERT_THAT(asked_eyes(), IsEmpty());
    ASSERT_THAT(asked_main(), IsEmpty());

    const auto sent = send_file(now_.model);
    ASSERT_EQ(sent.exit_code, 0) << sent.err;
    ASSERT_THAT(asked_main(), SizeIs(1));
    const auto asked = asked_eyes().size();
    const auto after = render_file(now_.model);

    EXPECT_EQ(after.exit_code, 0) << after.err;
    expect_same(after.out, asked_main()[0]);
    EXPECT_THAT(asked_eyes(), SizeIs(asked));  // nobody was asked to show it
    if (now_.is_described() && now_.eyes == Eyes::Remote) {
        EXPECT_EQ(before.exit_code, 2);
        EXPECT_THAT(before.out, IsEmpty());
        EXPECT_THAT(before.err, HasSubstr("NO_CANDIDATE"));
        EXPECT_THAT(before.err, HasSubstr("what eyes/seer says about 0.png"));
    } else {
        EXPECT_EQ(before.exit_code, 0) << before.err;
        expect_same(before.out, asked_main()[0]);
    }
}

TEST_P(EveryCombination, OfASessionIsShownAsItIsSent) {  // P6, V1, V5
    const auto refused = send_in_vain(now_.model, names_);
    ASSERT_EQ(refused.exit_code, 2) << refused.out << refused.err;
    ASSERT_THAT(asked_main(), SizeIs(1));

    const auto shown = render(now_.model, {"--session", "s"});
    const auto sent = fovea({"send", "--session", "s", "--model", now_.model});
    const auto streamed = render(now_.model, {"--session", "s", "--stream"});

    EXPECT_EQ(shown.exit_code, 0) << shown.err;
    EXPECT_EQ(sent.exit_code, 0) << sent.err;
    ASSERT_THAT(asked_main(), SizeIs(2));
    expect_same(shown.out, asked_main()[0]);
    expect_same(shown.out, asked_main()[1]);
    EXPECT_EQ(streamed.exit_code, 0) << streamed.err;
}

TEST_P(EveryCombination, OfAnAgentHoldsTheConversationThatIsShown) {  // P6, V1, V5
    std::vector<std::string> arguments = {
        "-p", "What?", "--model", now_.model, "--session-id", "s"};
    for (const auto& name : names_) arguments.insert(arguments.end(), {"--image", name});
    main_->fail_next(400, "not today");
    const auto refused = fovea(std::move(arguments));
    ASSERT_NE(refused.exit_code, 0) << refused.out;
    ASSERT_THAT(asked_main(), SizeIs(1));

    const auto shown = render(now_.model, {"--session", "s"});

    ASSERT_EQ(shown.exit_code, 0) << shown.err;
    expect_same(conversation_in(shown.out), conversation_in(asked_main()[0]));
}

class WhatRenderDoesNotKnow : public Shown {
protected:
    void SetUp() override {
        Shown::SetUp();
        variables_ = {"FOVEA_TEST_ALLOW_LOOPBACK=1", "SSL_CERT_FILE=" + authority_.file()};
    }

    net::TestAuthority authority_;
    net::TestServer server_{
        [](net::TestConnection& peer) {
            peer.read_request();
            peer.respond(200, read_whole_file(kSample), "Content-Type: image/png\r\n");
        },
        "https",
        [this](int fd) { return authority_.wrap(fd); }};
};

TEST_F(WhatRenderDoesNotKnow, IsNamedAndTheRestCanBeShownAsWhenNobodyAnswers) {  // P6
    begin_with("", 2);

    const auto unknown = render("main/reader", {"--messages", "messages.json", "--json"});
    const auto shown = render("main/reader", {"--messages", "messages.json", "--unreachable"});
    consent_ = "nobody";
    const auto nobody_agreed = render("main/reader", {"--messages", "messages.json"});

    EXPECT_EQ(unknown.exit_code, 2);
    const auto error = json::parse(unknown.out).at("error");
    EXPECT_EQ(error.at("code"), "NO_CANDIDATE");
    const auto message = std::string(error.at("message").as_string());
    EXPECT_THAT(message, HasSubstr("what eyes/seer says about 0.png"));
    EXPECT_THAT(message, HasSubstr("what eyes/seer says about 1.png"));
    EXPECT_EQ(shown.exit_code, 0) << shown.err;
    EXPECT_THAT(shown.out, HasSubstr("[Image not seen: 0.png"));
    // Nobody will be asked: that is known.
    EXPECT_EQ(nobody_agreed.exit_code, 0) << nobody_agreed.err;
    expect_same(nobody_agreed.out, shown.out);
    EXPECT_THAT(asked_eyes(), IsEmpty());
}

TEST_F(WhatRenderDoesNotKnow, IsKnownOnceThePictureWasDescribed) {  // P6, V1
    begin_with("", 1);
    ASSERT_EQ(render_file("main/reader").exit_code, 2);

    const auto described = fovea({"describe", "0.png", "--model", "eyes/seer"});
    ASSERT_EQ(described.exit_code, 0) << described.err;
    const auto shown = render_file("main/reader");
    const auto sent = send_file("main/reader");

    ASSERT_EQ(shown.exit_code, 0) << shown.err;
    ASSERT_EQ(sent.exit_code, 0) << sent.err;
    expect_same(shown.out, asked_main().at(0));
}

TEST_F(WhatRenderDoesNotKnow, IsAlsoWhatStandsBehindAnAddress) {  // P6, Q2
    begin_with("", 0);
    const auto url = server_.url("/shot.png");
    bench_->messages(
        R"([{"role": "user", "content": [{"type": "image", "url": ")" + url + R"("}]}])"
    );

    const auto unknown = render_file("main/looker");
    const auto words = render("main/looker", {"--messages", "messages.json", "--unreachable"});
    const auto opens = render_file("anthropic/claude-opus-4-7");

    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("the file at " + url));
    EXPECT_EQ(words.exit_code, 0) << words.err;
    EXPECT_THAT(words.out, HasSubstr("[Image not sent: "));
    EXPECT_EQ(opens.exit_code, 0) << opens.err;  // that provider opens it itself
    EXPECT_EQ(server_.connections(), 0);
}

TEST_F(WhatRenderDoesNotKnow, IsKnownInASessionThatFetchedIt) {  // P6, Q2, V1
    for (const char* model : {"main/looker", "main/reader", "anthropic/claude-opus-4-7"}) {
        begin_with("", 1);
        const auto refused = send_in_vain(model, {server_.url("/shot.png"), "0.png"});
        ASSERT_EQ(refused.exit_code, 2) << refused.out << refused.err;
        const auto fetched = server_.connections();

        const auto shown = render(model, {"--session", "s"});

        ASSERT_EQ(shown.exit_code, 0) << shown.err;
        expect_same(shown.out, asked_main().at(0));
        EXPECT_EQ(server_.connections(), fetched);
    }
}

TEST_F(WhatRenderDoesNotKnow, IsAlsoWhatAServerSaysOfItsModels) {  // P6, K1
    begin_with("", 1);

    const auto unknown = render_file("main/nobody-knows-it");
    bench_->messages(R"([{"role": "user", "content": "hello"}])");
    const auto words = render_file("main/nobody-knows-it");

    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("says about nobody-knows-it"));
    EXPECT_EQ(words.exit_code, 0) << words.err;
}

}  // namespace
}  // namespace fovea::testing
