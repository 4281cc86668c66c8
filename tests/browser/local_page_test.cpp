// A page that is a file of somebody's: shown as it is, and as far from other files and from this machine as
// any page of a stranger (Q2).
#include <fstream>
#include <string>

#include "browser/browser_fixture.hpp"

namespace fovea::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr Pixel kGreen{0, 128, 0};
constexpr Pixel kWhite{255, 255, 255};

class LocalPageTest : public BrowserTest {
protected:
    Result<browser::Shot> shoot_html(const std::string& html) {
        return shoot({.url = {}, .local = browser::LocalPage{"/home/me/report.html", html}});
    }
};

TEST_F(LocalPageTest, IsShownAsItIs) {  // T1
    const auto shot = shoot_html(
        "<!doctype html><title>Größe</title><body style='background:white;margin:0'>"
        "<div style='width:100px;height:100px'></div>"
        "<script>document.querySelector('div').style.background = 'green'</script>"
    );

    ASSERT_TRUE(shot.ok()) << words(shot);
    EXPECT_EQ(shot.value().title, "Größe");
    EXPECT_EQ(shot.value().final_url, "/home/me/report.html");
    EXPECT_EQ(shot.value().status, std::nullopt);
    EXPECT_THAT(shot.value().notes, IsEmpty());
    const Picture picture(shot.value().png);
    EXPECT_EQ(picture.at(50, 50), kGreen);
    EXPECT_EQ(picture.at(500, 500), kWhite);
    EXPECT_THAT(log(), IsEmpty());
}

TEST_F(LocalPageTest, ReadsNoOtherFile) {  // Q2
    const auto secret = temporary_ / "secret.txt";
    std::ofstream(secret) << "the secret";
    std::filesystem::permissions(temporary_, std::filesystem::perms(0755));
    std::ofstream(temporary_ / "secret.js") << "document.title = 'read it'";

    const auto file = "file://" + temporary_.string();
    const auto shot = shoot_html(
        "<!doctype html><title>kept out</title><link rel=stylesheet href='style.css'>"
        "<script src='" +
        file +
        "/secret.js'></script><script src='../secret.js'></script>"
        "<iframe src='" +
        file + "/secret.txt'></iframe><img src='" + file +
        "/secret.txt'>"
        "<script>"
        "const said = t => { document.title = 'read ' + t };"
        "fetch('" +
        file +
        "/secret.txt').then(r => r.text()).then(said, () => {});"
        "const x = new XMLHttpRequest; x.onload = () => said(x.responseText);"
        "x.open('GET', '" +
        file +
        "/secret.txt');"
        "try { x.send() } catch (e) {}"
        "document.querySelector('iframe').onload = e => {"
        "  try { said(e.target.contentDocument.body.innerText.match(/secret/)[0]) } catch (e) {} };"
        "</script>"
    );
    std::filesystem::remove(secret);
    std::filesystem::remove(temporary_ / "secret.js");

    ASSERT_TRUE(shot.ok()) << words(shot);
    EXPECT_EQ(shot.value().title, "kept out");
    EXPECT_THAT(
        shot.value().notes, ElementsAre("files beside the page are not read: secret.js, style.css")
    );
}

TEST_F(LocalPageTest, CannotGoToAFile) {  // Q2
    const auto shot = shoot_html(
        "<!doctype html><title>stays</title><script>location.href = 'file:///etc/passwd'</script>"
    );

    ASSERT_TRUE(shot.ok()) << words(shot);
    EXPECT_EQ(shot.value().title, "stays");
    EXPECT_EQ(shot.value().final_url, "/home/me/report.html");
}

// Also those that the operator opened: it is a stranger's page like any other.
TEST_F(LocalPageTest, FindsTheServersOfThisMachineClosed) {  // Q2
    const net::SilentListener closed("127.0.0.1");
    site_.page("/", "open");

    const auto shot = shoot_html(
        "<!doctype html><title>waits</title><script>"
        "const ways = [];"
        "for (const place of ['" +
        site_.origin() + "', 'http://" + closed.place() + "', 'https://" + closed.place() +
        "']) {"
        "  ways.push(fetch(place + '/', {mode: 'no-cors'}).catch(() => {}));"
        "  ways.push(new Promise(go => { const i = new Image; i.onload = i.onerror = go;"
        "                                i.src = place + '/i.png' }));"
        "  const f = document.createElement('iframe'); f.src = place; document.body?.append(f);"
        "}"
        "Promise.all(ways).then(() => document.title = 'tried');"
        "</script>"
    );

    ASSERT_TRUE(shot.ok()) << words(shot);
    EXPECT_EQ(shot.value().title, "tried");
    EXPECT_EQ(site_.connections(), 0);
    EXPECT_FALSE(closed.was_asked());
}

TEST_F(LocalPageTest, HasASizeLimit) {  // Q1
    const auto shot = shoot_html(std::string(browser::kMaxLocalPage + 1, ' '));

    EXPECT_EQ(code(shot), "FILE_TOO_LARGE");
}

}  // namespace
}  // namespace fovea::testing
