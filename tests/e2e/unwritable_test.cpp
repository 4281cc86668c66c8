// A data folder that cannot be written, which stops root as well: read-only or full. What only reads
// works, what only answers goes on without keeping anything, and nothing is left behind.
#include <gmock/gmock.h>
#include <unistd.h>

#include "e2e/headless_fixture.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr std::string_view kFixtures = R"([
    {"match": {"userMessage": "go on"}, "response": {"content": "Going on."}},
    {"match": {}, "response": {"content": "A red square."}}])";

// Each with the data folder as $0, in a namespace of mounts of its own.
constexpr const char* kReadOnly =
    R"(mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@")";
constexpr const char* kFull = R"(mkdir "$0.full" && mount -t tmpfs -o size=16m none "$0.full" &&
    cp -a "$0/." "$0.full/" && { cat /dev/zero > "$0.full/fill" 2> "$0.why" || true; } &&
    mount --bind "$0.full" "$0" && exec "$@")";

class Unwritable : public Headless, public ::testing::WithParamInterface<const char*> {
protected:
    void SetUp() override {
        Headless::SetUp();
        if (IsSkipped()) return;
        start(kFixtures);
        bench_->picture("red.png", {"plain", "40", "30", "200,30,30"});
        fs::create_directory(path("tmp"));
        const auto kept = run({"-p", "What?", "--image", "red.png", "--session-id", "old"});
        ASSERT_EQ(kept.exit_code, 0) << kept.err;
        before_ = files();
        if (run_program(launched({"true"})).exit_code != 0) {
            GTEST_SKIP() << "there are no namespaces of mounts here";
        }
        clean_up();
    }
    std::vector<std::string> launcher() const {
        return {
            "/usr/bin/env",
            "TMPDIR=" + path("tmp"),
            "unshare",
            ::geteuid() == 0 ? "-m" : "-rm",
            "/bin/sh",
            "-c",
            GetParam(),
            path("data")};
    }
    std::vector<std::string> launched(const std::vector<std::string>& words) const {
        auto all = launcher();
        all.insert(all.end(), words.begin(), words.end());
        return all;
    }
    void clean_up() const {
        fs::remove_all(path("data.full"));
        fs::remove_all(path("data.why"));
    }
    Finished fovea(const std::vector<std::string>& arguments) const {
        auto done = bench_->fovea(arguments, launcher());
        clean_up();
        EXPECT_TRUE(fs::is_empty(path("tmp"))) << arguments.front();
        EXPECT_EQ(files(), before_) << arguments.front();
        return done;
    }
    // Everything in the data folder.
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& each : fs::recursive_directory_iterator(path("data"))) {
            names.push_back(each.path().string());
        }
        std::ranges::sort(names);
        return names;
    }
    boost::json::object result(const std::vector<std::string>& arguments) const {
        auto words = arguments;
        words.insert(words.end(), {"--model", kModel, "--output-format", "stream-json"});
        last_ = frames_of(fovea(words).out);
        return last_.empty() ? boost::json::object{} : last_.back();
    }

    std::vector<std::string> before_;
    mutable Frames last_;
};

INSTANTIATE_TEST_SUITE_P(
    Disks,
    Unwritable,
    ::testing::Values(kReadOnly, kFull),
    [](const auto& disk) { return disk.param == kFull ? "Full" : "ReadOnly"; }
);

constexpr const char* kNotice = "nothing of this run is kept";

TEST_P(Unwritable, WhatIsStoredCanBeLookedAt) {  // S3, S4, S5
    const auto listed = fovea({"sessions", "list", "--json"});
    const auto images = fovea({"sessions", "images", "old", "--json"});
    const auto shown = fovea({"sessions", "show", "old"});
    const auto exported = fovea({"sessions", "export", "old", path("bundle")});

    EXPECT_THAT(listed.out, HasSubstr(R"("session_id":"old")")) << listed.err;
    EXPECT_THAT(images.out, HasSubstr(R"("filename":"red.png")")) << images.err;
    EXPECT_THAT(shown.out, HasSubstr("A red square.")) << shown.err;
    EXPECT_EQ(exported.exit_code, 0) << exported.err;
    EXPECT_TRUE(fs::exists(path("bundle/session.json")));
    EXPECT_EQ(fovea({"sessions", "fsck"}).exit_code, 0);
}

TEST_P(Unwritable, WhatIsToBeKeptFails) {  // S2
    const auto id = std::string("old");
    const auto pinned = fovea({"sessions", "pin", id, "1"});
    EXPECT_EQ(pinned.exit_code, 1) << pinned.out;
    EXPECT_THAT(pinned.err, HasSubstr("STORE_ERROR"));
    const auto sent = fovea({"send", "--session", id, "--message", "hi", "--model", kModel});
    EXPECT_EQ(sent.exit_code, 1) << sent.out;
    EXPECT_THAT(sent.err, HasSubstr("STORE_ERROR"));
}

TEST_P(Unwritable, WhatIsDeletedNeedsNoRoom) {  // S2
    const auto deleted = fovea({"sessions", "delete", "old"});
    const auto swept = fovea({"sessions", "gc", "--older-than", "0"});
    const auto repaired = fovea({"sessions", "fsck", "--repair"});

    const bool is_full = GetParam() == kFull;
    EXPECT_EQ(deleted.exit_code, is_full ? 0 : 1) << deleted.err;
    EXPECT_EQ(swept.exit_code, is_full ? 0 : 1) << swept.err;
    EXPECT_EQ(repaired.exit_code, 1) << repaired.out;
    EXPECT_THAT(repaired.err, HasSubstr("STORE_ERROR"));
}

TEST_P(Unwritable, ARunGoesOnAndSaysThatNothingIsKept) {  // S3, H2
    const auto done = result({"-p", "What?", "--image", "red.png"});

    EXPECT_EQ(done.at("result").as_string(), "A red square.");
    EXPECT_TRUE(last_.front().at("ephemeral").as_bool());
    const auto warnings = of_type(last_, "system/warning");
    ASSERT_FALSE(warnings.empty());
    EXPECT_EQ(warnings[0].at("kind").as_string(), "not_kept");
    EXPECT_THAT(std::string(warnings[0].at("message").as_string()), HasSubstr(kNotice));
    EXPECT_THAT(std::string(warnings[0].at("message").as_string()), HasSubstr(path("data")));
}

TEST_P(Unwritable, ASessionIsGoneOnWithAndStaysAsItIs) {  // S2, H6
    const auto done = result({"-p", "go on", "--resume", "old", "--ephemeral"});

    EXPECT_EQ(done.at("result").as_string(), "Going on.");
    EXPECT_THAT(of_type(last_, "system/warning"), IsEmpty());
    EXPECT_EQ(done.at("receipt").as_array().size(), 1U);
    EXPECT_THAT(boost::json::serialize(requests().back()), HasSubstr("A red square."));
    EXPECT_THAT(fovea({"sessions", "show", "old"}).out, Not(HasSubstr("Going on.")));
}

TEST_P(Unwritable, PicturesAreDescribedAndAnalyzed) {  // S3
    const auto described = fovea({"describe", "red.png", "--model", "local/ocr"});
    EXPECT_EQ(described.exit_code, 0) << described.err;
    const auto analyzed =
        fovea({"analyze", "red.png", "--prompt", "Which colour?", "--model", "local/ocr"});
    EXPECT_EQ(analyzed.exit_code, 0) << analyzed.err;
    EXPECT_THAT(analyzed.err, HasSubstr(kNotice));
    const auto quiet =
        fovea({"analyze", "red.png", "--prompt", "And?", "--model", "local/ocr", "--ephemeral"});
    EXPECT_EQ(quiet.exit_code, 0) << quiet.err;
    EXPECT_THAT(quiet.err, Not(HasSubstr(kNotice)));
}

TEST_P(Unwritable, PicturesAreServed) {  // S3, T1
    const boost::json::object question{
        {"jsonrpc", "2.0"},
        {"id", 1},
        {"method", "tools/call"},
        {"params",
         {{"name", "describe_image"},
          {"arguments", {{"image", "red.png"}, {"model", "local/ocr"}}}}}};
    auto server = LiveProgram::start(bench_->command({"mcp"}, launcher()));
    server.write(boost::json::serialize(question) + "\n");
    const auto answer = boost::json::parse(server.read_line()).as_object();
    const auto done = server.finish();

    ASSERT_TRUE(answer.contains("result")) << answer;
    EXPECT_FALSE(
        answer.at("result").as_object().contains("isError") &&
        answer.at("result").at("isError").as_bool()
    ) << answer;
    EXPECT_EQ(done.exit_code, 0);
    EXPECT_THAT(done.err, HasSubstr(kNotice));
    clean_up();
    EXPECT_TRUE(fs::is_empty(path("tmp")));
}

class Ephemeral : public Headless {
protected:
    void SetUp() override {
        Headless::SetUp();
        if (IsSkipped()) return;
        start(kFixtures);
        bench_->picture("red.png", {"plain", "40", "30", "200,30,30"});
    }
};

TEST_F(Ephemeral, LeavesNothingBehind) {  // S3
    const auto run = stream({"-p", "What?", "--image", "red.png", "--ephemeral"});
    EXPECT_EQ(run.text("result"), "A red square.") << run.err;
    EXPECT_TRUE(run.frames.front().at("ephemeral").as_bool());
    EXPECT_EQ(bench_->fovea({"--ephemeral", "describe", "red.png"}).exit_code, 0);
    EXPECT_EQ(
        bench_->fovea({"analyze", "red.png", "--prompt", "Why?", "--ephemeral"}).exit_code, 0
    );

    EXPECT_FALSE(fs::exists(path("data")));
    EXPECT_FALSE(fs::exists(path("cache")));
}

TEST_F(Ephemeral, IsNotForWhatIsToBeKept) {  // S2
    EXPECT_EQ(bench_->fovea({"sessions", "list", "--ephemeral"}).exit_code, 64);
    EXPECT_EQ(
        bench_->fovea({"describe", "red.png", "--session", "x", "--ephemeral"}).exit_code, 64
    );
}

TEST_F(Ephemeral, NeedsNoHome) {  // S3
    const auto done = run_program(
        {"/usr/bin/env",
         "-i",
         "-C",
         bench_->folder().string(),
         "PATH=/usr/bin:/bin",
         test_paths::program("fovea"),
         "-p",
         "What?",
         "--image",
         "red.png",
         "--model",
         "local/ocr"}
    );

    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_THAT(done.err, HasSubstr(kNotice));
}

}  // namespace
}  // namespace fovea::testing
