// The tools that come with the program, opened for one run: those for files, vision_analyze and
// video_analyze, browser_screenshot, and analyze_image unless it is switched off.
//
//     const auto tools = TRY(OwnTools::open(situation, machine, vision, find_stored, permissions));
//     tools->box().find("filesystem_read");
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/host/analyst.hpp"
#include "fovea/host/file_access.hpp"
#include "fovea/host/machine.hpp"
#include "fovea/host/vision.hpp"
#include "fovea/tools/analyze_image.hpp"
#include "fovea/tools/toolbox.hpp"

#include <functional>
#include <memory>
#include <string>

namespace fovea::host {

class OwnTools {
public:
    // Which pictures "sha256:…" may name.
    using FindStored = std::function<Result<content::ImageBlock>(const std::string& name)>;

    // ConfigInvalid for a root that is no folder, and for a rule that is none. The rules say which files
    // are closed; whether a tool may run at all is for others to say. Borrows the first three.
    static Result<std::unique_ptr<OwnTools>> open(
        const Situation& situation,
        Machine& machine,
        Vision& vision,
        const FindStored& find_stored,
        const config::PermissionSettings& permissions
    );

    tools::Toolbox& box() { return box_; }
    const FileAccess& files() const { return files_; }

    // Null where it is switched off.
    const tools::AnalyzeImage* analyze_image() const { return analyze_; }

private:
    OwnTools(const Situation& situation, Machine& machine, Vision& vision, FileAccess files);
    Result<void> add_for_files();
    Result<void> add_analyses(const FindStored& find_stored);
    Result<void> add_analyze_image(const FindStored& find_stored);

    const Situation& situation_;
    Machine& machine_;
    Vision& vision_;
    Analyst analyst_;
    FileAccess files_;
    tools::Toolbox box_;
    const tools::AnalyzeImage* analyze_ = nullptr;  // in the box
};

// As a model is told of it, whether it is switched on or not.
providers::ToolSpec analyze_image_spec(const config::VisionSettings& settings);

}  // namespace fovea::host
