// A session of 300 screenshots, 100 of them different: the database holds references alone, each file
// is kept once, and going on with it needs little memory.
#include <gmock/gmock.h>

#include <algorithm>
#include <iostream>

#include "long_session.hpp"

namespace fovea::testing {
namespace {

constexpr std::size_t kDistinct = 100;
constexpr std::size_t kShown = 300;
constexpr std::size_t kPerTurn = 3;
constexpr long kMostKiB = 200'000'000 / 1024;

// Starts the program behind it and tells, as its last line of standard error, the most memory that
// any process below it held, in KiB.
const std::vector<std::string> kWeigh = {
    "/usr/bin/python3",
    "-B",
    "-c",
    "import resource, subprocess, sys\n"
    "code = subprocess.run(sys.argv[1:]).returncode\n"
    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)\n"
    "sys.exit(code)"};

std::size_t longest_base64_run(std::string_view bytes) {
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char c : bytes) {
        const bool is_digit = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                              (c >= '0' && c <= '9') || c == '+' || c == '/';
        run = is_digit ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return longest;
}

class ManyScreens : public LongSession {
protected:
    static std::string all_frames() {
        std::string frames;
        for (std::size_t shown = 0; shown < kShown; shown += kPerTurn) {
            std::vector<std::size_t> screens;
            for (std::size_t i = 0; i < kPerTurn; ++i) screens.push_back((shown + i) % kDistinct);
            frames += frame(screens, "Step " + std::to_string(shown / kPerTurn + 1));
        }
        return frames;
    }

    // Of the last process, without the workers' sum: the largest of all.
    long peak_kib() const {
        const auto lines = split(errors_, '\n');
        return lines.size() < 2 ? 0 : std::stol(lines[lines.size() - 2]);
    }

    std::size_t stored_files() const {
        std::size_t files = 0;
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(bench_->folder() / "data" / "blobs")) {
            files += entry.path().filename().string().size() == 64 ? 1 : 0;  // named by their hash
        }
        return files;
    }
};

TEST_F(ManyScreens, LieInTheStoreOnceAndAreResumedWithLittleMemory) {  // S1, S2
    if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;
    open(
        R"([{"match": {}, "response": {"content": "Seen."}}])",
        "[images]\nmax_per_session = 400\n",
        kDistinct
    );
    converse(all_frames(), {"--session-id", kSession});

    const auto resumed =
        converse(frame({0}, "And the first one again?"), {"--resume", kSession}, kWeigh);

    EXPECT_EQ(resumed.at("result"), "Seen.");
    std::cout << "resume: " << peak_kib() / 1024 << " MiB at most in one process\n";
    EXPECT_GT(peak_kib(), 0);
    EXPECT_LT(peak_kib(), kMostKiB);
    EXPECT_EQ(stored_files(), kDistinct);
    for (const char* name : {"fovea.db", "fovea.db-wal"}) {
        const auto bytes = read_whole_file((bench_->folder() / "data" / name).string());
        // A hash has 64 digits, and names may stand next to it.
        EXPECT_LT(longest_base64_run(bytes), 256u) << name;
        EXPECT_EQ(bytes.find("\x89PNG\r\n\x1a\n"), std::string::npos) << name;
        EXPECT_EQ(bytes.find("iVBORw0KGgo"), std::string::npos) << name;
    }
}

}  // namespace
}  // namespace fovea::testing
