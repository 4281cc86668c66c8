// What a shot shows.
#include <string>

#include "browser/browser_fixture.hpp"

namespace fovea::testing {
namespace {

using Shot = BrowserTest;

constexpr Pixel kRed{255, 0, 0};
constexpr Pixel kGreen{0, 128, 0};
constexpr Pixel kBlue{0, 0, 255};
constexpr Pixel kWhite{255, 255, 255};

const std::string kColours =
    "<!doctype html><title>Colours &amp; words</title><style>body{margin:0;background:white}"
    "div{position:absolute;width:100px;height:100px}</style>"
    "<div style='left:0;top:0;background:red'></div>"
    "<div style='left:200px;top:50px;background:green'></div>"
    "<div id=b style='left:400px;top:300px;background:blue'></div>";

TEST_F(Shot, ShowsThePageAsItLooks) {  // T1, DIG-15
    site_.page("/colours", kColours);

    const auto shot = shoot_path("/colours");

    ASSERT_TRUE(shot.ok()) << words(shot);
    keep(shot.value(), "colours");
    const Picture picture(shot.value().png);
    EXPECT_EQ(picture.size(), (media::PixelSize{1280, 800}));
    EXPECT_EQ(picture.at(50, 50), kRed);
    EXPECT_EQ(picture.at(250, 100), kGreen);
    EXPECT_EQ(picture.at(450, 350), kBlue);
    EXPECT_EQ(picture.at(600, 600), kWhite);
    EXPECT_EQ(shot.value().title, "Colours & words");
    EXPECT_EQ(shot.value().final_url, site_.url("/colours"));
    EXPECT_EQ(shot.value().status, 200);
    EXPECT_THAT(shot.value().notes, ::testing::IsEmpty());
    EXPECT_THAT(log(), ::testing::IsEmpty());
}

TEST_F(Shot, HasTheSizeOfTheWindowThatWasAskedFor) {  // T1
    site_.page(
        "/",
        "<body style='background:red'><style>@media (max-width: 400px) "
        "{body{background:blue!important}}</style>"
    );

    const auto shot = shoot({.url = site_.url(), .width = 360, .height = 640});

    ASSERT_TRUE(shot.ok()) << words(shot);
    const Picture picture(shot.value().png);
    EXPECT_EQ(picture.size(), (media::PixelSize{360, 640}));
    EXPECT_EQ(picture.at(100, 100), kBlue);
    for (const std::uint32_t edge : {0U, 5000U}) {
        EXPECT_EQ(code(shoot({.url = site_.url(), .width = edge})), "INVALID_INPUT");
    }
}

TEST_F(Shot, HasAsManyPixelsAsTheScaleSays) {  // T1
    site_.page("/colours", kColours);
    const auto url = site_.url("/colours");

    const auto twice = shoot({.url = url, .scale = 2});
    const auto part = shoot({.url = url, .scale = 3, .selector = "#b"});

    ASSERT_TRUE(twice.ok()) << words(twice);
    const Picture picture(twice.value().png);
    EXPECT_EQ(picture.size(), (media::PixelSize{2560, 1600}));
    EXPECT_EQ(picture.at(100, 100), kRed);
    EXPECT_EQ(picture.at(900, 700), kBlue);
    ASSERT_TRUE(part.ok()) << words(part);
    EXPECT_EQ(Picture(part.value().png).size(), (media::PixelSize{300, 300}));
    EXPECT_EQ(code(shoot({.url = url, .scale = 5})), "INVALID_INPUT");
    EXPECT_EQ(code(shoot({.url = url, .width = 4096, .scale = 4})), "INVALID_INPUT");
}

TEST_F(Shot, ATitleWithHalfAnEmojiIsMended) {  // T1
    site_.page("/", "<script>document.title = 'half \\ud83d'</script>");

    const auto shot = shoot_path("/");

    ASSERT_TRUE(shot.ok()) << words(shot);
    EXPECT_EQ(shot.value().title, "half \xEF\xBF\xBD");
}

TEST_F(Shot, AddressesAndTitlesAreCut) {  // T1
    site_.page(
        "/",
        "<script>history.replaceState(0, '', '/?' + 'x'.repeat(100000));"
        "document.title = 't'.repeat(100000)</script>"
    );

    const auto shot = shoot_path("/");

    ASSERT_TRUE(shot.ok()) << words(shot);
    EXPECT_LT(shot.value().final_url.size(), 2100U);
    EXPECT_LT(shot.value().title.size(), 600U);
}

TEST_F(Shot, IsDarkForWhoeverPrefersThat) {  // T1
    site_.page(
        "/",
        "<style>body{background:red}@media (prefers-color-scheme: dark)"
        "{body{background:blue}}</style>"
    );

    const auto light = shoot_path("/");
    const auto dark = shoot({.url = site_.url(), .dark = true});

    ASSERT_TRUE(light.ok() && dark.ok()) << words(light) << words(dark);
    EXPECT_EQ(Picture(light.value().png).at(9, 9), kRed);
    EXPECT_EQ(Picture(dark.value().png).at(9, 9), kBlue);
}

TEST_F(Shot, ShowsTheWholePageUpToAHeight) {  // T1
    const auto page = [](int height) {
        return "<!doctype html><body style='margin:0'><div style='height:" +
               std::to_string(height) +
               "px;background:red'></div><div style='height:100px;background:blue'></div>";
    };
    site_.page("/tall", page(2900));
    site_.page("/huge", page(20'000));

    const auto tall = shoot({.url = site_.url("/tall"), .full_page = true});
    const auto huge = shoot({.url = site_.url("/huge"), .full_page = true});

    ASSERT_TRUE(tall.ok() && huge.ok()) << words(tall) << words(huge);
    keep(huge.value(), "huge");
    const Picture whole(tall.value().png);
    EXPECT_EQ(whole.size(), (media::PixelSize{1280, 3000}));
    EXPECT_EQ(whole.at(640, 2890), kRed);
    EXPECT_EQ(whole.at(640, 2950), kBlue);
    const Picture cut(huge.value().png);
    EXPECT_EQ(cut.size(), (media::PixelSize{1280, 16'384}));
    EXPECT_EQ(cut.at(640, 16'000), kRed);
    EXPECT_THAT(
        huge.value().notes,
        ::testing::ElementsAre("cut: 16384 of 20100 pixels of the height are shown")
    );
}

TEST_F(Shot, ShowsOneElementAlone) {  // T1
    site_.page(
        "/",
        kColours +
            "<div id=far style='top:3000px;left:10px;background:green'></div>"
            "<p id=none style='display:none'>"
    );

    const auto near = shoot({.url = site_.url(), .selector = "#b"});
    const auto far = shoot({.url = site_.url(), .selector = "#far"});

    ASSERT_TRUE(near.ok() && far.ok()) << words(near) << words(far);
    EXPECT_EQ(Picture(near.value().png).size(), (media::PixelSize{100, 100}));
    EXPECT_EQ(Picture(near.value().png).at(1, 1), kBlue);
    EXPECT_EQ(Picture(far.value().png).size(), (media::PixelSize{100, 100}));
    EXPECT_EQ(Picture(far.value().png).at(98, 98), kGreen);
    for (const auto* selector : {"#nothing", "p:::", "#none"}) {
        EXPECT_EQ(code(shoot({.url = site_.url(), .selector = selector})), "INVALID_INPUT")
            << selector;
    }
}

TEST_F(Shot, SaysTheStatusOfAPageThatIsAnError) {  // T1
    const auto shot = shoot_path("/unknown");

    ASSERT_TRUE(shot.ok()) << words(shot);
    EXPECT_EQ(shot.value().status, 404);
    EXPECT_EQ(shot.value().title, "gone");
}

TEST_F(Shot, FollowsRedirectsWithinTheOrigin) {  // T1
    site_.answer("/from", [](net::TestConnection& peer) {
        peer.respond(302, "", "Location: /colours\r\nConnection: close\r\n");
    });
    site_.page("/colours", kColours);

    const auto shot = shoot_path("/from");

    ASSERT_TRUE(shot.ok()) << words(shot);
    EXPECT_EQ(shot.value().final_url, site_.url("/colours"));
    EXPECT_EQ(shot.value().status, 200);
}

TEST_F(Shot, WaitsForWhatThePageFetchesAndForAsLongAsItIsTold) {  // T1
    site_.page("/late", "blue");
    site_.page(
        "/",
        "<body style='background:red'><script>fetch('/late').then(r => r.text())"
        ".then(c => document.body.style.background = c);"
        "setTimeout(() => document.title = 'later', 1000)</script>"
    );

    const auto shot = shoot({.url = site_.url(), .wait = std::chrono::milliseconds(1500)});

    ASSERT_TRUE(shot.ok()) << words(shot);
    EXPECT_EQ(Picture(shot.value().png).at(640, 400), kBlue);
    EXPECT_EQ(shot.value().title, "later");
}

TEST_F(Shot, KnowsNothingOfTheOneBefore) {  // T1
    site_.page(
        "/",
        "<script>document.title = document.cookie + (localStorage.a || '');"
        "document.cookie = 'a=1'; localStorage.a = 2</script>"
    );

    EXPECT_EQ(shoot_path("/").value().title.find("a=1"), std::string::npos);
    EXPECT_EQ(shoot_path("/").value().title.find("a=1"), std::string::npos);
}

}  // namespace
}  // namespace fovea::testing
