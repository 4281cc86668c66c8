// Takes pictures of web pages with Chromium, whose every connection passes the gate (Q2).
//
//     const auto browser = TRY(Browser::open({.cage = cage, .gate = gate_settings}));
//     const Shot shot = TRY(browser->shoot({.url = "https://example.org/"}, stop));
//
// Each shot is a browser of its own: started in an enclosure (sandbox/enclosure.hpp) with a folder of
// its own, driven over a pipe, and gone afterwards with everything it wrote. Its only way out is a
// GateProxy. Nothing of ours is in it: no keys, cookies, files or settings.
//
// What can come out besides the picture:
//
//     UrlBlocked           the gate says no: URL, address, name without one, redirect, certificate, or
//                          the server's time is over. One sentence for all of them; reasons go to the log
//     FileNotFound         nobody listens there, or the connection broke off
//     UnsupportedFileType  a download, not a page
//     InvalidInput         sizes out of range, a selector that is none or fits nothing
//     DecodeFailed         the page brought the browser down, or could not be drawn in time
//     FileTooLarge         the page wanted more bytes than may pass
//     VisionNotSupported   there is no Chromium on this machine
//     Cancelled            the stop token, in every phase
//
// A page with an error of its own (404, 500) is a page: the shot says the status.
//
// Several threads may shoot; only so many browsers run at once, the others wait.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/browser/shot.hpp"
#include "fovea/net/http/fetch_settings.hpp"
#include "fovea/net/http/origin.hpp"
#include "fovea/sandbox/enclosure.hpp"
#include "fovea/sandbox/spawner.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::browser {

struct BrowserSettings {
    std::filesystem::path cage;     // the launcher, fovea-cage
    std::filesystem::path program;  // empty: found where distributions put it, then in `folders`
    std::string folders = {};       // $PATH
    net::FetchSettings gate = {};   // `off` closes all but `allow`
    // Origins of the operator's own, "http://localhost:3000"; behind one, others that its pages may use.
    std::vector<std::string> allow = {};
    bool local_only = false;                    // `allow` may not lead off this machine
    std::chrono::milliseconds timeout{30'000};  // of a shot, its start included
    std::uint64_t max_bytes = std::uint64_t{128} << 20;
    std::filesystem::path temporary = "/tmp";
    unsigned at_once = 2;
    std::vector<std::string> more_arguments = {};  // for tests: which certificates to believe
};

class Browser {
public:
    // Starts nothing. ConfigInvalid for an origin that is none.
    static Result<std::unique_ptr<Browser>> open(BrowserSettings settings);

    Browser(const Browser&) = delete;
    Browser& operator=(const Browser&) = delete;

    Result<Shot> shoot(const ShotRequest& request, const std::stop_token& stop = {});

    // Chromium's own program. VisionNotSupported, with the package to install, where there is none.
    Result<std::filesystem::path> find() const;

    // How well it would be enclosed here; starts an enclosure, and no browser.
    Result<sandbox::EnclosureLayers> layers();

private:
    class Turn;
    // What pages of an origin may use: it, and those that the operator named beside it.
    using OpenOrigins = std::map<net::Origin, std::vector<net::Origin>>;
    Browser(BrowserSettings settings, OpenOrigins open);
    std::vector<net::Origin> origins() const;

    const BrowserSettings settings_;
    const OpenOrigins open_;
    sandbox::Spawner spawner_;  // browsers die when its thread ends

    std::mutex mutex_;  // guards free_
    std::condition_variable_any returned_;
    unsigned free_;
};

}  // namespace fovea::browser
