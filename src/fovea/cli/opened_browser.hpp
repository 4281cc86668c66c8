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

namespace fovea::cli {

class OpenedBrowser {
public:
    explicit OpenedBrowser(const Invocation& invocation) : invocation_(invocation) {}  // borrowed

    // ConfigInvalid for an origin in browser.allow that is none.
    Result<browser::Browser*> get();

    Result<browser::Shot> shoot(const browser::ShotRequest& request, const std::stop_token& stop);

private:
    const Invocation& invocation_;
    std::mutex mutex_;  // guards browser_
    std::unique_ptr<browser::Browser> browser_;
};

}  // namespace fovea::cli
