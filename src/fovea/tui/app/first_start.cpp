#include "fovea/tui/app/first_start.hpp"

#include "fovea/people/human.hpp"

#include <cstdlib>

namespace fovea::tui {

std::string short_path(const std::filesystem::path& path) {
    const char* const home = std::getenv("HOME");
    const std::string own = home == nullptr ? "" : home;
    const auto text = path.string();
    const bool is_below = own.size() > 1 && text.starts_with(own + "/");
    return is_below ? "~" + text.substr(own.size()) : text;
}

std::filesystem::path file_of_choices(const config::Sources& sources) {
    const auto places = config::find_places(sources);
    if (!places.ok()) return {};
    for (const auto& place : places.value()) {
        if (place.role == config::Role::User) return place.path;
    }
    return {};
}

std::vector<std::string> first_start_lines(
    const std::vector<host::FoundProvider>& found,
    const std::string& chooses,
    const std::filesystem::path& file
) {
    std::string names;
    for (const auto& provider : found) {
        names += (names.empty() ? "" : ", ") + provider.name + " (" + provider.where;
        const bool is_server = provider.where.find(':') != std::string::npos;
        const auto count = provider.models.size();
        names += is_server ? ": " + people::counted(count, "model") + ")" : ")";
    }
    return {
        "no model is chosen yet: local/ocr answers, which reads the text in pictures and does not "
        "chat",
        names.empty() ? "for a model that does: set ANTHROPIC_API_KEY, OPENAI_API_KEY or "
                        "GEMINI_API_KEY, or run Ollama, llama.cpp or LM Studio here"
                      : "found here: " + names,
        chooses + (file.empty()
                       ? std::string()
                       : "; or write model = \"provider/model\" into " + short_path(file))};
}

}  // namespace fovea::tui
