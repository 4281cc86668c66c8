// `fovea ingest --json` as a test sees it: one parsed object an input, and a manifest to hold it
// against.
#pragma once

#include <boost/json.hpp>

#include <map>
#include <string>
#include <vector>

#include "support/run_program.hpp"

namespace fovea::testing {

struct IngestRun {
    Finished finished;
    std::vector<boost::json::object> lines;  // one an input, in input order
};

IngestRun ingest_json(const std::vector<std::string>& inputs, std::vector<std::string> flags = {});

// The error's code, or "ok".
std::string verdict_of(const boost::json::object& line);

// Rows of a tab-separated file below its heading, each as heading -> value.
std::vector<std::map<std::string, std::string>> read_table(const std::string& path);

}  // namespace fovea::testing
