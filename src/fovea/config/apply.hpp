// Puts one layer over the settings that there are so far, and notes where each value came from.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/load.hpp"
#include "fovea/config/schema.hpp"
#include "fovea/config/tree.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::config {

// Where values are put while the layers are read.
struct Layers {
    Loaded loaded;
    int current = 0;                    // grows with each layer
    std::map<std::string, int> set_in;  // key -> the layer that set it last

    void note(const std::string& name, const std::string& origin) {
        loaded.origins[name] = origin;
        set_in[name] = current;
    }
};

// An error with where it stands behind it: "… (FOVEA_PROXY_MODE)".
template <class T>
Result<T> said_in(const std::string& origin, Result<T> result) {
    if (result.ok()) return result;
    return Error{result.error().code, result.error().message + " (" + origin + ")"};
}

// Sets a key from a text. ConfigInvalid says what is allowed and where the text stands.
Result<void> apply_text(
    const Key& key, std::string_view text, const std::string& origin, Layers& layers
);

struct FileText {
    const std::filesystem::path& file;
    const std::string& text;
};

// Errors name the file, the line and what is allowed. A key itself (api_key) is taken only from a
// file that nobody else can read.
Result<void> apply_file(const FileText& from, Layers& layers);

// A setting that a stranger's file may not have.
struct LeftOut {
    std::string name;
    std::size_t line = 0;   // 0: not known
    std::string hint = {};  // what would be allowed
};

// Only what a project may set unasked (project_rules.hpp), and what was left out.
Result<std::vector<LeftOut>> apply_harmless(
    const FileText& from, const Environment& environment, Layers& layers
);

Result<void> apply_environment(const Environment& environment, Layers& layers);

}  // namespace fovea::config
