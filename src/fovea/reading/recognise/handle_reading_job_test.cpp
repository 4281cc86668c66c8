#include "fovea/reading/recognise/handle_reading_job.hpp"

#include "fovea/media/image/png/encode.hpp"
#include "fovea/media/text/test_writing.hpp"
#include "fovea/media/transform/orient.hpp"
#include "fovea/media/transform/upright.hpp"
#include "fovea/reading/languages.hpp"
#include "fovea/reading/recognise/screen_reader.hpp"
#include "fovea/reading/recognise/text_turn.hpp"
#include "fovea/sandbox/packet_socket.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "support/test_paths.hpp"

namespace fovea::reading {
namespace {

using media::test::blank;
using media::test::kBlack;
using media::test::kWhite;
using std::chrono::seconds;

Bytes png(const media::Picture& picture) {
    Bytes file(png_encode_bound(picture.shape()));
    file.resize(encode_png(picture, {}, file).value());
    return file;
}

Bytes test_file(const std::string& name) {
    std::ifstream in(test_paths::source_dir() + "/tests/data/" + name, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const auto bytes = as_bytes(text);
    return Bytes(bytes.begin(), bytes.end());
}

media::Picture page(std::string_view text) {
    auto picture = blank({400, 200}, kWhite);
    for (const std::uint32_t y : {30u, 80u, 130u})
        media::test::write(picture, 40, y, text, 2, kBlack);
    return picture;
}

ReadingSource source(std::uint64_t key, std::optional<media::PixelRect> crop = {}) {
    return {key, {}, crop};
}

class HandleReadingJob : public ::testing::Test {
protected:
    Bytes answer(const ReadingJob& job, ByteView file) {
        auto made = handler_.handle(encode(job), file, output_);
        if (!made.message.empty()) return std::move(made.message);
        const auto reply = ByteView(output_).first(made.output_size);
        return Bytes(reply.begin(), reply.end());
    }

    Result<FoundLines> find(const ReadingSource& source, ByteView file) {
        return decode_found_lines(answer(FindLinesJob{source, seconds(60)}, file), source);
    }

    ReadingHandler handler_{std::make_unique<ScreenReader>(ScreenReader::open().value())};
    std::vector<std::byte> output_ = std::vector<std::byte>(1 << 20);
};

TEST_F(HandleReadingJob, LooksAtAPartOfThePicture) {
    const auto file = png(page("TEN TENTH"));
    const auto part = source(1, media::PixelRect{10, 20, 100, 50});

    const auto looked = decode_looked(answer(LookJob{part}, file), part);

    ASSERT_TRUE(looked.ok());
    EXPECT_EQ(looked.value().facts.size, (media::PixelSize{400, 200}));
    EXPECT_EQ(looked.value().area, part.crop);
    ASSERT_FALSE(looked.value().look.colours.empty());
    EXPECT_EQ(looked.value().look.colours[0].colour, kWhite);
}

TEST_F(HandleReadingJob, ReadsAPictureWhoseLineHoldsNothingButItsGround) {
    const auto file = test_file("bad/png-line-without-ink.png");
    const auto whole = source(1);

    const auto found = find(whole, file);

    ASSERT_TRUE(found.ok());
    const ReadLinesJob job{whole, seconds(60), found.value().turn, found.value().lines};
    const auto read = decode_read_lines(answer(job, file), job.lines.size(), found.value().area);
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read.value().lines, job.lines.size());
}

TEST_F(HandleReadingJob, FindsTheLinesWithoutReadingAny) {
    const auto file = png(page("TEN TENTH"));

    const auto found = decode_found_lines(
        answer(FindLinesJob{source(1), seconds(60), Sampling::None}, file), source(1)
    );

    ASSERT_TRUE(found.ok());
    EXPECT_EQ(found.value().lines.size(), 3u);
    EXPECT_TRUE(found.value().read.empty());
    EXPECT_TRUE(found.value().words.empty());
}

TEST_F(HandleReadingJob, RefusesAPartOutsideOfThePicture) {
    const auto file = png(page("TEN"));
    for (const auto& crop : {media::PixelRect{390, 0, 11, 10}, media::PixelRect{0, 0, 0, 10}}) {
        const auto part = source(1, crop);
        EXPECT_EQ(
            decode_looked(answer(LookJob{part}, file), part).error().code, ErrorCode::InvalidInput
        );
    }
}

TEST_F(HandleReadingJob, FindsAndReadsLinesWhereTheyStandInTheWholePicture) {
    const auto file = png(page("TEN TENTH"));
    const auto part = source(1, media::PixelRect{20, 60, 300, 100});

    const auto found = find(part, file);
    ASSERT_TRUE(found.ok());
    ASSERT_EQ(found.value().lines.size(), 2u);
    EXPECT_EQ(found.value().turn, TextTurn::None);
    EXPECT_EQ(found.value().lines[0].box.y, 80u);

    const ReadLinesJob job{part, seconds(60), TextTurn::None, found.value().lines};
    const auto read = decode_read_lines(answer(job, file), 2, *part.crop);
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read.value().lines, 2u);
    ASSERT_GE(read.value().words.size(), 2u);
    EXPECT_EQ(read.value().words[0].text, "TEN");
    EXPECT_EQ(read.value().words[0].box, (media::PixelRect{40, 80, 34, 14}));
}

TEST_F(HandleReadingJob, TellsWordsThatTheEdgeOfACropCuts) {  // P5
    const auto file = png(page("TEN TENTH"));
    for (const std::uint32_t left :
         {40U, 45U, 62U}) {  // at, in and behind letters of the first word
        const auto part = source(left, media::PixelRect{left, 60, 280, 100});
        const auto found = find(part, file);
        ASSERT_TRUE(found.ok());

        const ReadLinesJob job{part, seconds(60), TextTurn::None, found.value().lines};
        const auto read =
            decode_read_lines(answer(job, file), found.value().lines.size(), *part.crop);

        ASSERT_TRUE(read.ok());
        ASSERT_GE(read.value().words.size(), 2U);
        EXPECT_EQ(read.value().words[0].cut, left != 62) << read.value().words[0].text;
        EXPECT_FALSE(read.value().words[1].cut) << read.value().words[1].text;
    }
}

TEST_F(HandleReadingJob, FindsWhichWayTheWritingStands) {
    struct Case {
        media::Orientation turned;
        TextTurn turn;
    };
    std::uint64_t key = 0;
    for (const auto& [turned, turn] : {
             Case{media::Orientation::Rotate90, TextTurn::Quarter},
             Case{media::Orientation::Rotate180, TextTurn::Half},
             Case{media::Orientation::Rotate270, TextTurn::ThreeQuarters},
         }) {
        const auto picture = orient(page("TEN TENTH LENT"), turned);
        const media::PixelRect area{0, 0, picture.size().width, picture.size().height};
        const auto file = png(picture);
        const auto whole = source(++key);

        const auto found = find(whole, file);
        ASSERT_TRUE(found.ok());
        EXPECT_EQ(found.value().turn, turn);
        EXPECT_EQ(found.value().lines.size(), 3u);

        const ReadLinesJob job{whole, seconds(60), turn, found.value().lines};
        const auto read = decode_read_lines(answer(job, file), 3, area);
        ASSERT_TRUE(read.ok());
        ASSERT_FALSE(read.value().words.empty());
        EXPECT_EQ(read.value().words[0].text, "TEN");
        // 40, 30 of the page, where its first word begins.
        const auto box = into_readable(read.value().words[0].box, turn, area);
        EXPECT_EQ(box, (media::PixelRect{40, 30, 34, 14}));
    }
}

// Upside down, a network is nearly as sure of what it takes the letters for.
TEST_F(HandleReadingJob, FindsWhichWayAScreenshotStands) {
    std::uint64_t key = 100;
    for (const auto turn :
         {TextTurn::None, TextTurn::Quarter, TextTurn::Half, TextTurn::ThreeQuarters}) {
        auto shot = media::decode_upright(test_file("sample/screenshot.png"), {});
        ASSERT_TRUE(shot.ok());
        const auto back = media::inverse(to_readable(turn));
        const auto file = png(orient(std::move(shot.value().picture), back));

        const auto found = find(source(++key), file);
        ASSERT_TRUE(found.ok());
        EXPECT_EQ(found.value().turn, turn);
    }
}

TEST_F(HandleReadingJob, DecodesOnceForOneKeyAndAgainForAnother) {
    auto file = png(page("TEN"));
    ASSERT_TRUE(decode_looked(answer(LookJob{source(1)}, file), source(1)).ok());
    for (auto& byte : file) byte = std::byte{0};

    EXPECT_TRUE(decode_looked(answer(LookJob{source(1)}, file), source(1)).ok());
    EXPECT_FALSE(decode_looked(answer(LookJob{source(2)}, file), source(2)).ok());
    EXPECT_FALSE(decode_looked(answer(LookJob{source(1)}, file), source(1)).ok());  // forgotten
}

TEST_F(HandleReadingJob, DoesNotTakeALongerInputForTheOneItKnows) {
    auto file = png(page("TEN"));
    ASSERT_TRUE(decode_looked(answer(LookJob{source(1)}, file), source(1)).ok());
    file.resize(file.size() / 2);

    EXPECT_FALSE(decode_looked(answer(LookJob{source(1)}, file), source(1)).ok());
}

TEST_F(HandleReadingJob, AnswersWithTheLinesItHadTimeFor) {
    const auto file = png(page("TEN TENTH"));
    const auto found = find(source(1), file);
    ASSERT_TRUE(found.ok());

    const ReadLinesJob job{source(1), seconds(0), TextTurn::None, found.value().lines};
    const auto read = decode_read_lines(answer(job, file), 3, {0, 0, 400, 200});

    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read.value(), ReadLines{});
}

TEST_F(HandleReadingJob, ReadsNothingThatIsTransparent) {
    const auto opaque = page("TEN TENTH");
    media::Picture hidden(media::Shape::of(opaque.size(), media::PixelFormat::Rgba8));
    for (std::uint32_t y = 0; y < 200; ++y) {
        for (std::size_t x = 0; x < 400; ++x) {
            for (std::size_t c = 0; c < 3; ++c) {
                hidden.row(y)[x * 4 + c] = opaque.row(y)[x * 3 + c];
            }
            hidden.row(y)[x * 4 + 3] = 0;
        }
    }

    const auto found = find(source(1), png(hidden));

    ASSERT_TRUE(found.ok());
    EXPECT_TRUE(found.value().lines.empty());
}

TEST_F(HandleReadingJob, RefusesLinesOutsideOfThePicture) {
    const auto file = png(page("TEN"));
    const media::TextLine line{.box = {390, 0, 100, 10}, .letter_height = 10};

    const ReadLinesJob job{source(1), seconds(60), TextTurn::None, {line}};
    const auto read = decode_read_lines(answer(job, file), 1, {0, 0, 400, 200});

    EXPECT_EQ(read.error().code, ErrorCode::Internal);
}

TEST_F(HandleReadingJob, AnswersGarbageWithAnError) {
    for (const std::string_view garbage : {"", "x", "\x04 what is this"}) {
        const auto made = handler_.handle(as_bytes(garbage), {}, output_);
        EXPECT_FALSE(decode_looked(made.message, source(1)).ok());
    }
}

TEST_F(HandleReadingJob, PutsLongRepliesIntoTheOutput) {
    auto picture = blank({2400, 1600}, kWhite);
    for (std::uint32_t y = 10; y < 1580; y += 26) {
        for (std::uint32_t x = 10; x < 2350; x += 80) {
            media::test::write(picture, x, y, "TEN", 2, kBlack);
        }
    }
    const auto file = png(picture);

    const auto job = encode(ReadingJob{FindLinesJob{source(1), seconds(60)}});
    const auto made = handler_.handle(job, file, output_);

    EXPECT_TRUE(made.message.empty());
    ASSERT_GT(made.output_size, sandbox::kMaxBody);
    const auto reply = ByteView(output_).first(made.output_size);
    EXPECT_GT(decode_found_lines(reply, source(1)).value().lines.size(), 1000u);
}

// A window with two buttons and a checkbox with a tick, drawn as flat as interfaces are.
media::Picture form() {
    auto picture = blank({480, 240}, {245, 245, 247});
    const auto fill = [&](const media::PixelRect& box, media::Colour colour) {
        for (auto y = box.y; y < box.y + box.height; ++y) {
            for (auto x = box.x; x < box.x + box.width; ++x) {
                auto* pixel = picture.row(y) + std::size_t{x} * 3;
                pixel[0] = colour.red;
                pixel[1] = colour.green;
                pixel[2] = colour.blue;
            }
        }
    };
    fill({40, 160, 100, 36}, {30, 100, 220});
    fill({160, 160, 100, 36}, {30, 100, 220});
    media::test::write(picture, 62, 171, "NET", 2, kWhite);
    media::test::write(picture, 182, 171, "TEN", 2, kWhite);
    return picture;
}

TEST_F(HandleReadingJob, FindsControlsWhereTheyStandOnThePicture) {  // P5
    const auto turned = orient(form(), inverse(to_readable(TextTurn::Half)));
    struct Shown {
        Bytes file;
        TextTurn turn;
    };
    std::uint64_t key = 40;
    for (const auto& [file, turn] :
         {Shown{png(form()), TextTurn::None}, Shown{png(turned), TextTurn::Half}}) {
        const auto whole = source(++key);

        const auto found = decode_found_elements(
            answer(FindElementsJob{whole, seconds(60), turn, 14}, file), {0, 0, 480, 240}
        );

        ASSERT_TRUE(found.ok()) << found.error().message;
        EXPECT_TRUE(found.value().all);
        std::vector<media::PixelRect> buttons;
        for (const auto& element : found.value().elements) {
            if (element.kind == ElementKind::Button) buttons.push_back(element.box);
        }
        ASSERT_EQ(buttons.size(), 2u);
        const auto left = turn == TextTurn::None ? 40 : 480 - 40 - 100;
        const auto top = turn == TextTurn::None ? 160 : 240 - 160 - 36;
        const auto& first = turn == TextTurn::None ? buttons[0] : buttons[1];
        const auto& second = turn == TextTurn::None ? buttons[1] : buttons[0];
        const auto& box =
            std::abs(int(first.x) - left) < std::abs(int(second.x) - left) ? first : second;
        EXPECT_NEAR(box.x, left, 4);
        EXPECT_NEAR(box.y, top, 4);
        EXPECT_NEAR(box.width, 100, 6);
        EXPECT_NEAR(box.height, 36, 6);
    }
}

TEST_F(HandleReadingJob, StopsLookingForControlsWhenTheTimeIsOver) {  // P5
    const auto found = decode_found_elements(
        answer(FindElementsJob{source(50), seconds(0), TextTurn::None, 14}, png(form())),
        {0, 0, 480, 240}
    );

    ASSERT_TRUE(found.ok());
    EXPECT_FALSE(found.value().all);
    EXPECT_TRUE(found.value().elements.empty());
}

}  // namespace
}  // namespace fovea::reading
