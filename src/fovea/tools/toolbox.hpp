// The tools of one run, by name.
//
//     Toolbox box;
//     TRY(box.add(std::make_unique<Glob>(…)));
//     request.tools = box.specs();
//     if (Tool* tool = box.find(use.name)) tool->run(…);
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/tools/tool.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::tools {

class Toolbox {
public:
    // ConfigInvalid when there is one of that name already.
    Result<void> add(std::unique_ptr<Tool> tool);

    // Null for none.
    Tool* find(std::string_view name) const;

    // By their names, so that a request is the same whoever was added first.
    std::vector<providers::ToolSpec> specs() const;
    std::vector<std::string> names() const;

    // Those of the patterns that no tool fits.
    std::vector<std::string> unknown_among(std::span<const std::string> patterns) const;

    // Leaves only tools whose name or toolset fits one of the patterns ("filesystem_*", "vision");
    // an empty list leaves all.
    void keep_only(std::span<const std::string> patterns);

    // Takes away those that fit one.
    void remove(std::span<const std::string> patterns);

private:
    std::vector<std::unique_ptr<Tool>> tools_;  // by name
};

}  // namespace fovea::tools
