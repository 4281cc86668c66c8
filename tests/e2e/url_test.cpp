// URLs on the command line: a picture server with a certificate of the test's own authority.
#include "fovea/media/pdf/test_pdf.hpp"
#include "fovea/net/gate/test_gate.hpp"
#include "fovea/net/http/test_tls.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "support/clean_home.hpp"
#include "support/run_program.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;

const std::string kSample = test_paths::source_dir() + "/tests/data/sample/screenshot.png";

class UrlInput : public ::testing::Test {
protected:
    // With what a test that fetches from this machine needs.
    std::vector<std::string> allowed() const {
        return {"FOVEA_TEST_ALLOW_LOOPBACK=1", "SSL_CERT_FILE=" + authority_.file()};
    }
    Finished run(const std::vector<std::string>& arguments) const {
        return person_.run(arguments, allowed());
    }

    static json::object json_of(const Finished& done) {
        boost::system::error_code broken;
        const auto value = json::parse(done.out, broken);
        EXPECT_FALSE(broken) << done.out << done.err;
        return value.is_object() ? value.get_object() : json::object{};
    }
    static std::string code_of(const Finished& done) {
        const auto object = json_of(done);
        const auto* error = object.if_contains("error");
        return error == nullptr ? "" : std::string(error->at("code").as_string());
    }

    std::string picture_ = read_whole_file(kSample);
    std::function<void(net::TestConnection&)> script_ = [this](net::TestConnection& peer) {
        peer.read_request();
        peer.respond(200, picture_, "Content-Type: image/png\r\n");
    };
    CleanHome person_;
    net::TestAuthority authority_;
    net::TestServer server_{
        [this](net::TestConnection& peer) { script_(peer); },
        "https",
        [this](int fd) { return authority_.wrap(fd); }};
};

TEST_F(UrlInput, IsDescribedLikeAFile) {  // Q2, ETH-4
    const auto from_url = run({"describe", "--json", server_.url("/a/shot.png?key=1")});
    const auto from_file = run({"describe", "--json", kSample});

    ASSERT_EQ(from_url.exit_code, 0) << from_url.out << from_url.err;
    const auto seen = json_of(from_url);
    EXPECT_EQ(seen.at("text").as_string().find("sha256"), json::string::npos);
    EXPECT_EQ(
        seen.at("images").at(0).at("sha256"), json_of(from_file).at("images").at(0).at("sha256")
    );
    EXPECT_EQ(seen.at("images").at(0).at("filename"), "shot.png");
    EXPECT_EQ(server_.connections(), 1);
}

TEST_F(UrlInput, SaysLoudlyThatTheTestSwitchIsOn) {  // Q2
    for (const auto& arguments :
         {std::vector<std::string>{"--version"}, {"describe", kSample}, {"models"}}) {
        const auto with = person_.run(arguments, {"FOVEA_TEST_ALLOW_LOOPBACK=1"});
        const auto without = person_.run(arguments, {"FOVEA_TEST_ALLOW_LOOPBACK=0"});

        EXPECT_NE(with.err.find("WARNING: FOVEA_TEST_ALLOW_LOOPBACK=1"), std::string::npos);
        EXPECT_EQ(without.err.find("WARNING"), std::string::npos);
    }
}

TEST_F(UrlInput, OnThisMachineIsRefusedWithoutAConnection) {  // Q2, ETH-4
    const auto port = std::to_string(server_.port());
    for (const auto& url :
         {server_.url(),
          "https://2130706433:" + port + "/",
          "https://0x7f.1:" + port + "/",
          "https://[::ffff:127.0.0.1]:" + port + "/",
          "https://localhost:" + port + "/"}) {
        const auto done = person_.run({"describe", "--json", url}, {"FOVEA_TEST_ALLOW_LOOPBACK=0"});

        EXPECT_EQ(code_of(done), "URL_BLOCKED") << url;
        EXPECT_EQ(done.exit_code, 2);
        EXPECT_NE(done.err.find("a URL was refused: "), std::string::npos) << done.err;
        EXPECT_EQ(done.out.find("loopback"), std::string::npos) << done.out;
    }
    EXPECT_EQ(server_.connections(), 0);
}

TEST_F(UrlInput, StaysInsideTheGateThoughTestsMayUseLoopback) {  // Q2
    for (const auto* url :
         {"http://127.0.0.1/",
          "https://10.0.0.1/",
          "https://169.254.169.254/latest/meta-data/",
          "https://[fd00:ec2::254]/",
          "https://0/",
          "ftp://127.0.0.1/a.png",
          "file:///etc/passwd"}) {
        EXPECT_EQ(code_of(run({"ingest", "--json", url})), "URL_BLOCKED") << url;
    }
    script_ = [](net::TestConnection& peer) {
        peer.read_request();
        peer.respond(302, "", "Location: https://169.254.169.254/latest/\r\n");
    };
    EXPECT_EQ(code_of(run({"ingest", "--json", server_.url()})), "URL_BLOCKED");
}

TEST_F(UrlInput, IsRefusedWholeWithLocalOnly) {  // Q2, local_only
    person_.write(CleanHome::kUserFile, "local_only = true\n");

    const auto done = run({"describe", "--json", server_.url()});

    EXPECT_EQ(code_of(done), "URL_BLOCKED");
    EXPECT_NE(done.err.find("local_only is set"), std::string::npos);
    EXPECT_EQ(server_.connections(), 0);
}

TEST_F(UrlInput, TakesNeitherProxiesNorPasswordsFromTheirUsualPlaces) {  // Q2
    const net::SilentListener proxy("127.0.0.2");
    const auto place = "http://" + proxy.place();
    person_.write("home/.netrc", "default login me password secret\n");
    person_.write("home/.curlrc", "proxy = " + place + "\nuser = me:secret\ninsecure\n");
    std::optional<net::TestRequest> seen;
    script_ = [&](net::TestConnection& peer) {
        seen = peer.read_request();
        peer.respond(200, picture_);
    };
    auto variables = allowed();
    for (const auto* name :
         {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"}) {
        variables.push_back(std::string(name) + "=" + place);
    }
    variables.push_back("NETRC=" + person_.path("home/.netrc").string());

    const auto done = person_.run({"ingest", "--json", server_.url("/shot.png")}, variables);

    EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
    ASSERT_TRUE(seen);
    for (const auto* name : {"authorization", "proxy-authorization", "cookie", "referer"}) {
        EXPECT_FALSE(net::find_header(seen->headers, name)) << name;
    }
    EXPECT_FALSE(proxy.was_asked());
}

TEST_F(UrlInput, NeedsACertificateThatSomebodyVouchesFor) {  // Q2
    const auto done =
        person_.run({"ingest", "--json", server_.url()}, {"FOVEA_TEST_ALLOW_LOOPBACK=1"});

    EXPECT_EQ(code_of(done), "URL_BLOCKED");
}

TEST_F(UrlInput, IsIngestedByItsBytesWhateverTheServerSays) {  // M2, ETH-4
    const auto with_type = [&](const std::string& type) {
        script_ = [this, type](net::TestConnection& peer) {
            peer.read_request();
            peer.respond(200, picture_, "Content-Type: " + type + "\r\n");
        };
        return json_of(run({"ingest", "--json", server_.url("/shot")})).at("mime_corrected");
    };

    EXPECT_EQ(with_type("image/png"), json::value(false));
    EXPECT_EQ(with_type("image/jpeg; x=y"), json::value(true));
    EXPECT_EQ(with_type("application/octet-stream"), json::value(false));
    EXPECT_EQ(
        json_of(run({"ingest", "--json", server_.url("/shot.jpg")})).at("mime_corrected"),
        json::value(true)
    );
}

TEST_F(UrlInput, MayBeADocumentOrARecording) {  // M9, M10, ETH-4, ETH-7
    picture_ = as_text(media::numbered_pdf(3));
    const auto document =
        json_of(run({"ingest", "--json", server_.url("/report"), "--pages", "2-3"}));
    picture_ = read_whole_file(test_paths::source_dir() + "/tests/data/other/video.mp4");
    const auto video = json_of(run({"ingest", "--json", server_.url("/clip.pdf")}));

    EXPECT_EQ(document.at("mime"), "application/pdf");
    EXPECT_EQ(document.at("pages"), 3);
    EXPECT_EQ(document.at("text").at("words"), 10);
    EXPECT_EQ(document.at("mime_corrected"), true);  // the server says image/png
    EXPECT_EQ(video.at("mime"), "video/mp4");
    EXPECT_EQ(video.at("frames"), 3);
    EXPECT_EQ(video.at("mime_corrected"), true);
}

TEST_F(UrlInput, PassesTheSameGateForPicturesAsAFile) {  // M1, ETH-4, ETH-18
    picture_ = "<svg xmlns='http://www.w3.org/2000/svg'/>";
    EXPECT_EQ(code_of(run({"ingest", "--json", server_.url()})), "UNSUPPORTED_FILE_TYPE");

    picture_ = read_whole_file(kSample).substr(0, 2000);
    EXPECT_EQ(code_of(run({"describe", "--json", server_.url()})), "DECODE_FAILED");

    script_ = [](net::TestConnection& peer) {
        peer.read_request();
        peer.respond(200, "<html></html>", "Content-Type: text/html\r\n");
    };
    EXPECT_EQ(code_of(run({"describe", "--json", server_.url()})), "UNSUPPORTED_FILE_TYPE");

    script_ = [](net::TestConnection& peer) {
        peer.read_request();
        peer.respond(404, "gone");
    };
    EXPECT_EQ(code_of(run({"describe", "--json", server_.url()})), "FILE_NOT_FOUND");
}

TEST_F(UrlInput, EndsAtTheCapOf32MebibytesHoweverMuchComes) {  // ETH-4
    script_ = [](net::TestConnection& peer) {
        peer.read_request();
        peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        const std::string block(1 << 20, '\0');
        while (peer.send_chunk(block)) {
        }
    };

    EXPECT_EQ(code_of(run({"describe", "--json", server_.url()})), "FILE_TOO_LARGE");
}

}  // namespace
}  // namespace fovea::testing
