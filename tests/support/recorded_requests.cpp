#include "support/recorded_requests.hpp"

#include <algorithm>

#include "support/run_program.hpp"

namespace fovea::testing {

std::vector<RecordedRequest> recorded_requests(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> heads;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".json") heads.push_back(entry.path());
    std::sort(heads.begin(), heads.end());
    std::vector<RecordedRequest> requests;
    for (const auto& file : heads) {
        const auto head = boost::json::parse(read_whole_file(file)).as_object();
        auto body_file = file;
        body_file.replace_extension(".body");
        requests.push_back(
            {.method = std::string(head.at("method").as_string()),
             .path = std::string(head.at("path").as_string()),
             .headers = head.at("headers").as_object(),
             .body = read_whole_file(body_file),
             .body_file = body_file}
        );
    }
    return requests;
}

std::vector<RecordedRequest> asking_models(std::vector<RecordedRequest> requests) {
    std::erase_if(requests, [](const RecordedRequest& request) {
        return request.method != "POST" || request.path == "/api/show";
    });
    return requests;
}

}  // namespace fovea::testing
