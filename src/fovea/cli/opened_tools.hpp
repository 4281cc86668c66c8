// The tools that come with the program, opened for one run: those for files, vision_analyze and
// video_analyze, browser_screenshot, and analyze_image unless it is switched off.
//
//     OpenedTools tools(invocation, opened, vision);
//     TRY(tools.open(find_stored));
//     tools.box().find("filesystem_read");
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/cli/opened_analysis.hpp"
#include "fovea/cli/opened_browser.hpp"
#include "fovea/cli/opened_delivery.hpp"
#include "fovea/cli/opened_files.hpp"
#include "fovea/cli/opened_vision.hpp"
#include "fovea/tools/analyze_image.hpp"
#include "fovea/tools/toolbox.hpp"

#include <functional>
#include <optional>
#include <string>

namespace fovea::cli {

class OpenedTools {
public:
    // Borrows all three; the latter two are open.
    OpenedTools(const Invocation& invocation, OpenedDelivery& opened, OpenedVision& vision)
        : invocation_(invocation),
          opened_(opened),
          vision_(vision),
          analysis_(invocation, opened, vision),
          browser_(invocation) {}

    // Which pictures "sha256:…" may name.
    using FindStored = std::function<Result<content::ImageBlock>(const std::string& name)>;

    // ConfigInvalid for a root that is no folder, and for a rule that is none. The rules say which files
    // are closed; whether a tool may run at all is for others to say.
    Result<void> open(FindStored find_stored, const config::PermissionSettings& permissions);

    tools::Toolbox& box() { return box_; }
    const OpenedFiles& files() const { return *files_; }

    // Null where it is switched off.
    const tools::AnalyzeImage* analyze_image() const { return analyze_; }

private:
    Result<void> add_analyses(const FindStored& find_stored);

    const Invocation& invocation_;
    OpenedDelivery& opened_;
    OpenedVision& vision_;
    OpenedAnalysis analysis_;
    OpenedBrowser browser_;
    std::optional<OpenedFiles> files_;
    tools::Toolbox box_;
    const tools::AnalyzeImage* analyze_ = nullptr;  // in the box
};

// As a model is told of it, whether it is switched on or not.
providers::ToolSpec analyze_image_spec(const proxy::ProxySettings& settings);

}  // namespace fovea::cli
