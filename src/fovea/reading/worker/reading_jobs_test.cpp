#include "fovea/reading/worker/reading_jobs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace fovea::reading {
namespace {

using std::chrono::milliseconds;

constexpr media::PixelRect kArea{10, 20, 300, 200};

ReadingSource source() {
    ReadingSource made;
    made.key = 7;
    made.limits.max_pixels = 1'000'000;
    made.crop = kArea;
    return made;
}

media::TextLine line_at(std::uint32_t y) {
    return {{12, y, 120, 14}, {255, 255, 255}, {10, 20, 30}, media::Polarity::LightOnDark, 11};
}

Looked looked() {
    Looked made;
    made.facts = {media::ImageType::Png, {640, 480}, media::Orientation::Upright, 1, true, 8};
    made.area = kArea;
    made.look.colours = {{{255, 255, 255}, 0.75}, {{0, 0, 0}, 0.25}};
    made.look.flat_share = 0.5;
    made.look.tones = 2;
    return made;
}

FoundLines found_lines() {
    FoundLines made;
    made.area = kArea;
    made.turn = TextTurn::Quarter;
    made.lines = {line_at(30), line_at(50), line_at(70)};
    made.axes = {{}, {80, 57, 120, 14, 0.03}, {}};
    made.read = {0, 2};
    made.words = {{"TEN", {12, 30, 30, 14}, 0.9, 0}, {"größe", {12, 70, 30, 14}, 0.5, 2, true}};
    return made;
}

ReadLines read_lines() {
    ReadLines made;
    made.lines = 2;
    made.words = {
        {"one", {12, 30, 30, 14}, 1.0, 0},
        {"two", {60, 30, 30, 14}, 0.0, 0},
        {"→", {12, 50, 8, 14}, 0.25, 1, true}};
    return made;
}

FoundBarcodes barcodes() {
    return {{{"QRCode", "https://example.org/ä", {20, 30, 100, 100}}}};
}

FoundElements elements() {
    return {
        {{ElementKind::Checkbox, {12, 30, 16, 16}, 0b10, 0.75},
         {ElementKind::Slider, {40, 30, 100, 16}, 0b1, 1}},
        false};
}

bool takes(const Result<FoundElements>& reply) {
    return decode_found_elements(encode_reply(reply), kArea).ok();
}

bool takes(const Result<FoundLines>& reply) {
    return decode_found_lines(encode_reply(reply), source()).ok();
}

bool takes(const Result<ReadLines>& reply) {
    return decode_read_lines(encode_reply(reply), 2, kArea).ok();
}

bool takes(const Result<Looked>& reply) {
    return decode_looked(encode_reply(reply), source()).ok();
}

bool takes(const Result<FoundBarcodes>& reply) {
    return decode_barcodes(encode_reply(reply), kArea).ok();
}

TEST(ReadingJobs, ComeBackAsTheyWent) {  // M11
    const ReadLinesJob sent{
        source(), milliseconds(123), TextTurn::Half, {line_at(30), line_at(50)}};

    const auto job = decode_reading_job(encode(ReadingJob{sent}));

    ASSERT_TRUE(job.ok());
    const auto& back = std::get<ReadLinesJob>(job.value());
    EXPECT_EQ(back.source.key, 7u);
    EXPECT_EQ(back.source.limits.max_pixels, 1'000'000u);
    EXPECT_EQ(back.source.crop, kArea);
    EXPECT_EQ(back.time, milliseconds(123));
    EXPECT_EQ(back.turn, TextTurn::Half);
    EXPECT_EQ(back.lines, sent.lines);

    for (const ReadingJob& other : std::initializer_list<ReadingJob>{
             LookJob{source()}, BarcodesJob{source()}, FindLinesJob{source(), milliseconds(5)}}) {
        EXPECT_EQ(decode_reading_job(encode(other)).value().index(), other.index());
    }
}

TEST(ReadingJobs, TimesAreKeptWithinTheirField) {
    for (const auto time : {milliseconds(-5), milliseconds(std::chrono::hours(9'999'999))}) {
        const auto job = decode_reading_job(encode(ReadingJob{FindLinesJob{source(), time}}));
        EXPECT_GE(std::get<FindLinesJob>(job.value()).time.count(), 0);
    }
}

TEST(ReadingJobs, RepliesComeBackAsTheyWent) {  // M11
    EXPECT_EQ(decode_looked(encode_reply(Result<Looked>(looked())), source()).value(), looked());
    EXPECT_EQ(
        decode_barcodes(encode_reply(Result<FoundBarcodes>(barcodes())), kArea).value(), barcodes()
    );
    EXPECT_EQ(
        decode_found_lines(encode_reply(Result<FoundLines>(found_lines())), source()).value(),
        found_lines()
    );
    EXPECT_EQ(
        decode_read_lines(encode_reply(Result<ReadLines>(read_lines())), 2, kArea).value(),
        read_lines()
    );

    const Error error{ErrorCode::DecodeFailed, "cut in half"};
    EXPECT_EQ(decode_looked(encode_reply(Result<Looked>(error)), source()).error(), error);
}

TEST(ReadingJobs, ErrorsArriveWithoutControlCharacters) {
    const Error error{ErrorCode::DecodeFailed, "chunk \x1b[2J"};

    const auto back = decode_looked(encode_reply(Result<Looked>(error)), source());

    EXPECT_EQ(back.error().code, ErrorCode::DecodeFailed);
    EXPECT_EQ(back.error().message.find('\x1b'), std::string::npos);
}

TEST(ReadingJobs, CutAndOverlongRepliesAreGarbled) {  // M11
    const auto whole = encode_reply(Result<FoundLines>(found_lines()));
    for (std::size_t length = 0; length < whole.size(); ++length) {
        EXPECT_FALSE(decode_found_lines(ByteView(whole).first(length), source()).ok()) << length;
    }
    auto longer = whole;
    longer.push_back(std::byte{0});
    EXPECT_FALSE(decode_found_lines(longer, source()).ok());
}

TEST(ReadingJobs, CountsThatTheMessageCannotHoldAreGarbled) {  // M11
    auto reply = encode_reply(Result<ReadLines>(ReadLines{.lines = 2, .words = {}}));
    for (std::size_t i = reply.size() - 4; i < reply.size(); ++i) reply[i] = std::byte{0};
    reply[reply.size() - 3] = std::byte{0x10};  // 4096 words in no bytes

    EXPECT_FALSE(decode_read_lines(reply, 2, kArea).ok());
}

TEST(ReadingJobs, LyingLooksAreGarbled) {  // M11
    auto lie = looked();
    lie.area.width += 1;  // not the crop that was asked for
    EXPECT_FALSE(takes(lie));
    lie = looked();
    lie.facts.size = {100, 100};  // does not hold the crop
    EXPECT_FALSE(takes(lie));
    lie = looked();
    lie.facts.size = {100'000, 100'000};
    EXPECT_FALSE(takes(lie));
    lie = looked();
    lie.look.flat_share = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(takes(lie));
}

TEST(ReadingJobs, LyingLinesAreGarbled) {  // M11
    const auto lies = [](auto change) {
        auto lie = found_lines();
        change(lie);
        return !takes(lie);
    };
    EXPECT_TRUE(lies([](FoundLines& it) { it.area = {0, 0, 640, 480}; }));
    EXPECT_TRUE(lies([](FoundLines& it) { it.lines[1].box.x = 9; }));
    EXPECT_TRUE(lies([](FoundLines& it) { it.lines[1].box.width = 0; }));
    EXPECT_TRUE(lies([](FoundLines& it) { it.lines[1].box.width = 0xFFFFFFFF; }));
    EXPECT_TRUE(lies([](FoundLines& it) { it.lines[1].letter_height = 1'000'000; }));
    EXPECT_TRUE(lies([](FoundLines& it) { it.lines.resize(kMaxLines + 1, line_at(30)); }));
    EXPECT_TRUE(lies([](FoundLines& it) { it.read = {2, 0}; }));
    EXPECT_TRUE(lies([](FoundLines& it) { it.read = {0, 0, 2}; }));
    EXPECT_TRUE(lies([](FoundLines& it) { it.read = {0, 2, 3}; }));
    EXPECT_TRUE(lies([](FoundLines& it) { it.words[1].line = 1; }));  // was not read
}

TEST(ReadingJobs, LyingWordsAreGarbled) {  // M11
    const auto lies = [](auto change) {
        auto lie = read_lines();
        change(lie);
        return !takes(lie);
    };
    EXPECT_TRUE(lies([](ReadLines& it) { it.lines = 3; }));
    EXPECT_TRUE(lies([](ReadLines& it) { it.lines = 1; }));  // but words of two
    EXPECT_TRUE(lies([](ReadLines& it) { it.words[0].line = 1; }));
    EXPECT_TRUE(lies([](ReadLines& it) { it.words[0].text = ""; }));
    EXPECT_TRUE(lies([](ReadLines& it) { it.words[0].text = "\x1b[2J"; }));
    EXPECT_TRUE(lies([](ReadLines& it) { it.words[0].text = "\xC2\x9B"; }));
    EXPECT_TRUE(lies([](ReadLines& it) { it.words[0].text = "\xFF"; }));
    EXPECT_TRUE(lies([](ReadLines& it) { it.words[0].text.resize(kMaxWordBytes + 1, 'a'); }));
    EXPECT_TRUE(lies([](ReadLines& it) { it.words[0].box.y = 219; }));
    EXPECT_TRUE(lies([](ReadLines& it) { it.words[0].confidence = 1.01; }));
    EXPECT_TRUE(lies([](ReadLines& it) { it.words[0].confidence = -0.01; }));
    EXPECT_TRUE(lies([](ReadLines& it) {
        it.words[0].confidence = std::numeric_limits<double>::quiet_NaN();
    }));
}

TEST(ReadingJobs, LyingBarcodesAreGarbled) {  // M11
    auto lie = barcodes();
    lie.barcodes[0].text = "a\nb";
    EXPECT_FALSE(takes(lie));
    lie = barcodes();
    lie.barcodes[0].format = "\x1b";
    EXPECT_FALSE(takes(lie));
    lie = barcodes();
    lie.barcodes[0].box = {0, 0, 50, 50};
    EXPECT_FALSE(takes(lie));
    lie = barcodes();
    lie.barcodes.resize(2000, lie.barcodes[0]);
    EXPECT_FALSE(takes(lie));
}

TEST(ReadingJobs, ElementsComeBackAsTheyWent) {  // M11
    const FindElementsJob job{source(), milliseconds(1234), TextTurn::Half, 17};

    const auto back = decode_reading_job(encode(ReadingJob(job)));

    ASSERT_TRUE(back.ok());
    const auto& asked = std::get<FindElementsJob>(back.value());
    EXPECT_EQ(asked.source.key, job.source.key);
    EXPECT_EQ(asked.time, job.time);
    EXPECT_EQ(asked.turn, job.turn);
    EXPECT_EQ(asked.line_height, 17u);
    EXPECT_EQ(decode_found_elements(encode_reply(Result(elements())), kArea).value(), elements());
}

TEST(ReadingJobs, ElementsThatCannotBeAreGarbled) {  // M11
    auto outside = elements();
    outside.elements[0].box.x = 5;
    auto unknown_state = elements();
    unknown_state.elements[0].states = 0b100000;
    auto no_chance = elements();
    no_chance.elements[0].score = std::numeric_limits<double>::quiet_NaN();
    auto too_many = elements();
    too_many.elements.resize(kMaxElements + 1, too_many.elements[0]);
    auto lying = encode_reply(Result(elements()));
    lying.pop_back();

    EXPECT_TRUE(takes(Result(elements())));
    for (const auto& bad : {outside, unknown_state, no_chance, too_many}) {
        EXPECT_FALSE(takes(Result(bad)));
    }
    EXPECT_FALSE(decode_found_elements(lying, kArea).ok());
}

TEST(ReadingJobs, AxesThatCannotBeAreGarbled) {  // M11
    const auto nan = std::numeric_limits<double>::quiet_NaN();
    for (const auto& axis :
         {LineAxis{nan, 0, 1, 1, 0},
          {0, 1e9, 1, 1, 0},
          {0, 0, -1, 1, 0},
          {0, 0, 1, nan, 0},
          {0, 0, 1, 1, 8}}) {
        auto found = found_lines();
        found.axes[1] = axis;
        EXPECT_FALSE(takes(Result(found)));
    }
}

TEST(ReadingJobs, RefusePanelsThatLieOutsideOfThePicture) {  // M11
    auto reply = looked();
    reply.look.panels = {{12, 30, 16, 16}};
    EXPECT_TRUE(takes(Result<Looked>(reply)));

    reply.look.panels.push_back({0, 0, 5000, 5000});
    EXPECT_FALSE(takes(Result<Looked>(reply)));
}

}  // namespace
}  // namespace fovea::reading
