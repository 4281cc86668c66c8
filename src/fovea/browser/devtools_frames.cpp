#include "fovea/browser/devtools_frames.hpp"

#include <utility>

namespace fovea::browser {

Result<std::vector<std::string>> DevToolsFrames::feed(std::string_view bytes) {
    std::vector<std::string> whole;
    while (!bytes.empty()) {
        const auto end = bytes.find('\0');
        const auto piece = bytes.substr(0, end);
        if (pending_.size() + piece.size() > max_message_) {
            return Error{ErrorCode::DecodeFailed, "the browser sent a message that is too long"};
        }
        pending_ += piece;
        if (end == std::string_view::npos) break;
        whole.push_back(std::exchange(pending_, {}));
        bytes.remove_prefix(end + 1);
    }
    return whole;
}

}  // namespace fovea::browser
