#include "fovea/serve/http/multipart.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/base/utf8.hpp"

#include <algorithm>
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
    pending_.append(bytes);
    while (TRY(step())) {
    }
    return {};
}

Result<bool> MultipartParser::step() {
    switch (state_) {
        case State::Preamble: return skip_preamble();
        case State::AfterBoundary: return look_behind_boundary();
        case State::Head: return read_head();
        case State::Body: return read_body();
        case State::Epilogue: pending_.clear(); return false;
    }
    return false;
}

Result<bool> MultipartParser::skip_preamble() {
    const auto at = pending_.find(delimiter_);
    if (at == pending_.npos) {
        const auto keep = std::min(pending_.size(), delimiter_.size() - 1);
        pending_.erase(0, pending_.size() - keep);
        return false;
    }
    pending_.erase(0, at + delimiter_.size());
    state_ = State::AfterBoundary;
    return true;
}

// "--" ends all of it; otherwise blanks and the end of the line.
Result<bool> MultipartParser::look_behind_boundary() {
    if (pending_.size() < 2) return false;
    if (pending_.starts_with("--")) {
        state_ = State::Epilogue;
        return true;
    }
    const auto end = pending_.find(kEndOfLine);
    const auto blanks = std::string_view(pending_).substr(0, end);
    if (blanks.find_first_not_of(" \t\r") != blanks.npos || blanks.size() > 64) {
        return bad("there is something behind a boundary");
    }
    if (end == pending_.npos) return false;
    pending_.erase(0, end);  // the line's end stays: a head may be empty
    state_ = State::Head;
    return true;
}

Result<bool> MultipartParser::read_head() {
    const auto end = pending_.find("\r\n\r\n");
    if (end == pending_.npos || end > kMaxHead) {
        if (pending_.size() > kMaxHead) return bad("the head of a part is too long");
        return false;
    }
    if (++parts_ > kMaxParts) return bad("it has too many parts");
    const auto head = std::string_view(pending_).substr(0, end);
    const auto part = TRY(part_head(head.substr(std::min(head.size(), kEndOfLine.size()))));
    pending_.erase(0, end + kEndOfLine.size());  // the last line's end may begin a boundary
    TRY(events_.begin(part));
    state_ = State::Body;
    is_fresh_ = true;
    return true;
}

Result<bool> MultipartParser::read_body() {
    // The line's end before the body is not of it, unless the boundary follows at once.
    if (is_fresh_ && pending_.size() < delimiter_.size()) {
        if (std::string_view(delimiter_).starts_with(pending_)) return false;
    }
    if (std::exchange(is_fresh_, false) && !pending_.starts_with(delimiter_)) {
        pending_.erase(0, kEndOfLine.size());
    }
    const auto at = pending_.find(delimiter_);
    if (at != pending_.npos) {
        if (at > 0) TRY(events_.data(std::string_view(pending_).substr(0, at)));
        TRY(events_.end());
        pending_.erase(0, at + delimiter_.size());
        state_ = State::AfterBoundary;
        return true;
    }
    // What may be the beginning of a boundary waits.
    const auto keep = std::min(pending_.size(), delimiter_.size() - 1);
    const auto sure = pending_.size() - keep;
    if (sure > 0) {
        TRY(events_.data(std::string_view(pending_).substr(0, sure)));
        pending_.erase(0, sure);
    }
    return false;
}

Result<void> MultipartParser::finish() const {
    if (state_ == State::Epilogue) return {};
    return bad("it ends before its last boundary");
}

}  // namespace fovea::serve
