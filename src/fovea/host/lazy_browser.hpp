// The browser of one command, made when it is first asked for. Several threads may ask at once.
//
//     LazyBrowser browser(situation);
//     TRY(browser.shoot(request, stop));
#pragma once

#include "fovea/browser/browser.hpp"
#include "fovea/host/situation.hpp"

#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace fovea::host {

class LazyBrowser {
public:
    // Borrows the situation. `allowed` are origins that a person opens for this command alone, beside
    // those of the configuration.
    explicit LazyBrowser(const Situation& situation, std::vector<std::string> allowed = {})
        : situation_(situation), allowed_(std::move(allowed)) {}

    // ConfigInvalid for an origin in browser.allow that is none.
    Result<browser::Browser*> get();

    Result<browser::Shot> shoot(const browser::ShotRequest& request, const std::stop_token& stop);

private:
    const Situation& situation_;
    const std::vector<std::string> allowed_;
    std::mutex mutex_;  // guards browser_
    std::unique_ptr<browser::Browser> browser_;
};

}  // namespace fovea::host
