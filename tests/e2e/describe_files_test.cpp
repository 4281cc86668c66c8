// fovea describe of documents and recordings: the same answers as those of fovea analyze and fovea
// video, however the file is named.
#include "fovea/media/pdf/test_pdf.hpp"
#include "fovea/media/video/test_recordings.hpp"
#include "fovea/net/http/test_tls.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "support/clean_home.hpp"
#include "support/run_program.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

class DescribeFiles : public ::testing::Test {
protected:
    void SetUp() override {
        pdf_ = as_text(media::to_pdf({{.text = "INVOICE 4711"}, {.text = "TOTAL 99 EUR"}}));
        film_ = as_text(media::three_scenes("mp4"));
        person_.write("project/a.pdf", pdf_);
        person_.write("project/clip.mp4", film_);
        person_.write(
            "project/b.png", read_whole_file(test_paths::source_dir() + "/tests/data/png/rgb-8.png")
        );
    }
    static json::object json_of(const Finished& done) {
        boost::system::error_code broken;
        const auto value = json::parse(done.out, broken);
        EXPECT_FALSE(broken) << done.out << done.err;
        return value.is_object() ? value.get_object() : json::object{};
    }
    // Two answers to the same: the second comes from what is kept.
    static void expect_same(const Finished& described, const Finished& asked) {
        EXPECT_EQ(described.exit_code, 0) << described.err;
        auto one = json_of(described);
        auto other = json_of(asked);
        one.erase("cached");
        other.erase("cached");
        EXPECT_EQ(one, other);
        EXPECT_FALSE(one.at("text").as_string().empty());
    }
    static std::string code_of(const Finished& done) {
        const auto object = json_of(done);
        const auto* error = object.if_contains("error");
        return error == nullptr ? "" : std::string(error->at("code").as_string());
    }
    Finished from_stdin(const std::string& input) const {
        const auto line = "cd " + person_.path("project").string() +
                          " && HOME=" + person_.path("home").string() + " '" +
                          test_paths::program("fovea") + "' describe - --json";
        return run_program({"sh", "-c", line}, input);
    }

    CleanHome person_;
    std::string pdf_;
    std::string film_;
};

TEST_F(DescribeFiles, ADocumentIsAnsweredAsAnalyzeDoes) {
    expect_same(
        person_.run({"describe", "a.pdf", "--question", "what is the total?", "--json"}),
        person_.run({"analyze", "a.pdf", "--prompt", "what is the total?", "--json"})
    );
    const auto whole = json_of(person_.run({"describe", "a.pdf", "--json"}));
    EXPECT_THAT(
        std::string(whole.at("text").as_string()), AllOf(HasSubstr("4711"), HasSubstr("99 EUR"))
    );
    const auto page = json_of(person_.run({"describe", "a.pdf", "--pages", "2", "--json"}));
    EXPECT_THAT(std::string(page.at("text").as_string()), HasSubstr("99 EUR"));
    EXPECT_EQ(std::string(page.at("text").as_string()).find("4711"), std::string::npos);
}

TEST_F(DescribeFiles, ARecordingIsAnsweredAsVideoDoes) {
    expect_same(
        person_.run({"describe", "clip.mp4", "--model", "local/ocr", "--json"}),
        person_.run({"video", "clip.mp4", "--model", "local/ocr", "--json"})
    );
}

TEST_F(DescribeFiles, ComeByStandardInputToo) {
    EXPECT_THAT(from_stdin(pdf_).out, HasSubstr("4711"));
    const auto video = from_stdin(film_);
    EXPECT_EQ(video.exit_code, 0) << video.err;
    EXPECT_EQ(json_of(video).at("model"), "local/ocr");
}

TEST_F(DescribeFiles, ComeByUrlToo) {  // Q2
    const net::TestAuthority authority;
    std::string body = pdf_;
    net::TestServer server(
        [&](net::TestConnection& peer) {
            peer.read_request();
            peer.respond(200, body, "Content-Type: application/octet-stream\r\n");
        },
        "https",
        [&](int fd) { return authority.wrap(fd); }
    );
    const std::vector<std::string> allowed = {
        "FOVEA_TEST_ALLOW_LOOPBACK=1", "SSL_CERT_FILE=" + authority.file()};

    EXPECT_THAT(
        person_.run({"describe", server.url("/report"), "--json"}, allowed).out, HasSubstr("4711")
    );
    body = film_;
    const auto video = person_.run({"describe", server.url("/clip"), "--json"}, allowed);
    EXPECT_EQ(video.exit_code, 0) << video.out << video.err;
    EXPECT_EQ(json_of(video).at("model"), "local/ocr");
}

TEST_F(DescribeFiles, APictureAndADocumentAreAskedAboutTogether) {
    const auto done =
        person_.run({"describe", "b.png", "a.pdf", "--question", "what is the total?", "--json"});

    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_THAT(std::string(json_of(done).at("text").as_string()), HasSubstr("99 EUR"));
}

TEST_F(DescribeFiles, SayWhatIsNotForThem) {
    const auto together = person_.run({"describe", "b.png", "clip.mp4"});
    EXPECT_EQ(together.exit_code, 2);
    EXPECT_THAT(together.err, AllOf(HasSubstr("clip.mp4 is a video"), HasSubstr("--each")));
    const auto cropped = person_.run({"describe", "a.pdf", "--crop", "r=top"});
    EXPECT_EQ(cropped.exit_code, 2);
    EXPECT_THAT(cropped.err, HasSubstr("--crop is only for pictures, and a.pdf is a document"));
    EXPECT_EQ(
        code_of(person_.run({"describe", "b.png", "--pages", "1", "--json"})), "INVALID_INPUT"
    );
}

}  // namespace
}  // namespace fovea::testing
