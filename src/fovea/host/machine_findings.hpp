// What `fovea doctor` finds on this machine: the workers and how they are locked up, language data,
// helper programs, and the data folder. Nothing is changed and nobody is asked.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/browser/browser.hpp"
#include "fovea/config/settings.hpp"
#include "fovea/host/finding.hpp"
#include "fovea/host/parts.hpp"
#include "fovea/store/data_folder.hpp"

#include <string_view>
#include <vector>

namespace fovea::host {

std::vector<Finding> check_worker(const Parts& services);

// local/ocr: the program that reads, its language data, and that it runs locked up.
std::vector<Finding> check_reader(const config::Settings& settings, const Parts& services);

// Chromium, and how well it would be enclosed.
std::vector<Finding> check_browser(const Result<browser::Browser*>& browser);

// Programs that further formats need, looked for in `search_path` ($PATH). A missing one is weak: all
// else works without it.
std::vector<Finding> check_programs(std::string_view search_path);

// Whether sessions can be kept there: it can be written to, its database opens, there is room.
std::vector<Finding> check_data_folder(const Result<store::DataFolder>& folder);

}  // namespace fovea::host
