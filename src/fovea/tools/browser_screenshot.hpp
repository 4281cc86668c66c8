// browser_screenshot: a web page as a picture that the model sees (T1, DIG-15).
//
//     {"url": "https://example.org/", "width": 1280, "height": 800, "full_page": true,
//      "selector": "#chart", "wait_ms": 500, "dark": true, "scale": 2}
//
// `url` may be the path of a .html file in the workspace (V11). Which origins are open is for the
// configuration to say; no argument opens one.
//
// Every connection of the browser passes the gate (browser/browser.hpp). The picture passes the other
// one, is stored, and comes behind a line that names it: vision_analyze takes that name as its file_path
// (ETH-27). The page's own words come in a fence.
#pragma once

#include "fovea/browser/shot.hpp"
#include "fovea/ingest/intake.hpp"
#include "fovea/ingest/workspace.hpp"
#include "fovea/tools/tool.hpp"

#include <functional>
#include <stop_token>
#include <string>

namespace fovea::tools {

// Takes it, wherever browsers come from. Several threads may call it at once.
using TakeShot = std::function<
    Result<browser::Shot>(const browser::ShotRequest& request, const std::stop_token& stop)>;

// Reads a .html file that a model named, by the rules for such paths (V11).
using ReadPage = std::function<Result<Bytes>(const std::string& path)>;

// Its name, words and input, also for whoever offers it elsewhere.
providers::ToolSpec browser_screenshot_spec();

struct TakenShot {
    browser::Shot shot;         // without its bytes, which are the picture
    content::ImageBlock image;  // stored
};

// What the arguments ask for, pictured and stored. InvalidInput for arguments that are none.
Result<TakenShot> take_screenshot(
    const std::string& input,
    const ReadPage& read_page,
    const ingest::Intake& intake,
    const TakeShot& take,
    const std::stop_token& stop
);

class BrowserScreenshot final : public Tool {
public:
    // Borrows what the intake borrows.
    BrowserScreenshot(ingest::Workspace workspace, const ingest::Intake& intake, TakeShot take);

    const providers::ToolSpec& spec() const override { return spec_; }
    // Another program runs, and reaches the network.
    Effect effect() const override { return Effect::Other; }
    std::string toolset() const override { return "browser"; }
    ToolOutcome run(const ToolCall& call, const std::stop_token& stop) override;

private:
    ingest::Workspace workspace_;
    ingest::Intake intake_;
    TakeShot take_;
    providers::ToolSpec spec_;
};

// What a shot is, in words for a model: its name and size, status, what is not shown, and in a fence
// what the page says of itself.
std::string shot_words(const browser::Shot& shot, const content::ImageBlock& image);

}  // namespace fovea::tools
