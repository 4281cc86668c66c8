#include "fovea/host/lazy_browser.hpp"

#include "fovea/host/url_fetcher.hpp"

#include <chrono>
#include <utility>

namespace fovea::host {

Result<browser::Browser*> LazyBrowser::get() {
    const std::scoped_lock lock(mutex_);
    if (browser_) return browser_.get();
    const auto& settings = situation_.settings();
    auto allow = settings.browser.allow;
    allow.insert(allow.end(), allowed_.begin(), allowed_.end());
    browser_ = TRY(situation_.parts.open_browser(
        {.cage = {},
         .program = settings.browser.program,
         .gate = gate_settings(settings),
         .allow = std::move(allow),
         .local_only = settings.local_only,
         .timeout = std::chrono::seconds(settings.browser.timeout_s)}
    ));
    return browser_.get();
}

Result<browser::Shot> LazyBrowser::shoot(
    const browser::ShotRequest& request, const std::stop_token& stop
) {
    auto* const browser = TRY(get());
    return browser->shoot(request, stop);
}

}  // namespace fovea::host
