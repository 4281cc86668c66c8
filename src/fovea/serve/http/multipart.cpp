#include "fovea/serve/http/multipart.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/base/utf8.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace fovea::serve {
namespace {

constexpr std::size_t kMaxHead = 16u << 10;
constexpr std::size_t kMaxParts = 1000;
constexpr std::size_t kMaxFilename = 255;
constexpr std::string_view kEndOfLine = "\r\n";

Error bad(const std::string& what) {
    return {ErrorCode::InvalidInput, "the multipart body is wrong: " + what};
}

bool is_boundary_character(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("'()+_,-./:=? ").find(c) != std::string_view::npos;
}

// The value of `name` among "; name=value; other=\"quo\\\"ted\"".
std::optional<std::string> parameter_of(std::string_view header, std::string_view name) {
    auto rest = header.substr(std::min(header.find(';'), header.size()));
    while (!rest.empty()) {
        rest.remove_prefix(1);  // ";"
        const auto equals = rest.find('=');
        if (equals == rest.npos) return std::nullopt;
        const auto key = trimmed(rest.substr(0, equals));
        rest.remove_prefix(equals + 1);
        rest = rest.substr(std::min(rest.find_first_not_of(" \t"), rest.size()));
        std::string value;
        if (rest.starts_with('"')) {
            std::size_t at = 1;
            for (; at < rest.size() && rest[at] != '"'; ++at) {
                // Browsers escape quotes as %22; others write a backslash before them.
                const bool escapes =
                    rest[at] == '\\' && at + 1 < rest.size() && rest[at + 1] == '"';
                if (escapes) ++at;
                value += rest[at];
            }
            if (at >= rest.size()) return std::nullopt;
            rest.remove_prefix(at + 1);
            rest = rest.substr(std::min(rest.find(';'), rest.size()));
        } else {
            const auto end = std::min(rest.find(';'), rest.size());
            value = std::string(trimmed(rest.substr(0, end)));
            rest.remove_prefix(end);
        }
        if (same_word(key, name)) return value;
    }
    return std::nullopt;
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    for (auto at = text.find(what); at != text.npos; at = text.find(what, at + with.size())) {
        text.replace(at, what.size(), with);
    }
    return text;
}

// What WHATWG's browsers escape, and nothing of a path.
std::string plain_filename(std::string name) {
    name = replaced(std::move(name), "%22", "\"");
    name = replaced(replaced(std::move(name), "%0D", "\r"), "%0A", "\n");
    name = name.substr(name.find_last_of("/\\") + 1);
    return to_utf8(name.substr(0, kMaxFilename));
}

Result<PartHead> part_head(std::string_view head) {
    std::optional<PartHead> part;
    std::string type;
    while (!head.empty()) {
        const auto end = std::min(head.find(kEndOfLine), head.size());
        const auto line = head.substr(0, end);
        head.remove_prefix(std::min(end + kEndOfLine.size(), head.size()));
        const auto colon = line.find(':');
        if (colon == line.npos) return bad("a line of a part's head has no colon");
        const auto name = trimmed(line.substr(0, colon));
        const auto value = trimmed(line.substr(colon + 1));
        if (same_word(name, "content-disposition")) {
            if (!same_word(trimmed(value.substr(0, value.find(';'))), "form-data")) {
                return bad("a part is not form-data");
            }
            const auto field = parameter_of(value, "name");
            if (!field) return bad("a part has no name");
            part = PartHead{.name = to_utf8(*field)};
            if (auto file = parameter_of(value, "filename")) {
                part->filename = plain_filename(std::move(*file));
            }
        } else if (same_word(name, "content-type")) {
            type = lowered(value.substr(0, value.find(';')));
        } else if (same_word(name, "content-transfer-encoding")) {
            if (!same_word(value, "binary") && !same_word(value, "8bit") &&
                !same_word(value, "7bit")) {
                return bad("a part is in " + to_utf8(value) + ", and only plain bytes are taken");
            }
        }
    }
    if (!part) return bad("a part has no Content-Disposition");
    part->content_type = std::move(type);
    return std::move(*part);
}

}  // namespace

Result<std::string> boundary_of(std::string_view content_type) {
    auto boundary = parameter_of(content_type, "boundary");
    if (!boundary || boundary->empty() || boundary->size() > 70 || boundary->ends_with(' ') ||
        !std::ranges::all_of(*boundary, is_boundary_character)) {
        return bad("its Content-Type names no boundary of 1 to 70 characters");
    }
    return std::move(*boundary);
}

MultipartParser::MultipartParser(std::string boundary, PartEvents events)
    : delimiter_("\r\n--" + std::move(boundary)), events_(std::move(events)) {}

Result<void> MultipartParser::feed(std::string_view bytes) {
    if (state_ == State::Epilogue) return {};
    // As a rule nothing waits, and what came is looked at where it lies.
    auto held = std::exchange(pending_, {});
    if (!held.empty()) held.append(bytes);
    rest_ = held.empty() ? bytes : std::string_view(held);
    while (TRY(step())) {
    }
    pending_ = std::exchange(rest_, {});
    return {};
}

Result<bool> MultipartParser::step() {
    switch (state_) {
        case State::Preamble: return skip_preamble();
        case State::AfterBoundary: return look_behind_boundary();
        case State::Head: return read_head();
        case State::Body: return read_body();
        case State::Epilogue: rest_ = {}; return false;
    }
    return false;
}

// Pictures are long: memmem() skips most of their bytes, where a search for the first byte stops at every one
// that is the same.
std::size_t MultipartParser::find_delimiter() const {
    const void* const found =
        ::memmem(rest_.data(), rest_.size(), delimiter_.data(), delimiter_.size());
    if (found == nullptr) return std::string_view::npos;
    return static_cast<std::size_t>(static_cast<const char*>(found) - rest_.data());
}

// How many of the last bytes may be the beginning of a boundary.
std::size_t MultipartParser::unsure() const {
    const std::string_view delimiter = delimiter_;
    auto count = std::min(rest_.size(), delimiter.size() - 1);
    while (!rest_.ends_with(delimiter.substr(0, count))) --count;
    return count;
}

Result<bool> MultipartParser::skip_preamble() {
    const auto at = find_delimiter();
    if (at == rest_.npos) {
        rest_.remove_prefix(rest_.size() - unsure());
        return false;
    }
    rest_.remove_prefix(at + delimiter_.size());
    state_ = State::AfterBoundary;
    return true;
}

// "--" ends all of it; otherwise blanks and the end of the line.
Result<bool> MultipartParser::look_behind_boundary() {
    if (rest_.size() < 2) return false;
    if (rest_.starts_with("--")) {
        state_ = State::Epilogue;
        return true;
    }
    const auto end = rest_.find(kEndOfLine);
    const auto blanks = rest_.substr(0, end);
    if (blanks.find_first_not_of(" \t\r") != blanks.npos || blanks.size() > 64) {
        return bad("there is something behind a boundary");
    }
    if (end == rest_.npos) return false;
    rest_.remove_prefix(end);  // the line's end stays: a head may be empty
    state_ = State::Head;
    return true;
}

Result<bool> MultipartParser::read_head() {
    const auto end = rest_.substr(0, kMaxHead + 4).find("\r\n\r\n");
    if (end == rest_.npos) {
        if (rest_.size() > kMaxHead) return bad("the head of a part is too long");
        return false;
    }
    if (++parts_ > kMaxParts) return bad("it has too many parts");
    const auto head = rest_.substr(0, end);
    const auto part = TRY(part_head(head.substr(std::min(head.size(), kEndOfLine.size()))));
    rest_.remove_prefix(end + kEndOfLine.size());  // the last line's end may begin a boundary
    TRY(events_.begin(part));
    state_ = State::Body;
    is_fresh_ = true;
    return true;
}

Result<bool> MultipartParser::read_body() {
    // The line's end before the body is not of it, unless the boundary follows at once.
    if (is_fresh_ && rest_.size() < delimiter_.size()) {
        if (std::string_view(delimiter_).starts_with(rest_)) return false;
    }
    if (std::exchange(is_fresh_, false) && !rest_.starts_with(delimiter_)) {
        rest_.remove_prefix(kEndOfLine.size());
    }
    const auto at = find_delimiter();
    if (at != rest_.npos) {
        if (at > 0) TRY(events_.data(rest_.substr(0, at)));
        TRY(events_.end());
        rest_.remove_prefix(at + delimiter_.size());
        state_ = State::AfterBoundary;
        return true;
    }
    const auto sure = rest_.size() - unsure();
    if (sure > 0) {
        TRY(events_.data(rest_.substr(0, sure)));
        rest_.remove_prefix(sure);
    }
    return false;
}

Result<void> MultipartParser::finish() const {
    if (state_ == State::Epilogue) return {};
    return bad("it ends before its last boundary");
}

}  // namespace fovea::serve
