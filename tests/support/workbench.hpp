// A person's machine for one test: a folder with pictures, a configuration with one model of every
// dialect, and a data folder; all gone at the end.
//
//     Workbench bench(upstream.url());
//     bench.picture("red.png", {"plain", "3000", "2000", "200,30,30"});   // support/pictures.py
//     bench.messages(R"([{"role": "user", "content": [{"type": "image", "path": "red.png"}]}])");
//     const auto body = bench.render("anthropic/claude-opus-4-7");
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support/run_program.hpp"

namespace fovea::testing {

// One of each kind, as Workbench configures them.
struct KnownModel {
    const char* kind;
    const char* name;  // "anthropic/claude-opus-4-7"
    const char* id;
    bool takes_pdf;
    bool takes_urls;
};

inline constexpr KnownModel kKnownModels[] = {
    {"anthropic", "anthropic/claude-opus-4-7", "claude-opus-4-7", true, true},
    {"gemini", "gemini/gemini-3.8-flash", "gemini-3.8-flash", true, true},
    {"ollama", "ollama/llava", "llava", false, false},
    {"openai_chat", "chat/gpt-5.4", "gpt-5.4", true, true},
    {"openai_compatible", "compatible/a-model-that-sees", "a-model-that-sees", false, false},
    {"openai_responses", "responses/gpt-6.1-sol", "gpt-6.1-sol", true, true},
};

class Workbench {
public:
    // `more` is appended to the configuration.
    explicit Workbench(
        std::string_view base_url = "http://127.0.0.1:1", std::string_view more = {}
    );
    Workbench(const Workbench&) = delete;
    Workbench& operator=(const Workbench&) = delete;
    ~Workbench();

    const std::filesystem::path& folder() const { return folder_; }

    // Made by support/pictures.py; the path of it.
    std::string picture(const std::string& name, std::vector<std::string> recipe) const;

    // What --messages of render() reads. Paths in it are relative to folder().
    void messages(std::string_view json) const;

    // Runs in folder(), with the configuration and the data folder, behind `launcher` where there is
    // one ({"unshare", "-n"}).
    Finished fovea(std::vector<std::string> arguments, std::vector<std::string> launcher = {})
        const;

    // What fovea() runs.
    std::vector<std::string> command(
        const std::vector<std::string>& arguments, const std::vector<std::string>& launcher = {}
    ) const;

    // The body for the messages; a test failure when there is none.
    std::string render(std::string_view model) const;

    // Another data folder, as after a reinstallation.
    void forget_data() const;
    // What costs only time to have again.
    void forget_cache() const;

private:
    std::filesystem::path folder_;
};

}  // namespace fovea::testing
