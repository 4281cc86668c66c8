// One command of the program: what it parses, its help, and what it does.
//
//     void add_ingest(CLI::App& app, Chosen& chosen);   // in commands/ingest.hpp
//
// adds the command to the command line; when a person chose it, its callback fills `chosen`.
// command_line.cpp has the list of all.
#pragma once

#include "fovea/config/load.hpp"
#include "fovea/host/situation.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace fovea::cli {

// What a command runs with.
using Invocation = host::Situation;

struct Chosen {
    std::function<int(const Invocation&)> run;  // its exit code
    bool stdout_is_data = false;                // then warnings are told, on stderr
    // Instead of `run`, for what has to work when the configuration does not.
    std::function<int(const config::Sources&)> run_unloaded = {};
    // Whether what vision-proxy.json sets counts; not for what has to work when it is wrong.
    bool with_proxy_file = true;
};

// A positional path as a person wrote it: "[a,b]" comes as "./[a,b]", or the parser would take it for
// a list.
void remove_guard(std::string& path);

}  // namespace fovea::cli
