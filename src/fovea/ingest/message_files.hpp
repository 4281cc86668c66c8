// Takes in the file that a block of a messages file names, and leaves the stored form behind:
//
//     {"type": "image", "path": "shot.png"}
//     {"type": "image", "sha256": "…", "mime": "image/png", "width": 1920, "height": 1080,
//      "filename": "shot.png"}
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/ingest/intake.hpp"

#include <boost/json/fwd.hpp>

#include <stop_token>
#include <string>
#include <vector>

namespace fovea::ingest {

class FileTaker {
public:
    // Borrows all three.
    FileTaker(const Intake& intake, const std::stop_token& stop, std::vector<std::string>& notes)
        : intake_(intake), stop_(stop), notes_(notes) {}

    Result<void> image(boost::json::object& block, const std::string& place);
    Result<void> document(boost::json::object& block, const std::string& place);

private:
    void note_type(const std::string& place, const std::string& promised, const std::string& found);

    const Intake& intake_;
    const std::stop_token& stop_;
    std::vector<std::string>& notes_;
};

}  // namespace fovea::ingest
