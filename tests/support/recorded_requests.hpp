// What a test's server was sent, byte for byte, as it wrote it into a folder: NNNN.json with method,
// path and headers, NNNN.body beside it. Both are there before the server answers.
#pragma once

#include <boost/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace fovea::testing {

struct RecordedRequest {
    std::string method;
    std::string path;  // with its query
    boost::json::object headers;
    std::string body;
    std::filesystem::path body_file;
};

// In the order they came.
std::vector<RecordedRequest> recorded_requests(const std::filesystem::path& folder);

// Those that ask a model to answer. Servers of one's own are also asked what their models can do.
std::vector<RecordedRequest> asking_models(std::vector<RecordedRequest> requests);

}  // namespace fovea::testing
