#include "fovea/browser/browser.hpp"

#include "fovea/base/shorten.hpp"
#include "fovea/browser/chromium_arguments.hpp"
#include "fovea/browser/local_page.hpp"
#include "fovea/browser/navigation_failure.hpp"
#include "fovea/browser/page.hpp"
#include "fovea/browser/page_url.hpp"
#include "fovea/browser/profile_folder.hpp"
#include "fovea/net/gate/gate_proxy.hpp"
#include "fovea/net/gate/peer_user.hpp"
#include "fovea/sandbox/enclosed_program.hpp"
#include "fovea/sandbox/helper_programs.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

namespace fovea::browser {

namespace fs = std::filesystem;

namespace {

using std::chrono::steady_clock;

// The program itself, before scripts that start it: Debian, Fedora and Arch, Chrome.
constexpr const char* kPlaces[] = {
    "/usr/lib/chromium/chromium",
    "/usr/lib64/chromium-browser/chromium-browser",
    "/opt/google/chrome/chrome",
};
constexpr std::size_t kMaxTitle = 500;
constexpr std::size_t kMaxFinalUrl = 2048;

constexpr const char* kNames[] = {"chromium", "chromium-browser", "google-chrome"};

bool can_run(const fs::path& program) {
    std::error_code ignored;
    return program.is_absolute() && fs::is_regular_file(program, ignored) &&
           ::access(program.c_str(), X_OK) == 0;
}

Error cancelled() {
    return {ErrorCode::Cancelled, "cancelled while taking a screenshot"};
}

Error blocked(
    const BrowserSettings& settings, const ShotRequest& request, const std::string& reason
) {
    if (settings.gate.log && !reason.empty()) settings.gate.log("a page was refused: " + reason);
    std::string words =
        "the page was refused: only public https sites are opened, and the origins that "
        "browser.allow names (the log says why this one was not)";
    if (const auto origin = origin_to_allow(request.url)) {
        words += "; to allow it, set browser.allow = [\"" + origin->text() + "\"]";
    }
    return {ErrorCode::UrlBlocked, std::move(words)};
}

// In a network of its own nobody else can. Elsewhere other users of this machine could use the gate as
// a way out of theirs.
std::function<bool(const Fd&)> who_may_ask(const sandbox::EnclosureLayers& layers) {
    if (layers.own_network) return {};
    const uid_t own = ::geteuid();
    const uid_t browsers = own == 0 && layers.unprivileged ? sandbox::kEnclosedRoot : own;
    return [browsers](const Fd& peer) { return net::peer_user(peer) == browsers; };
}

Result<void> check_request(const ShotRequest& request) {
    const auto fits = [](std::uint32_t edge) { return edge >= 1 && edge <= kMaxViewport; };
    if (!fits(request.width) || !fits(request.height)) {
        return Error{
            ErrorCode::InvalidInput,
            "width and height must be between 1 and " + std::to_string(kMaxViewport)};
    }
    if (request.scale < 1 || request.scale > kMaxScale) {
        return Error{
            ErrorCode::InvalidInput, "scale must be between 1 and " + std::to_string(kMaxScale)};
    }
    if (std::max(request.width, request.height) * request.scale > kMaxPicture) {
        return Error{
            ErrorCode::InvalidInput,
            "width and height times the scale must be at most " + std::to_string(kMaxPicture)};
    }
    if (request.local && request.local->html.size() > kMaxLocalPage) {
        return Error{
            ErrorCode::FileTooLarge,
            "a page of " + std::to_string(request.local->html.size()) +
                " bytes is too large; the limit is " + std::to_string(kMaxLocalPage)};
    }
    return {};
}

// One shot: a browser from its start to its end.
class Shooting {
public:
    Shooting(const BrowserSettings& settings, const ShotRequest& request)
        : settings_(settings),
          request_(request),
          deadline_(steady_clock::now() + settings.timeout + request.wait) {}

    Result<Shot> run(
        sandbox::Spawner& spawner,
        const fs::path& program,
        const PageUrl& page,
        std::vector<net::Origin> open,
        const std::stop_token& stop
    ) {
        const auto profile = TRY(ProfileFolder::make(settings_.temporary));
        auto arguments = chromium_arguments(profile.path());
        arguments.insert(
            arguments.end(), settings_.more_arguments.begin(), settings_.more_arguments.end()
        );
        auto browser = TRY(sandbox::EnclosedProgram::start(
            spawner,
            {.cage = settings_.cage,
             .program = program,
             .folder = profile.path(),
             .arguments = std::move(arguments),
             .environment = chromium_environment(profile.path())}
        ));
        net::GateProxy proxy(
            browser.take_listener(),
            {.gate = settings_.gate,
             .open = std::move(open),
             .open_on_loopback_only = settings_.local_only,
             .max_bytes = settings_.max_bytes,
             .may_ask = who_may_ask(browser.layers())}
        );
        Result<Shot, PageTrouble> shot = [&] {
            // The end of the browser wakes whoever waits. The callback is gone before anyone reaps.
            const std::stop_callback on_stop(stop, [&] { browser.kill(); });
            return drive(browser, proxy, page);
        }();
        const auto ended = browser.reap();
        if (stop.stop_requested()) return cancelled();
        if (!left_for_.empty()) return left_home();
        if (!shot.ok()) return explain(shot.error(), proxy, ended);
        auto taken = std::move(shot).value();
        if (proxy.spent()) {
            taken.notes.push_back(
                "the page fetched more than " + std::to_string(settings_.max_bytes) +
                " bytes: the rest is missing"
            );
        }
        return taken;
    }

private:
    Result<Shot, PageTrouble> drive(
        const sandbox::EnclosedProgram& browser, const net::GateProxy& proxy, const PageUrl& url
    ) {
        DevTools tools(browser.input(), browser.output(), deadline_);
        Page page(tools, [&proxy] { return proxy.spent(); });
        auto shot = take(page, url);
        left_for_ = page.left_for();
        return shot;
    }

    Result<Shot, PageTrouble> take(Page& page, const PageUrl& url) {
        TRY(page.open(request_, url.open));
        opened_ = true;
        // The rest is for drawing what has come by then.
        TRY(page.go(url.text, deadline_ - request_.wait - settings_.timeout / 3));
        came_ = true;
        TRY(page.settle(request_.wait));
        Shot shot{.png = TRY(page.picture(request_)), .title = {}, .final_url = {}};
        const auto about = TRY(page.about());
        shot.title = shorten(about.title, kMaxTitle);
        shot.final_url = shorten(about.url, kMaxFinalUrl);
        shot.status = page.status();
        if (request_.local && shot.final_url.starts_with(local_page_url())) {
            shot.final_url = request_.local->name;
            shot.status.reset();  // nobody was asked
        }
        shot.notes = page.notes();
        return shot;
    }

    Error left_home() const {
        return {
            ErrorCode::UrlBlocked,
            "the page redirected to " + left_for_ +
                ", and a page opened by browser.allow must stay on its own origin; take a "
                "screenshot of that address instead"};
    }

    Error explain(
        const PageTrouble& trouble, const net::GateProxy& proxy, const sandbox::ProcessEnd& ended
    ) const {
        if (proxy.spent()) {
            return {
                ErrorCode::FileTooLarge,
                "the page fetched more than " + std::to_string(settings_.max_bytes) +
                    " bytes, which is the limit"};
        }
        if (const auto* error = std::get_if<Error>(&trouble)) return *error;
        if (const auto* none = std::get_if<NoPage>(&trouble)) {
            const auto wishes = proxy.wishes();
            const auto failure = navigation_failure(none->text, wishes);
            if (failure.code == ErrorCode::UrlBlocked) {
                return blocked(settings_, request_, failure.what);
            }
            return {failure.code, failure.what};
        }
        return explain_pipe(*std::get_if<DevToolsFailure>(&trouble), ended);
    }

    Error explain_pipe(const DevToolsFailure& failure, const sandbox::ProcessEnd& ended) const {
        const auto limit = std::to_string(settings_.timeout.count() / 1000) + " s";
        switch (failure.kind) {
            case DevToolsFailure::Kind::Ended:
                return {
                    opened_ ? ErrorCode::DecodeFailed : ErrorCode::Internal,
                    std::string(
                        opened_ ? "the page crashed the browser" : "the browser did not start"
                    ) + ": it " +
                        sandbox::describe(ended)};
            case DevToolsFailure::Kind::Late:
                if (!opened_) {
                    return {ErrorCode::Internal, "the browser did not start within " + limit};
                }
                if (!came_) {
                    return {ErrorCode::FileNotFound, "the page did not load within " + limit};
                }
                return {ErrorCode::DecodeFailed, "the screenshot was not ready within " + limit};
            case DevToolsFailure::Kind::Garbled: return {ErrorCode::Internal, failure.message};
            case DevToolsFailure::Kind::Refused:
                return {
                    ErrorCode::DecodeFailed,
                    "the browser could not take the screenshot: " + failure.message};
        }
        return {ErrorCode::Internal, failure.message};
    }

    const BrowserSettings& settings_;
    const ShotRequest& request_;
    steady_clock::time_point deadline_;
    std::string left_for_;
    bool opened_ = false;
    bool came_ = false;
};

}  // namespace

// A place among the browsers that may run at once.
class Browser::Turn {
public:
    explicit Turn(Browser& browser) : browser_(browser) {}
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() {
        if (!taken_) return;
        {
            const std::scoped_lock lock(browser_.mutex_);
            ++browser_.free_;
        }
        browser_.returned_.notify_one();
    }

    bool take(const std::stop_token& stop) {
        std::unique_lock lock(browser_.mutex_);
        taken_ = browser_.returned_.wait(lock, stop, [&] { return browser_.free_ > 0; });
        if (taken_) --browser_.free_;
        return taken_;
    }

private:
    Browser& browser_;
    bool taken_ = false;
};

Result<std::unique_ptr<Browser>> Browser::open(BrowserSettings settings) {
    OpenOrigins open;
    for (const auto& line : settings.allow) {
        const auto origins = TRY(read_origins(line));
        auto& reach = open[origins.front()];
        reach.insert(reach.end(), origins.begin(), origins.end());
    }
    std::error_code failed;
    settings.cage = fs::absolute(settings.cage, failed);  // it starts in the root directory
    if (failed) return Error{ErrorCode::ConfigInvalid, "the launcher has no absolute path"};
    return std::unique_ptr<Browser>(new Browser(std::move(settings), std::move(open)));
}

Browser::Browser(BrowserSettings settings, OpenOrigins open)
    : settings_(std::move(settings)), open_(std::move(open)), free_(settings_.at_once) {}

std::vector<net::Origin> Browser::origins() const {
    std::vector<net::Origin> origins;
    for (const auto& [origin, reach] : open_) origins.push_back(origin);
    return origins;
}

Result<fs::path> Browser::find() const {
    constexpr auto kMissing = ErrorCode::VisionNotSupported;
    if (!settings_.program.empty()) {
        if (can_run(settings_.program)) return settings_.program;
        return Error{kMissing, "browser.program cannot be run: " + settings_.program.string()};
    }
    for (const auto* place : kPlaces) {
        if (can_run(place)) return fs::path(place);
    }
    for (const auto* name : kNames) {
        if (const auto found = sandbox::find_in_folders(settings_.folders, name)) return *found;
    }
    return Error{kMissing, "chromium is not installed: apt install chromium"};
}

Result<Shot> Browser::shoot(const ShotRequest& request, const std::stop_token& stop) {
    TRY(check_request(request));
    const auto page = request.local ? Result<PageUrl, net::GateRefusal>(PageUrl{local_page_url()})
                                    : check_page_url(request.url, origins(), settings_.gate);
    if (!page.ok()) return blocked(settings_, request, page.error().reason);
    const auto program = TRY(find());
    Turn turn(*this);
    if (!turn.take(stop) || stop.stop_requested()) return cancelled();
    // An open origin is open to itself: neither to a stranger's page nor to that of another one.
    const auto& own = page.value().open;
    auto open = own ? open_.at(*own) : std::vector<net::Origin>{};
    return Shooting(settings_, request).run(spawner_, program, page.value(), std::move(open), stop);
}

Result<sandbox::EnclosureLayers> Browser::layers() {
    const auto program = TRY(find());
    const auto profile = TRY(ProfileFolder::make(settings_.temporary));
    const auto enclosed = TRY(sandbox::EnclosedProgram::start(
        spawner_,
        {.cage = settings_.cage,
         .program = program,
         .folder = profile.path(),
         .arguments = {"--version"},
         .environment = chromium_environment(profile.path())}
    ));
    return enclosed.layers();
}

}  // namespace fovea::browser
