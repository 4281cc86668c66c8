#include "support/ingest_lines.hpp"

#include <sstream>

namespace fovea::testing {

IngestRun ingest_json(const std::vector<std::string>& inputs, std::vector<std::string> flags) {
    std::vector<std::string> arguments = {"ingest", "--json"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    arguments.insert(arguments.end(), inputs.begin(), inputs.end());
    IngestRun run;
    run.finished = run_fovea(arguments);
    std::istringstream out(run.finished.out);
    for (std::string line; std::getline(out, line);)
        run.lines.push_back(boost::json::parse(line).as_object());
    return run;
}

std::string verdict_of(const boost::json::object& line) {
    const auto* error = line.if_contains("error");
    return error == nullptr ? "ok" : std::string(error->as_object().at("code").as_string());
}

std::vector<std::map<std::string, std::string>> read_table(const std::string& path) {
    std::istringstream in(read_whole_file(path));
    std::vector<std::string> heading;
    std::vector<std::map<std::string, std::string>> rows;
    for (std::string line; std::getline(in, line);) {
        const auto cells = split(line, '\t');
        if (heading.empty()) {
            heading = cells;
            continue;
        }
        auto& row = rows.emplace_back();
        for (std::size_t i = 0; i < heading.size() && i < cells.size(); ++i)
            row[heading[i]] = cells[i];
    }
    return rows;
}

}  // namespace fovea::testing
