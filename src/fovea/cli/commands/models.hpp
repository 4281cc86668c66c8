// fovea models: the catalogue, and what is known of one model and who says so (K1).
#pragma once

#include "fovea/cli/command.hpp"

#include <optional>
#include <string>

namespace fovea::cli {

struct ModelsArguments {
    bool json = false;
    std::optional<std::string> provider;
    bool vision = false;  // only those that see
};

struct ModelArguments {
    std::string name;
    bool json = false;
    bool offline = false;  // servers are not asked
};

void add_models(CLI::App& app, Chosen& chosen);

int list_models(const ModelsArguments& arguments, const config::Settings& settings);

int show_model(const ModelArguments& arguments, const Invocation& invocation);

}  // namespace fovea::cli
