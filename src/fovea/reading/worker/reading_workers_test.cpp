#include "fovea/reading/worker/reading_workers.hpp"

#include "fovea/media/image/png/encode.hpp"
#include "fovea/media/text/test_writing.hpp"
#include "fovea/media/transform/orient.hpp"
#include "fovea/media/worker/find_program.hpp"
#include "fovea/sandbox/sanitizer_build.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <future>
#include <iterator>
#include <string>
#include <vector>

#include "support/test_paths.hpp"

namespace fovea::reading {
namespace {

using media::test::blank;
using media::test::kBlack;
using media::test::kWhite;
using std::chrono::milliseconds;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

ReadingWorkersSettings settings() {
    return {.program = test_paths::program("fovea-reader")};
}

// Whole screens take a sanitized network longer than they may take.
constexpr const char* kTooSlow = "sanitizer build";

std::unique_ptr<ReadingWorkers> open_workers(unsigned workers = 2) {
    auto with = settings();
    with.workers = workers;
    return ReadingWorkers::open(with).value();
}

Bytes png(const media::Picture& picture) {
    Bytes file(png_encode_bound(picture.shape()));
    file.resize(encode_png(picture, {}, file).value());
    return file;
}

media::Picture page() {
    auto picture = blank({500, 240}, {20, 24, 40});
    for (const std::uint32_t y : {40u, 90u, 140u}) {
        media::test::write(picture, 60, y, "TEN TENTH LENT", 2, {140, 220, 150});
    }
    return picture;
}

media::Picture noise(media::PixelSize size) {
    media::Picture picture(media::Shape::of(size, media::PixelFormat::Rgb8));
    std::uint32_t state = 1;
    for (std::uint32_t y = 0; y < size.height; ++y) {
        for (std::size_t i = 0; i < picture.stride(); ++i) {
            state = state * 1664525u + 1013904223u;
            picture.row(y)[i] = static_cast<std::uint8_t>(state >> 24);
        }
    }
    return picture;
}

Bytes screenshot() {
    std::ifstream file(
        test_paths::source_dir() + "/tests/data/sample/screenshot.png", std::ios::binary
    );
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const auto bytes = as_bytes(text);
    return Bytes(bytes.begin(), bytes.end());
}

std::vector<std::string> texts(const Reading& reading) {
    std::vector<std::string> all;
    for (const auto& word : reading.words) all.push_back(word.text);
    return all;
}

const auto kPageWords =
    ElementsAre("TEN", "TENTH", "LENT", "TEN", "TENTH", "LENT", "TEN", "TENTH", "LENT");

TEST(ReadingWorkers, ReadALargePictureInLittleMemory) {  // M11
    if (sandbox::kSanitizerBuild) GTEST_SKIP() << kTooSlow;
    auto with = settings();
    with.max_memory =
        400u << 20;  // of addresses; its colours alone are 243 MB, and turned twice that
    const media::PixelSize size{9'000, 9'000};
    auto picture = blank(size, {20, 24, 40});
    media::test::write(picture, 60, 8'000, "TEN TENTH LENT", 4, {140, 220, 150});

    const auto reading = ReadingWorkers::open(with).value()->read(png(picture), {.size = size});

    ASSERT_TRUE(reading.ok()) << reading.error().message;
    EXPECT_THAT(texts(reading.value()), ElementsAre("TEN", "TENTH", "LENT"));
    EXPECT_EQ(reading.value().facts.size, size);
    EXPECT_EQ(reading.value().look.colours.front().colour, (media::Colour{20, 24, 40}));
}

TEST(ReadingWorkers, FindWordsWithTheirBoxesAndColours) {  // P5
    const auto reading = open_workers()->read(png(page()), {});

    ASSERT_TRUE(reading.ok());
    const auto& it = reading.value();
    EXPECT_TRUE(it.complete());
    EXPECT_EQ(it.facts.size, (media::PixelSize{500, 240}));
    EXPECT_EQ(it.area, (media::PixelRect{0, 0, 500, 240}));
    EXPECT_EQ(it.turn, TextTurn::None);
    EXPECT_THAT(texts(it), kPageWords);
    EXPECT_EQ(it.words[0].box, (media::PixelRect{60, 40, 34, 14}));
    EXPECT_EQ(it.words[8].line, 2u);
    ASSERT_EQ(it.lines.size(), 3u);
    EXPECT_EQ(it.lines[0].polarity, media::Polarity::LightOnDark);
    ASSERT_FALSE(it.look.colours.empty());
    EXPECT_EQ(it.look.colours[0].colour, (media::Colour{20, 24, 40}));
}

TEST(ReadingWorkers, ReadAScreenshot) {  // P5
    if (sandbox::kSanitizerBuild) GTEST_SKIP() << kTooSlow;
    for (const unsigned workers : {1u, 2u}) {
        const auto reading = open_workers(workers)->read(screenshot(), {});

        ASSERT_TRUE(reading.ok());
        EXPECT_TRUE(reading.value().complete());
        EXPECT_GT(reading.value().words.size(), 50u);
        EXPECT_THAT(texts(reading.value()), Contains("deployment"));
    }
}

TEST(ReadingWorkers, GiveTheSameReadingWithOneWorkerAndWithTwo) {
    if (sandbox::kSanitizerBuild) GTEST_SKIP() << kTooSlow;
    const auto file = screenshot();

    EXPECT_EQ(open_workers(1)->read(file, {}).value(), open_workers(2)->read(file, {}).value());
}

TEST(ReadingWorkers, KeepTheCoordinatesOfTheWholePictureInACrop) {  // V3
    const media::PixelRect crop{50, 80, 200, 50};
    const auto reading = open_workers()->read(png(page()), {.crop = crop});

    ASSERT_TRUE(reading.ok());
    EXPECT_EQ(reading.value().facts.size, (media::PixelSize{500, 240}));
    EXPECT_EQ(reading.value().area, crop);
    EXPECT_THAT(texts(reading.value()), ElementsAre("TEN", "TENTH", "LENT"));
    EXPECT_EQ(reading.value().words[0].box, (media::PixelRect{60, 90, 34, 14}));
}

TEST(ReadingWorkers, RefuseACropOutsideOfThePicture) {  // V3
    const auto workers = open_workers();
    for (const media::PixelRect& crop :
         {media::PixelRect{400, 0, 101, 10},
          media::PixelRect{0, 0, 0, 0},
          media::PixelRect{0xFFFFFFFF, 0, 2, 2}}) {
        const auto reading = workers->read(png(page()), {.crop = crop});
        ASSERT_FALSE(reading.ok());
        EXPECT_EQ(reading.error().code, ErrorCode::InvalidInput);
    }
}

TEST(ReadingWorkers, ReadWritingThatStandsOnItsSideOrOnItsHead) {
    struct Case {
        media::Orientation turned;
        TextTurn turn;
        media::PixelRect first_word;
    };
    const auto workers = open_workers();
    for (const auto& [turned, turn, first_word] : {
             Case{media::Orientation::Rotate90, TextTurn::Quarter, {186, 60, 14, 34}},
             Case{media::Orientation::Rotate180, TextTurn::Half, {406, 186, 34, 14}},
             Case{media::Orientation::Rotate270, TextTurn::ThreeQuarters, {40, 406, 14, 34}},
         }) {
        const auto reading = workers->read(png(orient(page(), turned)), {});

        ASSERT_TRUE(reading.ok());
        EXPECT_TRUE(reading.value().complete());
        EXPECT_EQ(reading.value().turn, turn);
        EXPECT_THAT(texts(reading.value()), kPageWords);
        EXPECT_EQ(reading.value().words[0].box, first_word);
    }
}

TEST(ReadingWorkers, ComeBackIncompleteWhenTheTimeIsOver) {
    const auto workers = open_workers();
    for (const auto time : {milliseconds(0), milliseconds(1), milliseconds(-1)}) {
        const auto reading = workers->read(screenshot(), {.time = time});

        ASSERT_TRUE(reading.ok());
        EXPECT_FALSE(reading.value().complete());
        EXPECT_NE(reading.value().facts.size.pixels(), 0u);
        EXPECT_FALSE(reading.value().look.colours.empty());
    }
    EXPECT_TRUE(workers->read(png(page()), {}).value().complete());
}

TEST(ReadingWorkers, ReadNothingWhereNothingIsWritten) {
    const auto workers = open_workers();
    for (const auto& picture : {
             blank({300, 200}, {12, 200, 90}),
             blank({1, 1}, kWhite),
             blank({1, 2000}, kBlack),
             noise({300, 200}),
         }) {
        const auto reading = workers->read(png(picture), {});

        ASSERT_TRUE(reading.ok());
        EXPECT_TRUE(reading.value().complete());
        EXPECT_THAT(texts(reading.value()), IsEmpty());
        EXPECT_TRUE(reading.value().lines.empty());
        EXPECT_EQ(reading.value().facts.size, picture.size());
    }
}

TEST(ReadingWorkers, SayWhatIsWrongWithABrokenFile) {  // M3
    const auto workers = open_workers();
    auto file = screenshot();
    file.resize(file.size() * 2 / 3);

    EXPECT_EQ(workers->read(file, {}).error().code, ErrorCode::DecodeFailed);
    EXPECT_FALSE(workers->read(as_bytes("not a picture"), {}).ok());
    EXPECT_FALSE(workers->read({}, {}).ok());
    EXPECT_EQ(
        workers->read(screenshot(), {.limits = {.max_pixels = 100}}).error().code,
        ErrorCode::FileTooLarge
    );
    EXPECT_TRUE(workers->read(png(page()), {}).value().complete());
}

TEST(ReadingWorkers, RefuseAFileThatIsTooLarge) {
    const Bytes huge((64 << 20) + 1);

    EXPECT_EQ(open_workers()->read(huge, {}).error().code, ErrorCode::FileTooLarge);
}

TEST(ReadingWorkers, StopWhenAsked) {
    const auto workers = open_workers();
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_EQ(
        workers->read(screenshot(), {}, stopped.get_token()).error().code, ErrorCode::Cancelled
    );

    std::stop_source later;
    auto reading = std::async(std::launch::async, [&] {
        return workers->read(screenshot(), {}, later.get_token());
    });
    later.request_stop();
    EXPECT_EQ(reading.get().error().code, ErrorCode::Cancelled);

    EXPECT_TRUE(workers->read(png(page()), {}).value().complete());
}

TEST(ReadingWorkers, ServeSeveralThreadsAtOnce) {
    if (sandbox::kSanitizerBuild) GTEST_SKIP() << kTooSlow;
    for (const unsigned count : {1u, 2u, 3u}) {
        const auto workers = open_workers(count);
        const auto read_screen = [&] { return workers->read(screenshot(), {}); };
        const auto read_page = [&] { return workers->read(png(page()), {}); };

        auto first = std::async(std::launch::async, read_screen);
        auto second = std::async(std::launch::async, read_page);
        auto third = std::async(std::launch::async, read_screen);

        EXPECT_THAT(texts(second.get().value()), kPageWords);
        EXPECT_EQ(first.get().value(), third.get().value());
    }
}

TEST(ReadingWorkers, NameThePackageOfAMissingLanguage) {  // O2
    auto with = settings();
    with.tessdata_dir = "/dev/null/tessdata";
    with.languages = {"chi_sim"};

    const auto opened = ReadingWorkers::open(with);

    ASSERT_FALSE(opened.ok());
    EXPECT_EQ(opened.error().code, ErrorCode::FileNotFound);
    EXPECT_THAT(opened.error().message, HasSubstr("tesseract-ocr-chi-sim"));
}

TEST(ReadingWorkers, RefuseOddLanguages) {
    for (const std::vector<std::string>& languages : std::vector<std::vector<std::string>>{
             {}, {""}, {"../eng"}, {"eng+osd"}, {"eng", "--tessdata"}, {"eng\n"}}) {
        auto with = settings();
        with.languages = languages;
        EXPECT_EQ(ReadingWorkers::open(with).error().code, ErrorCode::InvalidInput);
    }
}

TEST(ReadingWorkers, SayWhenTheirProgramIsMissing) {
    auto with = settings();
    with.program = "/dev/null/fovea-reader";
    EXPECT_EQ(ReadingWorkers::open(with).error().code, ErrorCode::ConfigInvalid);

    const auto found = media::find_program("fovea-nothing", "does nothing");
    ASSERT_FALSE(found.ok());
    EXPECT_THAT(found.error().message, HasSubstr("fovea-nothing, the program that does nothing"));
}

TEST(ReadingWorkers, RunProtected) {  // M11
    const auto layers = open_workers(1)->layers();

    ASSERT_TRUE(layers.ok());
    EXPECT_TRUE(layers.value().seccomp);
    EXPECT_TRUE(layers.value().no_new_privs);
}

}  // namespace
}  // namespace fovea::reading
