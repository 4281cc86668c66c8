// fovea doctor: is everything in place, and how well are the workers protected?
#pragma once

#include "fovea/cli/command.hpp"
#include "fovea/cli/services.hpp"
#include "fovea/config/load.hpp"

namespace fovea::cli {

struct DoctorArguments {
    bool json = false;
};

void add_doctor(CLI::App& app, Chosen& chosen);

int run_doctor(
    const DoctorArguments& arguments, const config::Loaded& loaded, const Services& services
);

}  // namespace fovea::cli
