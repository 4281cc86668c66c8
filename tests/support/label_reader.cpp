#include "support/label_reader.hpp"

#include <unistd.h>

#include <atomic>

#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

std::filesystem::path new_folder() {
    static std::atomic<int> count{0};
    auto folder = std::filesystem::temp_directory_path() /
                  ("fovea-labels-" + std::to_string(::getpid()) + "-" + std::to_string(++count));
    std::filesystem::create_directories(folder);
    return folder;
}

}  // namespace

LabelReader::LabelReader()
    : folder_(new_folder()),
      program_(BackgroundProgram::start(
          {"/usr/bin/python3",
           "-B",
           test_paths::source_dir() + "/tests/support/label_reader.py",
           "--record",
           folder_.string()}
      )) {}

LabelReader::~LabelReader() {
    program_.reset();
    std::filesystem::remove_all(folder_);
}

std::string LabelReader::url() const {
    return program_ ? std::string(program_->ready().at("url").as_string()) : "http://127.0.0.1:1";
}

std::vector<RecordedRequest> LabelReader::requests() const {
    return recorded_requests(folder_);
}

}  // namespace fovea::testing
