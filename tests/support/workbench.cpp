#include "support/workbench.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <fstream>

#include "support/background_program.hpp"
#include "support/remove_folder.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

std::filesystem::path new_folder() {
    static std::atomic<int> count{0};
    auto folder = std::filesystem::temp_directory_path() /
                  ("fovea-bench-" + std::to_string(::getpid()) + "-" + std::to_string(++count));
    std::filesystem::create_directories(folder);
    return folder;
}

std::string configuration(std::string_view base_url) {
    std::string text;
    for (const auto& model : kKnownModels) {
        const std::string name = model.name;
        text += "[providers." + name.substr(0, name.find('/')) + "]\nkind = \"" + model.kind +
                "\"\nbase_url = \"" + std::string(base_url) +
                "\"\napi_key_env = \"FOVEA_TEST_KEY\"\n\n";
    }
    text += "[models.\"a-model-that-sees\"]\nvision = true\ntools = true\ncontext = 128000\n\n";
    return text;
}

}  // namespace

Workbench::Workbench(std::string_view base_url, std::string_view more) : folder_(new_folder()) {
    std::ofstream(folder_ / "config.toml") << configuration(base_url) << more;
}

Workbench::~Workbench() {
    remove_folder(folder_);
}

std::string Workbench::picture(const std::string& name, std::vector<std::string> recipe) const {
    auto file = (folder_ / name).string();
    static const auto maker = BackgroundProgram::start(
        {"/usr/bin/python3",
         "-B",
         test_paths::source_dir() + "/tests/support/pictures.py",
         "--lines"}
    );
    recipe.push_back(file);
    if (maker) {
        EXPECT_EQ(maker->ask(boost::json::value_from(recipe)), boost::json::object{});
    }
    return file;
}

void Workbench::messages(std::string_view json) const {
    std::ofstream(folder_ / "messages.json", std::ios::binary) << json;
}

Finished Workbench::fovea(std::vector<std::string> arguments, std::vector<std::string> launcher)
    const {
    return run_program(command(arguments, launcher));
}

std::vector<std::string> Workbench::command(
    const std::vector<std::string>& arguments, const std::vector<std::string>& launcher
) const {
    std::vector<std::string> words = {
        "/usr/bin/env",
        "-C",
        folder_.string(),
        "FOVEA_TEST_KEY=key-for-tests",
        "XDG_CACHE_HOME=" + (folder_ / "cache").string(),
        "XDG_CONFIG_HOME=" + (folder_ / "none").string()};
    words.insert(words.end(), launcher.begin(), launcher.end());
    words.insert(
        words.end(),
        {test_paths::program("fovea"),
         "--config",
         (folder_ / "config.toml").string(),
         "--data",
         (folder_ / "data").string()}
    );
    words.insert(words.end(), arguments.begin(), arguments.end());
    return words;
}

std::string Workbench::render(std::string_view model) const {
    auto finished = fovea({"render", "--to", std::string(model), "--messages", "messages.json"});
    EXPECT_EQ(finished.exit_code, 0) << model << ": " << finished.err;
    return std::move(finished.out);
}

void Workbench::forget_data() const {
    std::filesystem::remove_all(folder_ / "data");
}

void Workbench::forget_cache() const {
    std::filesystem::remove_all(folder_ / "cache");
}

}  // namespace fovea::testing
