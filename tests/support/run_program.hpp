// Runs a program to its end, as a shell would: arguments, standard input, and what came out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fovea::testing {

struct Finished {
    int exit_code = -1;  // 128 + signal when it was killed
    std::string out;
    std::string err;
};

Finished run_program(const std::vector<std::string>& command, std::string_view input = {});

// The built fovea with these arguments.
Finished run_fovea(std::vector<std::string> arguments, std::string_view input = {});

std::string read_whole_file(const std::string& path);

std::vector<std::string> split(std::string_view text, char separator);

}  // namespace fovea::testing
