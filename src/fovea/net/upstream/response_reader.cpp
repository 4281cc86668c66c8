#include "fovea/net/upstream/response_reader.hpp"

#include "fovea/base/ascii.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace fovea::net {
namespace {

constexpr std::size_t kMaxHead = 64u << 10;
constexpr std::size_t kMaxLine = 4096;
constexpr std::size_t kMaxTrailers = 64;
constexpr std::string_view kEndOfHead = "\r\n\r\n";

template <class Number>
std::optional<Number> number_in(std::string_view text, int base = 10) {
    Number number = 0;
    const auto* const end = text.data() + text.size();
    const auto [at, failed] = std::from_chars(text.data(), end, number, base);
    if (failed != std::errc() || at != end || text.empty()) return std::nullopt;
    return number;
}

// "HTTP/1.1 200 OK": whether it is 1.1, and the status.
std::optional<std::pair<bool, int>> status_in(std::string_view line) {
    if (!line.starts_with("HTTP/1.") || line.size() < 12 || line[8] != ' ') return std::nullopt;
    if (line.size() > 12 && line[12] != ' ') return std::nullopt;
    const auto status = number_in<int>(line.substr(9, 3));
    if (!status || *status < 100 || (line[7] != '0' && line[7] != '1')) return std::nullopt;
    return std::pair(line[7] == '1', *status);
}

bool has_word(std::string_view list, std::string_view word) {
    while (!list.empty()) {
        const auto end = std::min(list.find(','), list.size());
        if (same_word(trimmed(list.substr(0, end)), word)) return true;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

}  // namespace

Result<std::size_t, std::string> ResponseReader::feed(std::string_view bytes, const To& to) {
    std::size_t used = 0;
    if (!bytes.empty()) has_begun_ = true;
    while (used < bytes.size() && state_ != State::Done) {
        const auto rest = bytes.substr(used);
        switch (state_) {
            case State::Head: used += TRY(take_head(rest, to)); break;
            case State::Length: used += take_body(rest, to, State::Done); break;
            case State::Chunk: used += take_body(rest, to, State::ChunkEnd); break;
            case State::UntilEnd:
                to.body(rest);
                used += rest.size();
                break;
            case State::ChunkSize: {
                const auto line = TRY(take_line(rest, used));
                if (!line) break;
                const auto size = number_in<std::uint64_t>(
                    trimmed(std::string_view(*line).substr(0, line->find(';'))), 16
                );
                if (!size) return std::string("a chunk has no size");
                left_ = *size;
                state_ = left_ == 0 ? State::Trailer : State::Chunk;
                break;
            }
            case State::ChunkEnd: {
                const auto line = TRY(take_line(rest, used));
                if (line && !line->empty()) return std::string("a chunk is longer than it said");
                if (line) state_ = State::ChunkSize;
                break;
            }
            case State::Trailer: {
                const auto line = TRY(take_line(rest, used));
                if (line && ++trailers_ > kMaxTrailers) return std::string("too many trailers");
                if (line && line->empty()) state_ = State::Done;
                break;
            }
            case State::Done: break;
        }
    }
    return used;
}

Result<std::size_t, std::string> ResponseReader::take_head(std::string_view bytes, const To& to) {
    const auto before = pending_.size();
    if (before == 0) {
        if (const auto end = bytes.find(kEndOfHead); end != bytes.npos && end <= kMaxHead) {
            TRY(read_head(bytes.substr(0, end), to));
            return end + kEndOfHead.size();
        }
    }
    pending_.append(bytes.substr(0, kMaxHead + kEndOfHead.size()));
    const auto end = pending_.find(kEndOfHead, before < 3 ? 0 : before - 3);
    if (end == pending_.npos) {
        if (pending_.size() > kMaxHead) return std::string("the head of the answer is too long");
        return bytes.size();
    }
    const auto head = std::exchange(pending_, {});
    TRY(read_head(std::string_view(head).substr(0, end), to));
    return end + kEndOfHead.size() - before;
}

Result<void, std::string> ResponseReader::read_head(std::string_view head, const To& to) {
    const auto next_line = [&head] {
        const auto end = std::min(head.find("\r\n"), head.size());
        const auto line = head.substr(0, end);
        head.remove_prefix(std::min(end + 2, head.size()));
        return line;
    };
    const auto status = status_in(next_line());
    if (!status) return std::string("the answer is not HTTP/1.1");
    ResponseHead told{.status = status->second, .keeps_open = status->first};
    std::optional<std::string_view> length;
    bool is_chunked = false;
    while (!head.empty()) {
        const auto line = next_line();
        const auto colon = line.find(':');
        if (colon == line.npos || colon == 0 || line.front() == ' ' || line.front() == '\t' ||
            line.find_first_of(std::string_view("\r\n\0", 3)) != line.npos) {
            return std::string("the response has an invalid header");
        }
        const auto name = lowered(line.substr(0, colon));
        const auto value = trimmed(line.substr(colon + 1), " \t");
        if (name == "content-length") {
            if (length && *length != value) return std::string("the answer has two lengths");
            length = value;
        }
        if (name == "transfer-encoding") {
            if (!same_word(value, "chunked") || is_chunked) {
                return std::string("the answer has an unknown transfer encoding");
            }
            is_chunked = true;
        }
        if (name == "connection" && has_word(value, "close")) told.keeps_open = false;
        if (name == "connection" && has_word(value, "keep-alive")) told.keeps_open = true;
        told.headers.push_back({name, std::string(value)});
    }
    if (told.status == 101) return std::string("the server changes to another protocol");
    if (told.status < 200) return {};  // another one follows
    if (length && is_chunked) return std::string("the answer says its length twice");
    if (length) {
        told.length = number_in<std::uint64_t>(*length);
        if (!told.length) return std::string("the length of the answer is not a number");
    }
    TRY(frame(told, is_chunked));
    told.keeps_open = keeps_open_;
    to.head(std::move(told));
    return {};
}

Result<void, std::string> ResponseReader::frame(const ResponseHead& head, bool is_chunked) {
    keeps_open_ = head.keeps_open;
    if (method_ == Method::Head || head.status == 204 || head.status == 304) {
        state_ = State::Done;
    } else if (is_chunked) {
        state_ = State::ChunkSize;
    } else if (head.length) {
        left_ = *head.length;
        state_ = left_ == 0 ? State::Done : State::Length;
    } else {
        state_ = State::UntilEnd;
        keeps_open_ = false;
    }
    return {};
}

std::size_t ResponseReader::take_body(std::string_view bytes, const To& to, State next) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size()));
    left_ -= count;
    if (left_ == 0) state_ = next;
    to.body(bytes.substr(0, count));
    return count;
}

Result<std::optional<std::string>, std::string> ResponseReader::take_line(
    std::string_view bytes, std::size_t& used
) {
    const auto end = bytes.find('\n');
    const auto piece = bytes.substr(0, end);
    if (pending_.size() + piece.size() > kMaxLine) {
        return std::string("a line between two chunks is too long");
    }
    pending_.append(piece);
    used += std::min(piece.size() + 1, bytes.size());
    if (end == bytes.npos) return std::optional<std::string>();
    auto line = std::exchange(pending_, {});
    if (!line.ends_with('\r')) return std::string("a line between two chunks has a bare end");
    line.pop_back();
    return std::optional(std::move(line));
}

bool ResponseReader::end() {
    if (state_ == State::UntilEnd) state_ = State::Done;
    return state_ == State::Done;
}

}  // namespace fovea::net
