// fovea doctor: is everything in place, and how well are the workers protected? (O2)
#pragma once

#include "fovea/cli/command.hpp"

namespace fovea::cli {

struct DoctorArguments {
    bool json = false;
    bool online = false;  // the providers' servers are asked whether they are there
};

void add_doctor(CLI::App& app, Chosen& chosen);

int run_doctor(const DoctorArguments& arguments, const Invocation& invocation);

}  // namespace fovea::cli
