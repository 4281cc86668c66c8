// browser_screenshot: a web page as a picture that the model sees (T1, DIG-15).
//
//     {"url": "https://example.org/", "width": 1280, "height": 800, "full_page": true,
//      "selector": "#chart", "wait_ms": 500, "dark": true}
//
// Every connection of the browser passes the gate (browser/browser.hpp). The picture passes the other
// one, is stored, and comes behind a line that names it: vision_analyze takes that name as its file_path
// (ETH-27). The page's own words come in a fence.
#pragma once

#include "fovea/browser/shot.hpp"
#include "fovea/ingest/intake.hpp"
#include "fovea/tools/tool.hpp"

#include <functional>
#include <stop_token>
#include <string>

namespace fovea::tools {

// Takes it, wherever browsers come from. Several threads may call it at once.
using TakeShot = std::function<
    Result<browser::Shot>(const browser::ShotRequest& request, const std::stop_token& stop)>;

class BrowserScreenshot final : public Tool {
public:
    // Borrows what the intake borrows.
    BrowserScreenshot(const ingest::Intake& intake, TakeShot take);

    const providers::ToolSpec& spec() const override { return spec_; }
    // Another program runs, and reaches the network.
    Effect effect() const override { return Effect::Other; }
    std::string toolset() const override { return "browser"; }
    ToolOutcome run(const ToolCall& call, const std::stop_token& stop) override;

private:
    Result<ToolOutcome> take(const ToolCall& call, const std::stop_token& stop) const;

    ingest::Intake intake_;
    TakeShot take_;
    providers::ToolSpec spec_;
};

// What a shot is, in words for a model: its name and size, status, what is not shown, and in a fence
// what the page says of itself.
std::string shot_words(const browser::Shot& shot, const content::ImageBlock& image);

}  // namespace fovea::tools
