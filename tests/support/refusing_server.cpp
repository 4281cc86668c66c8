#include "support/refusing_server.hpp"

#include <unistd.h>

#include <atomic>

#include "support/remove_folder.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

std::filesystem::path new_folder() {
    static std::atomic<int> count{0};
    auto folder = std::filesystem::temp_directory_path() /
                  ("fovea-refusing-" + std::to_string(::getpid()) + "-" + std::to_string(++count));
    std::filesystem::create_directories(folder);
    return folder;
}

}  // namespace

RefusingServer::RefusingServer(const Refusing& what) : folder_(new_folder()) {
    const auto& [red, green, blue] = what.refused;
    std::vector<std::string> command = {
        "/usr/bin/python3",
        "-B",
        test_paths::source_dir() + "/tests/support/refusing_server.py",
        "--record",
        folder_.string(),
        "--refuse",
        std::to_string(red) + "," + std::to_string(green) + "," + std::to_string(blue),
        "--max-images",
        std::to_string(what.max_images),
        "--max-base64",
        std::to_string(what.max_base64),
        "--least-edge",
        std::to_string(what.least_edge)};
    if (what.is_mistral) command.emplace_back("--mistral");
    if (what.names == ErrorsName::Nothing) command.emplace_back("--nameless");
    program_ = BackgroundProgram::start(command);
}

RefusingServer::~RefusingServer() {
    program_.reset();
    remove_folder(folder_);
}

std::string RefusingServer::url() const {
    return program_ ? std::string(program_->ready().at("url").as_string()) : "http://127.0.0.1:1";
}

std::vector<RecordedRequest> RefusingServer::requests() const {
    return recorded_requests(folder_);
}

}  // namespace fovea::testing
