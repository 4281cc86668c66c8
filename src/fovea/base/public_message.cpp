#include "fovea/base/public_message.hpp"

#include <algorithm>

namespace fovea {
namespace {

constexpr std::string_view kBeforePaths = " \"'`([=";
constexpr std::string_view kBehindPaths = " \"'`)],;";

// Of the first absolute path; npos: there is none.
std::size_t find_path(std::string_view text) {
    for (auto at = text.find('/'); at != text.npos; at = text.find('/', at + 1)) {
        const bool begins = at == 0 || kBeforePaths.find(text[at - 1]) != kBeforePaths.npos;
        if (begins && at + 1 < text.size() && text[at + 1] != ' ') return at;
    }
    return text.npos;
}

// Folders may have blanks in their names: as far as the last slash before what is said of it.
std::size_t length_of_path(std::string_view text) {
    text = text.substr(0, text.find(": "));
    return std::min(text.find_first_of(kBehindPaths, text.find_last_of('/')), text.size());
}

bool is_about_us(ErrorCode code) {
    return code == ErrorCode::StoreError || code == ErrorCode::ConfigInvalid ||
           code == ErrorCode::Internal;
}

}  // namespace

std::string without_paths(std::string_view message) {
    std::string out;
    while (!message.empty()) {
        const auto begin = std::min(find_path(message), message.size());
        out += message.substr(0, begin);
        message.remove_prefix(begin);
        if (message.empty()) break;
        out += "a file of the server";
        message.remove_prefix(length_of_path(message));
    }
    return out;
}

std::string public_message(const Error& error) {
    return is_about_us(error.code) ? without_paths(error.message) : error.message;
}

}  // namespace fovea
