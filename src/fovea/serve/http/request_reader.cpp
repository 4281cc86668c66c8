#include "fovea/serve/http/request_reader.hpp"

#include "fovea/base/ascii.hpp"

#include <boost/beast/core/buffer_traits.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/parser.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace fovea::serve {

namespace http = boost::beast::http;

namespace {

constexpr std::size_t kMaxLine = 8u << 10;  // the request's first
constexpr std::size_t kMaxHead = 64u << 10;
constexpr std::size_t kMaxFields = 100;
constexpr std::size_t kPiece = 64u << 10;

constexpr std::string_view kEndOfLine = "\r\n";
constexpr std::string_view kEndOfHead = "\r\n\r\n";
constexpr std::string_view kLastChunk = "0\r\n\r\n";

BadRequest bad(std::string detail) {
    return {.status = 400, .detail = std::move(detail)};
}

// What Beast would take, and others in front of us or behind us might read differently.
Result<void, BadRequest> check_lines(std::string_view head) {
    std::size_t fields = 0;
    bool is_first = true;
    while (!head.empty()) {
        const auto end = head.find(kEndOfLine);
        const auto line = head.substr(0, end);
        head.remove_prefix(end == head.npos ? head.size() : end + kEndOfLine.size());
        if (line.find_first_of(std::string_view("\r\n\0", 3)) != line.npos) {
            return bad("the head has a bare line end or a NUL in it");
        }
        if (std::exchange(is_first, false)) continue;
        if (line.starts_with(' ') || line.starts_with('\t')) return bad("a header is folded");
        const auto colon = line.find(':');
        if (colon == line.npos || colon == 0) return bad("a header has no name");
        if (line[colon - 1] == ' ' || line[colon - 1] == '\t') {
            return bad("there is a space before a header's colon");
        }
        if (++fields > kMaxFields) {
            return BadRequest{
                431, "more than " + std::to_string(kMaxFields) + " headers are not read"};
        }
    }
    return {};
}

std::size_t count(const Headers& headers, std::string_view name) {
    return static_cast<std::size_t>(std::ranges::count(headers, name, [](const auto& each) {
        return each.first;
    }));
}

Result<void, BadRequest> check_framing(const Request& request, unsigned version) {
    if (count(request.headers, "host") != 1) return bad("a request must name one Host");
    const auto lengths = count(request.headers, "content-length");
    const auto encodings = count(request.headers, "transfer-encoding");
    const auto is_number = [](std::string_view text) {
        return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
    };
    if (lengths > 1 || (lengths == 1 && !is_number(*request.header("content-length")))) {
        return bad("Content-Length must be there once, as a number");
    }
    if (encodings > 1 || (encodings == 1 && lengths == 1)) {
        return bad("a request must tell its length in one way");
    }
    if (encodings == 1) {
        if (!same_word(*request.header("transfer-encoding"), "chunked") || version < 11) {
            return bad("the only transfer encoding accepted is chunked, in HTTP/1.1");
        }
    }
    return {};
}

BadRequest from_beast(const boost::system::error_code& error) {
    if (error == http::error::header_limit) return {431, "the head of the request is too long"};
    if (error == http::error::body_limit) return {413, "the body is too large"};
    if (error == http::error::bad_version) return {400, "the protocol is HTTP/1.1"};
    return bad("this is not HTTP/1.1: " + error.message());
}

}  // namespace

struct RequestReader::Parser {
    http::request_parser<http::buffer_body> parser;
};

RequestReader::RequestReader() : parser_(std::make_unique<Parser>()) {
    parser_->parser.eager(false);
    parser_->parser.header_limit(static_cast<std::uint32_t>(kMaxHead + kEndOfHead.size()));
    parser_->parser.body_limit(std::numeric_limits<std::uint64_t>::max());
}

RequestReader::~RequestReader() = default;

Result<std::size_t, BadRequest> RequestReader::take_head(std::string_view bytes) {
    std::size_t blank = 0;  // an empty line before a request is a habit of old clients
    if (bytes.starts_with(kEndOfLine)) blank = kEndOfLine.size();
    const auto text = bytes.substr(blank);
    const auto from = looked_at_ > 3 ? looked_at_ - 3 : 0;
    const auto end = text.find(kEndOfHead, from);
    if (end == text.npos) {
        looked_at_ = text.size();
        if (text.size() > kMaxLine && text.find(kEndOfLine) > kMaxLine) {
            return BadRequest{414, "the request's first line is too long"};
        }
        if (text.size() > kMaxHead) return BadRequest{431, "the head of the request is too long"};
        return std::size_t{0};
    }
    if (end > kMaxHead) return BadRequest{431, "the head of the request is too long"};
    if (text.find(kEndOfLine) > kMaxLine) {
        return BadRequest{414, "the request's first line is too long"};
    }
    const auto head = text.substr(0, end + kEndOfHead.size());
    TRY(check_lines(text.substr(0, end)));
    boost::system::error_code broken;
    auto& parser = parser_->parser;
    parser.put(boost::asio::const_buffer(head.data(), head.size()), broken);
    if (broken) return from_beast(broken);
    if (!parser.is_header_done()) return bad("the head of the request has no end");

    const auto& message = parser.get();
    request_.method = std::string(message.method_string());
    request_.target = std::string(message.target());
    for (const auto& field : message) {
        request_.headers.emplace_back(lowered(field.name_string()), std::string(field.value()));
    }
    TRY(check_framing(request_, message.version()));
    request_.keep_alive = message.keep_alive();
    request_.takes_chunks = message.version() >= 11;
    if (const auto length = parser.content_length()) request_.length = *length;
    request_.has_body = parser.chunked() || request_.length.value_or(0) > 0;
    if (const auto read = read_target(request_); !read.ok()) return bad(read.error().message);
    has_head_ = true;
    parser.eager(true);
    return blank + head.size();
}

void RequestReader::limit_body(std::uint64_t most) {
    parser_->parser.body_limit(most);
}

Result<std::size_t, BadRequest> RequestReader::take_body(
    std::string_view bytes, std::string& body
) {
    auto& parser = parser_->parser;
    if (request_.length) {
        const auto mine = std::min<std::uint64_t>(bytes.size(), *request_.length - taken_);
        body.append(bytes.substr(0, static_cast<std::size_t>(mine)));
        taken_ += mine;
        return static_cast<std::size_t>(mine);
    }
    std::size_t used = 0;
    // Whatever comes, no fewer bytes than the last chunk has are still to come; and Beast counts on having them when
    // it looks at that one again.
    while (bytes.size() - used >= kLastChunk.size() && !parser.is_done()) {
        const auto before = body.size();
        body.resize(before + std::min(kPiece, bytes.size() - used));
        auto& piece = parser.get().body();
        piece.data = body.data() + before;
        piece.size = body.size() - before;
        boost::system::error_code broken;
        const auto count =
            parser.put(boost::asio::const_buffer(bytes.data() + used, bytes.size() - used), broken);
        body.resize(body.size() - piece.size);
        used += count;
        if (broken == http::error::need_buffer) continue;
        if (broken == http::error::need_more) break;
        if (broken) return from_beast(broken);
    }
    return used;
}

bool RequestReader::is_done() const {
    if (!has_head_ || !request_.has_body) return has_head_;
    return request_.length ? taken_ == *request_.length : parser_->parser.is_done();
}

}  // namespace fovea::serve
