// A model that knows of its pictures what its requests say, and nothing else: see label_reader.py. Told
// "ask about [Previous image: a.png", it calls analyze_image with the id that stands in that label.
//
//     LabelReader model;
//     … fovea -p with base_url model.url() …
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "support/background_program.hpp"
#include "support/recorded_requests.hpp"

namespace fovea::testing {

class LabelReader {
public:
    LabelReader();
    LabelReader(const LabelReader&) = delete;
    LabelReader& operator=(const LabelReader&) = delete;
    ~LabelReader();

    std::string url() const;
    std::vector<RecordedRequest> requests() const;

private:
    std::filesystem::path folder_;
    std::unique_ptr<BackgroundProgram> program_;
};

}  // namespace fovea::testing
