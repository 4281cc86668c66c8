// What a browser can reach: what the gate lets through, and nothing else (Q2). Looked at from the other
// side: listeners that nobody may ever have connected to.
#include <sys/socket.h>

#include <arpa/inet.h>
#include <string>

#include "browser/browser_fixture.hpp"

namespace fovea::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr Pixel kGreen{0, 128, 0};

// A UDP socket that hears everything that is sent to it.
class UdpListener {
public:
    UdpListener() {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        auto* generic = reinterpret_cast<sockaddr*>(&address);
        socklen_t size = sizeof address;
        if (::bind(fd_, generic, size) != 0 || ::getsockname(fd_, generic, &size) != 0)
            std::abort();
        port_ = ntohs(address.sin_port);
    }
    UdpListener(const UdpListener&) = delete;
    UdpListener& operator=(const UdpListener&) = delete;
    ~UdpListener() { close(fd_); }

    std::string port() const { return std::to_string(port_); }
    bool heard() const {
        pollfd waiting{fd_, POLLIN, 0};
        return ::poll(&waiting, 1, 0) > 0;
    }

private:
    int fd_ = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    int port_ = 0;
};

class Reach : public BrowserTest {
protected:
    // A page that tries all of these and turns green when each of them has failed or worked.
    static std::string page_that_tries(const std::string& tries) {
        return "<!doctype html><body style='margin:0'><script>"
               "const settled = what => new Promise(go => { what(go); setTimeout(go, 1500); });"
               "const tries = [" +
               tries +
               "];"
               "Promise.all(tries.map(settled)).then(() => "
               "document.body.style.background = 'green');</script>";
    }
    // Every way in which a page can ask for something at this place.
    static std::string ways_to(const std::string& place) {
        const auto with = [&](const std::string& before, const std::string& after) {
            return before + place + after;
        };
        return with("go => fetch('http://", "/fetch', {mode: 'no-cors'}).then(go, go),") +
               with("go => fetch('https://", "/fetch', {mode: 'no-cors'}).then(go, go),") +
               with(
                   "go => { const i = new Image; i.onload = i.onerror = go; i.src = 'http://",
                   "/i.png' },"
               ) +
               with(
                   "go => { const f = document.createElement('iframe'); f.onload = go; f.src = "
                   "'http://",
                   "/frame'; document.body.append(f) },"
               ) +
               with(
                   "go => { const s = new WebSocket('ws://", "/ws'); s.onerror = s.onclose = go },"
               ) +
               with("go => { const s = new EventSource('http://", "/events'); s.onerror = go },") +
               with("go => { navigator.sendBeacon('http://", "/beacon', 'x'); go() },") +
               with(
                   "go => { for (const rel of ['dns-prefetch', 'preconnect', 'prefetch', 'icon', "
                   "'stylesheet']) {"
                   " const l = document.createElement('link'); l.rel = rel; l.href = 'http://",
                   "/' + rel; document.head.append(l) } go() },"
               ) +
               with(
                   "go => { const w = new Worker(URL.createObjectURL(new Blob([\"fetch('http://",
                   "/worker', {mode: 'no-cors'}).then(() => postMessage(1), () => "
                   "postMessage(1))\"])));"
                   " w.onmessage = w.onerror = go },"
               ) +
               with(
                   "go => { const v = document.createElement('video'); v.onerror = go; v.src = "
                   "'http://",
                   "/v.mp4'; document.body.append(v) },"
               );
    }
};

TEST_F(Reach, NothingButWhatTheOperatorOpened) {  // Q2, DIG-15
    const net::SilentListener other_address("127.0.0.2");
    const net::SilentListener other_port("127.0.0.1");
    const UdpListener udp;
    names_.lead("inside.test", {{"127.0.0.2"}});
    site_.page(
        "/",
        page_that_tries(
            ways_to(other_address.place()) + ways_to(other_port.place()) +
            ways_to("localhost:" + other_port.port()) +
            ways_to("inside.test:" + other_address.port()) +
            "go => { const c = new RTCPeerConnection({iceServers: [{urls: 'stun:127.0.0.1:" +
            udp.port() + "'}, {urls: 'turn:127.0.0.1:" + udp.port() +
            "', username: 'a', credential: 'b'}]}); c.createDataChannel('x');"
            " c.onicegatheringstatechange = () => c.iceGatheringState === 'complete' && go();"
            " c.createOffer().then(o => c.setLocalDescription(o)) }"
        )
    );

    const auto shot = shoot({.url = site_.url(), .wait = std::chrono::milliseconds(2500)});

    ASSERT_TRUE(shot.ok()) << words(shot);
    EXPECT_EQ(Picture(shot.value().png).at(640, 790), kGreen);  // all of it was tried
    EXPECT_FALSE(other_address.was_asked());
    EXPECT_FALSE(other_port.was_asked());
    EXPECT_FALSE(udp.heard());
    EXPECT_THAT(log(), Contains(HasSubstr("port " + other_port.port() + " is not allowed")));
    for (const auto& line : log()) EXPECT_THAT(line, HasSubstr("the browser was refused"));
}

TEST_F(Reach, ARedirectLeadsNoFurtherThanAUrl) {  // Q2
    const net::SilentListener inside("127.0.0.2");
    int number = 0;
    for (const std::string& place :
         {std::string("https://169.254.169.254/latest/meta-data/"),
          std::string("http://169.254.169.254/latest/meta-data/"),
          std::string("file:///etc/passwd"),
          "http://" + inside.place() + "/",
          "https://" + inside.place() + "/"}) {
        const auto path = "/to/" + std::to_string(number++);
        site_.answer(path, [place](net::TestConnection& peer) {
            peer.respond(302, "", "Location: " + place + "\r\nConnection: close\r\n");
        });
        EXPECT_EQ(code(shoot_path(path)), "URL_BLOCKED") << place;
    }
    EXPECT_FALSE(inside.was_asked());
}

TEST_F(Reach, AnOpenOriginIsOpenToItselfAlone) {  // Q2
    const net::SilentListener other("127.0.0.1");
    settings_.allow.push_back("http://" + other.place());
    site_.page("/frame", page_that_tries(ways_to(other.place())));
    site_.page(
        "/", page_that_tries(ways_to(other.place())) + "<iframe src='/frame' width=10></iframe>"
    );

    const auto shot = shoot({.url = site_.url(), .wait = std::chrono::milliseconds(2500)});

    ASSERT_TRUE(shot.ok()) << words(shot);
    EXPECT_EQ(site_.asked("/frame"), 1);
    EXPECT_FALSE(other.was_asked());
    EXPECT_THAT(shot.value().notes, Contains(HasSubstr("left out")));
}

TEST_F(Reach, AnOpenPageUsesWhatIsNamedBesideIt) {  // Q2
    TestSite api;
    api.answer("/data", [](net::TestConnection& peer) {
        peer.respond(200, "green", "Access-Control-Allow-Origin: *\r\nConnection: close\r\n");
    });
    settings_.allow = {site_.origin() + " " + api.origin()};
    site_.page(
        "/",
        "<body><script>fetch('" + api.url("/data") +
            "').then(r => r.text())"
            ".then(colour => document.body.style.background = colour)</script>"
    );

    const auto shot = shoot_path("/");

    ASSERT_TRUE(shot.ok()) << words(shot);
    EXPECT_EQ(Picture(shot.value().png).at(640, 400), kGreen);
    EXPECT_EQ(code(shoot({.url = api.url("/data")})), "URL_BLOCKED");
}

TEST_F(Reach, AnOpenPageThatGoesToAnotherOriginIsNotFollowed) {  // Q2
    TestSite other;
    settings_.allow.push_back(other.origin());
    other.page("/", "<title>other</title>");
    site_.page("/by-script", "<script>location = '" + other.url() + "'</script>");
    site_.page("/by-tag", "<meta http-equiv=refresh content='0;url=" + other.url() + "'>");
    site_.answer("/by-status", [&](net::TestConnection& peer) {
        peer.respond(302, "", "Location: " + other.url() + "\r\nConnection: close\r\n");
    });

    for (const auto* path : {"/by-script", "/by-tag", "/by-status"}) {
        const auto shot = shoot_path(path);
        EXPECT_EQ(code(shot), "URL_BLOCKED") << path;
        EXPECT_THAT(words(shot), HasSubstr("redirected to " + other.origin())) << path;
    }
    EXPECT_EQ(other.connections(), 0);
}

TEST_F(Reach, AFrameThatTheBrowserKeepsApartStaysAtHomeToo) {  // Q2
    TestSite other;
    settings_.allow.push_back(other.origin());
    other.page("/", "<title>other</title>");
    const auto leaves = "<script>location='" + other.url() + "'</script>";
    site_.page("/leaves", leaves);
    site_.page("/nested", "<iframe sandbox='allow-scripts' src='/leaves'></iframe>");
    site_.page(
        "/",
        "<body style='margin:0;background:green'>"
        "<iframe sandbox='allow-scripts' srcdoc=\"" +
            leaves +
            "\"></iframe>"
            "<iframe sandbox='allow-scripts' src='/leaves'></iframe>"
            "<iframe sandbox='allow-scripts allow-same-origin' src='/nested'></iframe>"
            "<script>new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])))</script>"
    );

    const auto shot = shoot_path("/");

    ASSERT_TRUE(shot.ok()) << words(shot);
    EXPECT_EQ(Picture(shot.value().png).at(640, 700), kGreen);
    EXPECT_EQ(other.connections(), 0);
    EXPECT_THAT(shot.value().notes, Contains(HasSubstr("left out")));
    EXPECT_THAT(shot.value().notes, Contains(HasSubstr(other.origin())));
}

TEST_F(Reach, RefusesWhatIsNoPublicHttpsPageBeforeABrowserRuns) {  // Q2, T1
    settings_.program = "/bin/false";                              // would be an error of its own
    const auto port = std::to_string(site_.port());
    for (const std::string& url :
         {std::string("file:///etc/passwd"),
          std::string("data:text/html,<b>x"),
          std::string("javascript:alert(1)"),
          std::string("view-source:https://example.org/"),
          std::string("chrome://version/"),
          std::string("chrome://crash/"),
          std::string("about:blank"),
          std::string("blob:https://example.org/x"),
          std::string("ftp://example.org/"),
          std::string("http://example.org/"),
          std::string("example.org"),
          std::string(""),
          std::string("https://10.0.0.1/"),
          std::string("https://169.254.169.254/latest/"),
          std::string("https://[::1]/"),
          std::string("https://2130706433/"),
          std::string("https://localhost/"),
          "https://127.0.0.1:" + port + "/",
          "http://localhost:" + port + "/",
          "http://127.0.0.1:" + port + "@example.org/",
          "http://a@127.0.0.1:" + port + "/",
          "http://127.0.0.1:" + port + "\\@example.org/",
          site_.url("/ x")}) {
        EXPECT_EQ(code(shoot({.url = url})), "URL_BLOCKED") << url;
    }
    EXPECT_EQ(site_.connections(), 0);
}

// A gate that may ask 127.0.0.1, where a server with a certificate is.
class ReachTls : public Reach {
protected:
    ReachTls() {
        settings_.gate.policy.allowed = {net::network("127.0.0.1/32")};
        settings_.more_arguments = {"--ignore-certificate-errors-spki-list=" + authority_.pin()};
        names_.lead("pictures.test", {{"127.0.0.1"}});
    }
    std::string secure(const std::string& path) const {
        return "https://pictures.test:" + std::to_string(server_.port()) + path;
    }

    std::string body_ = "<title>safe</title><body style='background:green'>";
    net::TestAuthority authority_;
    net::TestServer server_{
        [this](net::TestConnection& peer) {
            if (peer.read_request()) {
                peer.respond(200, body_, "Content-Type: text/html\r\nConnection: close\r\n");
            }
        },
        "https",
        [this](int fd) { return authority_.wrap(fd); }};
};

TEST_F(ReachTls, OpensAnHttpsPageByItsCheckedAddress) {  // Q2, DIG-15
    const auto shot = shoot({.url = secure("/a?b#c")});

    ASSERT_TRUE(shot.ok()) << words(shot);
    EXPECT_EQ(Picture(shot.value().png).at(640, 400), kGreen);
    EXPECT_EQ(shot.value().final_url, secure("/a?b#c"));
}

TEST_F(ReachTls, FindsTheOperatorsOwnServersClosedToStrangersPages) {  // Q2
    const net::SilentListener own("127.0.0.2");
    settings_.allow = {"http://" + own.place()};
    body_ = page_that_tries(ways_to(own.place()));

    const auto shot = shoot({.url = secure("/"), .wait = std::chrono::milliseconds(2500)});

    ASSERT_TRUE(shot.ok()) << words(shot);
    EXPECT_EQ(Picture(shot.value().png).at(640, 790), kGreen);
    EXPECT_FALSE(own.was_asked());
}

TEST_F(ReachTls, RefusesACertificateThatNobodyVouchesFor) {  // Q2
    settings_.more_arguments = {};

    EXPECT_EQ(code(shoot({.url = secure("/")})), "URL_BLOCKED");
    EXPECT_THAT(log(), Contains(HasSubstr("certificate")));
}

TEST_F(ReachTls, ANameThatChangesItsMindLeadsNowhere) {  // Q2: rebinding
    const net::SilentListener inside("127.0.0.2");
    names_.lead("pictures.test", {{"127.0.0.1"}, {"127.0.0.2"}});
    body_ = page_that_tries(ways_to("pictures.test:" + inside.port()));

    const auto shot = shoot({.url = secure("/"), .wait = std::chrono::milliseconds(2500)});

    ASSERT_TRUE(shot.ok()) << words(shot);
    EXPECT_FALSE(inside.was_asked());
}

TEST_F(ReachTls, SaysThatNobodyAnswers) {  // Q2
    names_.lead("closed.test", {{"127.0.0.1"}});
    int free_port = 0;
    {
        free_port = net::TestServer([](net::TestConnection&) {}).port();
    }

    const auto shot = shoot({.url = "https://closed.test:" + std::to_string(free_port) + "/"});

    EXPECT_EQ(code(shot), "FILE_NOT_FOUND");
    EXPECT_EQ(words(shot), "closed.test:" + std::to_string(free_port) + " does not answer");
}

TEST_F(Reach, ANameWithoutAnAddressIsToldAsSuch) {  // Q2
    const auto shot = shoot({.url = "https://nobody.test/"});

    EXPECT_EQ(code(shot), "FILE_NOT_FOUND");
    EXPECT_THAT(words(shot), HasSubstr("the name nobody.test does not resolve"));
}

TEST_F(Reach, WithLocalOnlyNothingButTheOperatorsServersOnThisMachine) {  // local_only
    site_.page("/", "<body style='background:green'>");
    settings_.local_only = true;
    settings_.gate.off = "local_only is set";
    settings_.allow.emplace_back("http://elsewhere.test:80");
    names_.lead("elsewhere.test", {{"93.184.216.34"}});

    EXPECT_TRUE(shoot_path("/").ok());
    EXPECT_EQ(code(shoot({.url = "https://example.org/"})), "URL_BLOCKED");
    EXPECT_EQ(code(shoot({.url = "http://elsewhere.test/"})), "URL_BLOCKED");
}

}  // namespace
}  // namespace fovea::testing
