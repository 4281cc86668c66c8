#include "fovea/analysis/part_builder.hpp"

namespace fovea::analysis {

Result<void> add_picture(PartBuilder& to, const Material& file) {
    if (to.room == 0) {
        return Error{
            ErrorCode::LimitExceeded,
            to.target.name + " takes fewer pictures at once; ask about some"};
    }
    to.say(
        to.heading + ", a picture of " + std::to_string(file.size.width) + "x" +
        std::to_string(file.size.height) + " pixels:"
    );
    to.show(
        {.source = file.source, .mime = file.mime, .size = file.size, .filename = file.filename}, {}
    );
    return {};
}

}  // namespace fovea::analysis
