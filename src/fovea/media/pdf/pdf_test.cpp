// The PDF functions together, on documents that the test writes and on the corpus.
#include "fovea/media/pdf/cut_pages.hpp"
#include "fovea/media/pdf/pdf_text.hpp"
#include "fovea/media/pdf/probe_pdf.hpp"
#include "fovea/media/pdf/render_pages.hpp"
#include "fovea/media/pdf/test_pdf.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

namespace fovea::media {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class PdfTest : public ::testing::Test {
protected:
    std::unique_ptr<sandbox::HelperPrograms> helpers_ = test_helpers();

    Result<PdfInfo> probe(const Bytes& file) { return probe_pdf(*helpers_, file); }
    std::string text_of(const Bytes& file, std::uint32_t page = 1) {
        const auto pages = pdf_text(*helpers_, file, {.pages = {page}});
        return pages.ok() ? plain_text(pages.value().front()) : pages.error().message;
    }
    Result<std::vector<RenderedPage>> render(const Bytes& file, RenderRequest request) {
        const auto info = TRY(probe(file));
        std::vector<RenderedPage> pages;
        TRY(render_pages(*helpers_, file, info, request, [&](RenderedPage page) -> Result<void> {
            pages.push_back(std::move(page));
            return {};
        }));
        return pages;
    }
};

TEST_F(PdfTest, CountsPagesAndTellsTheirSizes) {  // M9
    const auto info =
        probe(to_pdf({{.text = "one"}, {.text = "two", .width = 300, .height = 400, .rotate = 90}})
        );

    ASSERT_TRUE(info.ok()) << info.error().message;
    EXPECT_EQ(info.value(), (PdfInfo{.pages = 2, .sizes = {{612, 792}, {400, 300}}}));
}

TEST_F(PdfTest, ReadsWordsWithTheirPlaces) {  // M9
    const auto pages = pdf_text(*helpers_, numbered_pdf(3), {.pages = {2}});

    ASSERT_TRUE(pages.ok()) << pages.error().message;
    ASSERT_EQ(pages.value().size(), 1U);
    const auto& page = pages.value().front();
    EXPECT_EQ(page.page, 2U);
    EXPECT_EQ(plain_text(page), "Page 2 of the report\n");
    const auto& first = page.lines.front().words.front();
    EXPECT_EQ(first.text, "Page");
    EXPECT_NEAR(first.box.x, 72, 1);
    EXPECT_NEAR(first.box.y + first.box.height, 96, 12);  // the line stands at 96 from the top
    EXPECT_GT(first.box.width, 20);
}

TEST_F(PdfTest, APageWithoutTextHasNoLines) {
    const auto pages = pdf_text(*helpers_, to_pdf({{.text = ""}}), {.pages = {1}});

    ASSERT_TRUE(pages.ok()) << pages.error().message;
    EXPECT_TRUE(pages.value().front().lines.empty());
}

TEST_F(PdfTest, DrawsEachPageAsLargeAsItMayBe) {  // M9
    const auto pages = render(
        to_pdf({{.text = "tall"}, {.text = "wide", .width = 792, .height = 612}}),
        {.pages = {1, 2}, .max_edge = 500}
    );

    ASSERT_TRUE(pages.ok()) << pages.error().message;
    ASSERT_EQ(pages.value().size(), 2U);
    EXPECT_EQ(pages.value()[0].size, (PixelSize{387, 500}));
    EXPECT_EQ(pages.value()[1].size, (PixelSize{500, 387}));
    EXPECT_NEAR(pages.value()[0].dpi, 45.45, 0.01);
    EXPECT_THAT(std::string(as_text(pages.value()[0].png)), StartsWith("\x89PNG"));
}

TEST(RenderEdge, IsBoundByResolutionAndPixels) {
    EXPECT_EQ(edge_for({612, 792}, {.max_edge = 1568}), 1568U);
    EXPECT_EQ(edge_for({36, 72}, {.max_edge = 1568, .max_dpi = 300}), 300U);
    EXPECT_EQ(edge_for({500, 1000}, {.max_edge = 4000, .max_pixels = 20'000}), 200U);
    EXPECT_EQ(edge_for({1, 9'000'000}, {}), 1568U);
    EXPECT_EQ(edge_for({0.001, 0.001}, {}), 1U);
}

TEST_F(PdfTest, TakesSixPagesOutOfThreeHundred) {  // M9, M13
    const auto file = numbered_pdf(300);
    const auto pages = parse_pages("120-125", probe(file).value().pages).value();

    const auto cut = cut_pages(*helpers_, file, {.pages = pages});

    ASSERT_TRUE(cut.ok()) << cut.error().message;
    EXPECT_EQ(probe(cut.value()).value().pages, 6U);
    EXPECT_EQ(text_of(cut.value(), 1), "Page 120 of the report\n");
    EXPECT_EQ(text_of(cut.value(), 6), "Page 125 of the report\n");
    EXPECT_LT(cut.value().size(), 8000U);
    EXPECT_EQ(text_of(file, 125), "Page 125 of the report\n");
    EXPECT_EQ(cut_pages(*helpers_, file, {.pages = pages}).value(), cut.value());
}

TEST_F(PdfTest, ALockedDocumentSaysSoAndIsNotCalledDamaged) {  // M9
    const auto file = locked_pdf(*helpers_, numbered_pdf(2), "secret");

    const auto info = probe(file);
    const auto text = pdf_text(*helpers_, file, {.pages = {1}});
    const auto cut = cut_pages(*helpers_, file, {.pages = {1}});

    ASSERT_FALSE(info.ok());
    EXPECT_EQ(info.error().code, ErrorCode::InvalidInput);
    EXPECT_THAT(info.error().message, HasSubstr("encrypted"));
    EXPECT_EQ(text.error(), info.error());
    EXPECT_EQ(cut.error(), info.error());
    EXPECT_EQ(probe(numbered_pdf(2)).value().pages, 2U);  // the next call works
}

TEST_F(PdfTest, ADocumentThatOnlyForbidsThingsOpens) {  // M9
    const auto file = locked_pdf(*helpers_, numbered_pdf(2), "");

    const auto info = probe(file);

    ASSERT_TRUE(info.ok()) << info.error().message;
    EXPECT_TRUE(info.value().encrypted);
    EXPECT_EQ(text_of(file, 2), "Page 2 of the report\n");
    const auto cut = cut_pages(*helpers_, file, {.pages = {2}}).value();
    EXPECT_FALSE(probe(cut).value().encrypted);
}

TEST_F(PdfTest, DamagedDocumentsAreDecodeFailed) {  // M9
    auto cut_short = numbered_pdf(3);
    cut_short.resize(60);
    std::string nonsense = "%PDF-1.7\n";
    for (int i = 0; i < 5000; ++i) nonsense += static_cast<char>(i * 7919 >> 3);
    const auto view = as_bytes(nonsense);

    for (const Bytes& file : {cut_short, Bytes(view.begin(), view.end())}) {
        const auto info = probe(file);
        ASSERT_FALSE(info.ok());
        EXPECT_EQ(info.error().code, ErrorCode::DecodeFailed);
        EXPECT_THAT(info.error().message, HasSubstr("damaged"));
        EXPECT_FALSE(cut_pages(*helpers_, file, {.pages = {1}}).ok());
        EXPECT_FALSE(pdf_text(*helpers_, file, {.pages = {1}}).ok());
    }
    EXPECT_EQ(probe(numbered_pdf(2)).value().pages, 2U);
}

TEST_F(PdfTest, ADocumentThatCouldBeRepairedSaysSo) {
    auto text = std::string(as_text(numbered_pdf(3)));
    text.replace(text.find("startxref"), std::string::npos, "startxref\n5\n%%EOF\n");
    const auto view = as_bytes(text);
    const Bytes file(view.begin(), view.end());

    const auto info = probe(file);

    ASSERT_TRUE(info.ok()) << info.error().message;
    EXPECT_TRUE(info.value().repaired);
}

TEST_F(PdfTest, OtherFilesAndLargeOnesAreRefusedBeforeAnythingRuns) {  // M1, ETH-19
    const auto html = as_bytes("<html><body>not found</body></html>");
    Bytes large = numbered_pdf(1);
    large.resize((32u << 20) + 1);

    EXPECT_EQ(probe({}).error().code, ErrorCode::UnsupportedFileType);
    EXPECT_EQ(
        probe(Bytes(html.begin(), html.end())).error(),
        (Error{
            ErrorCode::UnsupportedFileType, "this is an HTML page (text/html), not a PDF document"})
    );
    EXPECT_EQ(probe(large).error().code, ErrorCode::FileTooLarge);
}

TEST_F(PdfTest, OneCallHasABoundOnItsPages) {
    const auto file = numbered_pdf(2);

    const auto text = pdf_text(*helpers_, file, {.pages = {1, 2}, .limits = {.max_pages = 1}});

    EXPECT_EQ(text.error().code, ErrorCode::LimitExceeded);
    EXPECT_EQ(pdf_text(*helpers_, file, {}).error().code, ErrorCode::InvalidInput);
}

TEST_F(PdfTest, AMissingProgramIsNamedWithItsPackage) {  // O2
    const auto helpers = sandbox::HelperPrograms::open({.cage = test_paths::program("fovea-cage"),
                                                        .folders = "/dev/null"})
                             .value();

    EXPECT_EQ(
        probe_pdf(*helpers, numbered_pdf(1)).error(),
        (Error{ErrorCode::PdfNotSupported, "pdfinfo is not installed: apt install poppler-utils"})
    );
}

TEST_F(PdfTest, CanBeCancelledBetweenPagesAndTellsHowFarItIs) {
    std::stop_source stop;
    std::vector<std::size_t> told;
    const auto file = numbered_pdf(60);

    const auto text = pdf_text(
        *helpers_,
        file,
        {.pages = all_pages(60),
         .progress =
             [&](std::size_t done, std::size_t total) {
                 told.push_back(done);
                 EXPECT_EQ(total, 60U);
                 if (done == 50) stop.request_stop();
             }},
        stop.get_token()
    );

    EXPECT_EQ(told, (std::vector<std::size_t>{25, 50}));
    EXPECT_EQ(text.error().code, ErrorCode::Cancelled);
}

TEST_F(PdfTest, ServesSeveralThreads) {
    std::atomic<int> right = 0;
    {
        std::vector<std::jthread> threads;
        for (std::uint32_t i = 1; i <= 4; ++i) {
            threads.emplace_back([&, i] {
                right +=
                    text_of(numbered_pdf(4), i) == "Page " + std::to_string(i) + " of the report\n";
            });
        }
    }
    EXPECT_EQ(right, 4);
}

TEST(PdfInfoText, BelievesWhatTheProgramFoundAndNotWhatTheDocumentCallsItself) {
    const auto info = read_pdf_info(
        "Title:           My book\nPages:           9000\nPage    1 size:  1 x 1 pts\n"
        "Pages:           1\nEncrypted:       no\nPage    1 size:  612 x 792 pts (letter)\n"
        "Page    1 rot:   0\n"
    );

    ASSERT_TRUE(info.ok()) << info.error().message;
    EXPECT_EQ(info.value(), (PdfInfo{.pages = 1, .sizes = {{612, 792}}}));
}

TEST(PdfInfoText, RefusesWhatMakesNoSense) {
    for (const auto* printed :
         {"",
          "Pages: 0\n",
          "Pages: many\n",
          "Pages: 2\nPage 1 size: 1 x 1 pts\n",
          "Pages: 1\nPage 1 size: nan x inf pts\n",
          "Pages: 1\nPage 1 size: -5 x 5 pts\n"}) {
        EXPECT_FALSE(read_pdf_info(printed).ok()) << printed;
    }
}

}  // namespace
}  // namespace fovea::media
