// A session grows with its pictures, and not with their square: what is stored of a turn does not depend on
// how many there were before it.
#include <gtest/gtest.h>

#include "support/refusing_server.hpp"
#include "support/workbench.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;

constexpr std::size_t kTurns = 24;
constexpr const char* kModel = "compatible/a-model-that-sees";

struct Stored {
    std::size_t entries = 0;
    std::size_t image_states = 0;
    std::size_t bytes = 0;  // of the bodies
};

class SessionGrowth : public ::testing::Test {
protected:
    SessionGrowth() {
        for (std::size_t turn = 0; turn < kTurns; ++turn) {
            const auto colour = std::to_string(10 * turn) + ",90,160";
            bench_.picture(name_of(turn), {"plain", "300", "200", colour});
        }
    }

    static std::string name_of(std::size_t turn) { return std::to_string(turn) + ".png"; }

    Stored stored() const {
        const auto shown = bench_.fovea({"sessions", "show", "long", "--json"});
        EXPECT_EQ(shown.exit_code, 0) << shown.err;
        Stored stored;
        const auto parsed = json::parse(shown.out);
        for (const auto& entry : parsed.at("entries").as_array()) {
            ++stored.entries;
            stored.image_states += entry.at("kind").as_string() == "image_state" ? 1 : 0;
            stored.bytes += json::serialize(entry.at("body")).size();
        }
        return stored;
    }

    // Of the turns from `first` on, in one process.
    void converse(std::size_t first, std::size_t count, const std::string& which) const {
        std::string frames;
        for (std::size_t turn = first; turn < first + count; ++turn) {
            const json::object frame{
                {"type", "user"},
                {"content",
                 {{{"type", "image"}, {"path", name_of(turn)}},
                  {{"type", "text"}, {"text", "And this?"}}}}};
            frames += json::serialize(frame) + "\n";
        }
        const auto done = run_program(
            bench_.command(
                {"-p",
                 "--bare",
                 "--model",
                 kModel,
                 which,
                 "long",
                 "--input-format",
                 "stream-json",
                 "--output-format",
                 "json"}
            ),
            frames
        );
        EXPECT_EQ(done.exit_code, 0) << done.err;
    }

    void send(std::size_t turn) const {
        const auto done = bench_.fovea(
            {"send",
             "--model",
             kModel,
             "--session",
             "long",
             "--message",
             "And this?",
             "--image",
             name_of(turn)}
        );
        EXPECT_EQ(done.exit_code, 0) << done.err;
    }

    // A message, a reply, its usage, and three changes of each picture: whole, small, words.
    static void expect_linear(const Stored& half, const Stored& whole) {
        EXPECT_LE(whole.image_states, 3 * kTurns);
        EXPECT_LE(whole.entries, 6 * kTurns);
        EXPECT_LE(whole.bytes, 2000 * kTurns);
        EXPECT_LE(whole.bytes, 2 * half.bytes + half.bytes / 4);
    }

    RefusingServer upstream_{{}};
    Workbench bench_{upstream_.url()};
};

TEST_F(SessionGrowth, IsLinearInOneProcess) {  // S2, S5
    converse(0, kTurns / 2, "--session-id");
    const auto half = stored();
    converse(kTurns / 2, kTurns / 2, "--resume");

    expect_linear(half, stored());
}

TEST_F(SessionGrowth, IsLinearWithAProcessATurn) {  // S2, S5
    for (std::size_t turn = 0; turn < kTurns / 2; ++turn) send(turn);
    const auto half = stored();
    for (std::size_t turn = kTurns / 2; turn < kTurns; ++turn) send(turn);

    expect_linear(half, stored());
}

}  // namespace
}  // namespace fovea::testing
