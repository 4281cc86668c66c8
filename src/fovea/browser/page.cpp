#include "fovea/browser/page.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/base/json_members.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace fovea::browser {

namespace {

namespace json = boost::json;
using namespace std::chrono_literals;
using std::chrono::steady_clock;

constexpr int kMoreCaptures = 5;
constexpr auto kGlance = 250ms;
constexpr auto kQuietTime = 3s;  // what a page may still fetch once it has loaded

// Whether another attempt may go better.
bool is_moving(const DevToolsFailure& failure) {
    return failure.kind == DevToolsFailure::Kind::Late ||
           failure.kind == DevToolsFailure::Kind::Refused;
}

PageTrouble bad_selector(const std::string& words) {
    return Error{ErrorCode::InvalidInput, words};
}

PageTrouble garbled() {
    return DevToolsFailure{DevToolsFailure::Kind::Garbled, "an answer without what was asked for"};
}

// Eight numbers: the corners of the element's border box.
bool read_corners(const json::object& model, std::vector<double>& corners) {
    const auto* border = model.if_contains("border");
    if (border == nullptr || !border->is_array() || border->as_array().size() != 8) return false;
    for (const auto& each : border->as_array()) {
        boost::system::error_code broken;
        if (!each.is_number()) return false;
        corners.push_back(each.to_number<double>(broken));
        if (!std::isfinite(corners.back())) return false;
    }
    return true;
}

}  // namespace

Page::Page(DevTools& tools, std::function<bool()> is_cut_off)
    : tools_(tools), is_cut_off_(std::move(is_cut_off)) {
    tools_.on_event = [this](std::string_view method, const json::object& params) {
        take_event(method, params);
    };
}

Result<json::object, PageTrouble> Page::call(std::string_view method, const json::object& params) {
    auto answer = tools_.call(method, params);
    if (crashed_) return PageTrouble(Error{ErrorCode::DecodeFailed, "the page crashed"});
    if (!answer.ok()) return PageTrouble(std::move(answer).error());
    return std::move(answer).value();
}

void Page::take_event(std::string_view method, const json::object& params) {
    if (method == "Page.javascriptDialogOpening") {
        // Its answer is not waited for; a pipe that broke is noticed by whoever waits.
        const auto sent = tools_.send("Page.handleJavaScriptDialog", {{"accept", false}});
        static_cast<void>(sent.ok());
    } else if (method == "Inspector.targetCrashed") {
        crashed_ = true;
    } else if (method == "Network.responseReceived") {
        take_response(params);
    } else if (method == "Page.lifecycleEvent") {
        take_lifecycle(params);
    } else if (local_) {
        local_->take_event(method, params);
    } else if (home_) {
        home_->take_event(method, params);
    }
}

void Page::take_response(const json::object& params) {
    if (text_in(params, "type") != "Document" || text_in(params, "frameId") != target_) return;
    if (const auto* response = object_in(params, "response")) {
        const auto status = number_in(*response, "status").value_or(0);
        if (status >= 100 && status <= 999) status_ = static_cast<int>(status);
    }
}

void Page::take_lifecycle(const json::object& params) {
    if (text_in(params, "frameId") != target_) return;
    const auto name = text_in(params, "name");
    if (name == "init") quiet_ = false;
    if (name == "load") loaded_ = true;
    if (name == "networkIdle") quiet_ = true;
}

Result<void, PageTrouble> Page::open(
    const ShotRequest& request, const std::optional<net::Origin>& home
) {
    TRY(call("Browser.setDownloadBehavior", {{"behavior", "deny"}}));
    const auto made = TRY(call("Target.createTarget", {{"url", "about:blank"}}));
    target_ = text_in(made, "targetId");
    const auto attached =
        TRY(call("Target.attachToTarget", {{"targetId", target_}, {"flatten", true}}));
    tools_.use_session(std::string(text_in(attached, "sessionId")));
    for (const auto* domain : {"Page.enable", "Network.enable", "Inspector.enable"}) {
        TRY(call(domain));
    }
    TRY(call("Page.setLifecycleEventsEnabled", {{"enabled", true}}));
    TRY(call(
        "Emulation.setDeviceMetricsOverride",
        {{"width", request.width},
         {"height", request.height},
         {"deviceScaleFactor", request.scale},
         {"mobile", false}}
    ));
    const json::object scheme{
        {"name", "prefers-color-scheme"}, {"value", request.dark ? "dark" : "light"}};
    TRY(call("Emulation.setEmulatedMedia", {{"features", json::array{scheme}}}));
    if (request.local) {
        local_.emplace(tools_, *request.local);
        auto begun = local_->begin();
        if (!begun.ok()) return PageTrouble(std::move(begun).error());
    } else if (home) {
        home_.emplace(tools_, *home, target_);
        auto begun = home_->begin();
        if (!begun.ok()) return PageTrouble(std::move(begun).error());
    }
    // The empty page has told of itself by now.
    loaded_ = false;
    quiet_ = false;
    return {};
}

Result<void, PageTrouble> Page::go(const std::string& url, DevTools::Time until) {
    const auto answer = TRY(call("Page.navigate", {{"url", url}}));
    if (const auto text = text_in(answer, "errorText"); !text.empty()) {
        return PageTrouble(NoPage{std::string(text)});
    }
    // No event tells of a page that was cut off: it is looked at now and then.
    while (!loaded_ && !crashed_ && !is_cut_off_() && steady_clock::now() < until) {
        const auto soon = std::min(until, steady_clock::now() + kGlance);
        auto waited = tools_.wait([this] { return loaded_ || crashed_; }, soon);
        if (!waited.ok()) return PageTrouble(std::move(waited).error());
        if (steady_clock::now() >= tools_.deadline()) break;
    }
    if (crashed_) return PageTrouble(Error{ErrorCode::DecodeFailed, "the page crashed"});
    if (!loaded_) notes_.emplace_back("the page was still loading");
    return {};
}

Result<void, PageTrouble> Page::settle(std::chrono::milliseconds longer) {
    const auto done = [this] { return quiet_ || crashed_; };
    auto quiet = tools_.wait(done, steady_clock::now() + kQuietTime);
    if (!quiet.ok()) return PageTrouble(std::move(quiet).error());
    auto waited = tools_.wait([this] { return crashed_; }, steady_clock::now() + longer);
    if (!waited.ok()) return PageTrouble(std::move(waited).error());
    return {};
}

Result<Page::Area, PageTrouble> Page::area_of(const std::string& selector) {
    const auto document = TRY(call("DOM.getDocument", {{"depth", 0}}));
    const auto* root = object_in(document, "root");
    if (root == nullptr) return garbled();
    auto found = call(
        "DOM.querySelector",
        {{"nodeId", number_in(*root, "nodeId").value_or(0)}, {"selector", selector}}
    );
    if (!found.ok()) {
        const auto* failure = std::get_if<DevToolsFailure>(&found.error());
        const bool refused = failure != nullptr && failure->kind == DevToolsFailure::Kind::Refused;
        if (refused) return bad_selector("not a valid CSS selector: " + selector);
        return std::move(found).error();
    }
    const auto node = number_in(found.value(), "nodeId").value_or(0);
    if (node == 0) return bad_selector("nothing on the page matches the selector " + selector);
    auto box = call("DOM.getBoxModel", {{"nodeId", node}});
    const auto* model = box.ok() ? object_in(box.value(), "model") : nullptr;
    std::vector<double> corners;
    if (model == nullptr || !read_corners(*model, corners)) {
        return bad_selector("the element of the selector is not visible: " + selector);
    }
    const auto metrics = TRY(call("Page.getLayoutMetrics"));
    const auto* view = object_in(metrics, "cssVisualViewport");
    const double left = std::min({corners[0], corners[2], corners[4], corners[6]});
    const double top = std::min({corners[1], corners[3], corners[5], corners[7]});
    const double right = std::max({corners[0], corners[2], corners[4], corners[6]});
    const double bottom = std::max({corners[1], corners[3], corners[5], corners[7]});
    if (right - left < 1 || bottom - top < 1) {
        return bad_selector("the element of the selector is not visible: " + selector);
    }
    return Area{
        .x = left + (view == nullptr ? 0 : number_in(*view, "pageX").value_or(0)),
        .y = top + (view == nullptr ? 0 : number_in(*view, "pageY").value_or(0)),
        .width = right - left,
        .height = bottom - top};
}

Result<Page::Area, PageTrouble> Page::area_of_page(const ShotRequest& request) {
    const auto metrics = TRY(call("Page.getLayoutMetrics"));
    const auto* size = object_in(metrics, "cssContentSize");
    if (size == nullptr) return garbled();
    return Area{
        .width = static_cast<double>(request.width),
        .height =
            std::max(number_in(*size, "height").value_or(0), static_cast<double>(request.height))};
}

// A page that goes on and on to another one is not drawn in time, or refused in between ("Not attached
// to an active page"): it is stopped where it is, and then drawn.
Result<json::object, PageTrouble> Page::capture(const json::object& how) {
    constexpr auto kMethod = "Page.captureScreenshot";
    const auto now = steady_clock::now();
    auto answer = tools_.call_until(now + (tools_.deadline() - now) / 2, kMethod, how);
    for (int i = 0; i < kMoreCaptures && !answer.ok() && is_moving(answer.error()); ++i) {
        // Refused or not: what counts is whether it is drawn now.
        const auto no_scripts =
            tools_.call("Emulation.setScriptExecutionDisabled", {{"value", true}});
        const auto no_loading = tools_.call("Page.stopLoading");
        static_cast<void>(no_scripts.ok() && no_loading.ok());
        answer = tools_.call(kMethod, how);
    }
    if (crashed_) return PageTrouble(Error{ErrorCode::DecodeFailed, "the page crashed"});
    if (!answer.ok()) return PageTrouble(std::move(answer).error());
    return std::move(answer).value();
}

Result<Bytes, PageTrouble> Page::picture(const ShotRequest& request) {
    json::object how{{"format", "png"}};
    if (request.full_page || request.selector) {
        const auto area =
            TRY(request.selector ? area_of(*request.selector) : area_of_page(request));
        // In pixels of the page, of which each is `scale` of the picture.
        const double most_height = std::floor(double{kMaxPageHeight} / request.scale);
        const double most_width = std::min<double>(kMaxViewport, kMaxPicture / request.scale);
        if (area.height > most_height) {
            notes_.push_back(
                "cut: " + std::to_string(std::llround(most_height)) + " of " +
                std::to_string(std::llround(area.height)) + " pixels of the height are shown"
            );
        }
        if (area.width > most_width) notes_.emplace_back("cut: too wide to be shown whole");
        how["captureBeyondViewport"] = true;
        how["clip"] = json::object{
            {"x", area.x},
            {"y", area.y},
            {"width", std::min(area.width, most_width)},
            {"height", std::min(area.height, most_height)},
            {"scale", 1}};
    }
    const auto answer = TRY(capture(how));
    auto png = decode_base64(text_in(answer, "data"));
    if (!png.ok() || png.value().empty()) return garbled();
    return std::move(png).value();
}

std::vector<std::string> Page::notes() const {
    auto notes = notes_;
    if (local_) {
        for (auto& note : local_->notes()) notes.push_back(std::move(note));
    }
    if (home_) {
        for (auto& note : home_->notes()) notes.push_back(std::move(note));
    }
    return notes;
}

Result<Page::About, PageTrouble> Page::about() {
    const auto answer = TRY(call("Target.getTargetInfo", {{"targetId", target_}}));
    const auto* info = object_in(answer, "targetInfo");
    if (info == nullptr) return garbled();
    return About{std::string(text_in(*info, "title")), std::string(text_in(*info, "url"))};
}

}  // namespace fovea::browser
