#include "fovea/media/worker/helper_error.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/media/worker/job_error.hpp"
#include "fovea/sandbox/helper_programs.hpp"

#include <algorithm>

namespace fovea::media {
namespace {

constexpr std::size_t kMaxWords = 200;

// libgcrypt, on behalf of ffmpeg: it cannot lock its memory in the cage, and holds no secret there.
constexpr std::string_view kNoise = "Warning: using insecure memory!";

// "[rawvideo @ 0x5622c0] words": where in its memory a program keeps something is nobody's business.
std::string_view without_address(std::string_view line) {
    const auto end = line.find("] ");
    const bool has_one = line.starts_with('[') && line.substr(0, end).find(" @ 0x") != line.npos;
    return has_one && end != line.npos ? line.substr(end + 2) : line;
}

std::string cleaned(std::string_view line) {
    std::string text = to_utf8(without_address(line).substr(0, kMaxWords));
    std::erase_if(text, [](char c) { return (c >= 0 && c < 0x20) || c == 0x7F; });
    for (auto at = text.find(sandbox::kHelperInput); at != text.npos;
         at = text.find(sandbox::kHelperInput)) {
        text.replace(at, sandbox::kHelperInput.size(), "the file");
    }
    return text;
}

}  // namespace

Error helper_error(const sandbox::JobFailure& failure, ErrorCode missing) {
    if (failure.cause == sandbox::FailureCause::NotInstalled) return {missing, failure.detail};
    return to_error(failure);
}

std::string last_words(std::string_view complaints, std::string_view program) {
    while (!complaints.empty()) {
        const auto end = complaints.find_last_not_of("\r\n");
        if (end == complaints.npos) break;
        complaints = complaints.substr(0, end + 1);
        const auto start = complaints.rfind('\n') + 1;  // npos + 1 is 0
        const auto line = complaints.substr(start);
        if (line != kNoise) return cleaned(line);
        complaints = complaints.substr(0, start);
    }
    return std::string(program) + " could not read it";
}

}  // namespace fovea::media
