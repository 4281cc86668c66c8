// The browser of one command, made when it is first asked for. Several threads may ask at once.
//
//     OpenedBrowser browser(invocation);
//     TRY(browser.shoot(request, stop));
#pragma once

#include "fovea/browser/browser.hpp"
#include "fovea/cli/command.hpp"

#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace fovea::cli {

class OpenedBrowser {
public:
    // Borrows the invocation. `allowed` are origins that a person opens for this command alone, beside
    // those of the configuration.
    explicit OpenedBrowser(const Invocation& invocation, std::vector<std::string> allowed = {})
        : invocation_(invocation), allowed_(std::move(allowed)) {}

    // ConfigInvalid for an origin in browser.allow that is none.
    Result<browser::Browser*> get();

    Result<browser::Shot> shoot(const browser::ShotRequest& request, const std::stop_token& stop);

private:
    const Invocation& invocation_;
    const std::vector<std::string> allowed_;
    std::mutex mutex_;  // guards browser_
    std::unique_ptr<browser::Browser> browser_;
};

}  // namespace fovea::cli
