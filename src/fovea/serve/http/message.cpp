#include "fovea/serve/http/message.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/base/public_message.hpp"
#include "fovea/base/result.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/serve/http/long_answer.hpp"

#include <boost/json.hpp>
#include <spdlog/spdlog.h>

#include <algorithm>

namespace fovea::serve {
namespace {

int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

enum class Plus { IsPlus, IsSpace };

std::optional<std::string> decoded(std::string_view text, Plus plus) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '+' && plus == Plus::IsSpace) {
            out += ' ';
        } else if (text[i] != '%') {
            out += text[i];
        } else {
            if (i + 2 >= text.size()) return std::nullopt;
            const int high = digit_of(text[i + 1]);
            const int low = digit_of(text[i + 2]);
            if (high < 0 || low < 0) return std::nullopt;
            out += static_cast<char>(high * 16 + low);
            i += 2;
        }
    }
    return out;
}

bool is_plain_part(const std::string& part) {
    return part != "." && part != ".." && part.find('/') == part.npos &&
           part.find('\0') == part.npos && to_utf8(part) == part;
}

// "/v1/models/deepseek%2Fchat": programs write a model's name as one part, here it is two.
bool is_of_models(const std::vector<std::string>& path) {
    return path.size() >= 2 && path[0] == "v1" && path[1] == "models";
}

bool add_part(std::string_view part, std::vector<std::string>& to) {
    const auto slash = is_of_models(to) ? part.find('/') : part.npos;
    auto first = std::string(part.substr(0, slash));
    if (!is_plain_part(first)) return false;
    to.push_back(std::move(first));
    return slash == part.npos || add_part(part.substr(slash + 1), to);
}

Error bad_target() {
    return {ErrorCode::InvalidInput, "the request's target is not a path"};
}

}  // namespace

std::optional<std::string_view> find_header(const Headers& headers, std::string_view name) {
    const auto found =
        std::ranges::find(headers, name, [](const auto& each) { return each.first; });
    if (found == headers.end()) return std::nullopt;
    return found->second;
}

std::string Request::content_type() const {
    const auto value = header("content-type");
    if (!value) return {};
    return lowered(trimmed(value->substr(0, value->find(';'))));
}

std::string Request::parameter(const std::string& name) const {
    const auto found = query.find(name);
    return found == query.end() ? std::string() : found->second;
}

Result<void> read_target(Request& request) {
    std::string_view target = request.target;
    if (!target.starts_with('/')) return bad_target();
    auto path = target.substr(1, target.find('?') - 1);
    while (!path.empty()) {
        const auto end = std::min(path.find('/'), path.size());
        auto part = decoded(path.substr(0, end), Plus::IsPlus);
        if (!part || !add_part(*part, request.path)) return bad_target();
        const bool more = end < path.size();
        path.remove_prefix(more ? end + 1 : end);
        if (more && path.empty()) request.path.emplace_back();  // "/a/" is not "/a"
    }
    const auto mark = target.find('?');
    auto query = mark == target.npos ? std::string_view() : target.substr(mark + 1);
    while (!query.empty()) {
        const auto end = std::min(query.find('&'), query.size());
        const auto pair = query.substr(0, end);
        const auto equals = std::min(pair.find('='), pair.size());
        auto name = decoded(pair.substr(0, equals), Plus::IsSpace);
        auto value = decoded(pair.substr(std::min(equals + 1, pair.size())), Plus::IsSpace);
        if (!name || !value) return bad_target();
        request.query.emplace(std::move(*name), std::move(*value));
        query.remove_prefix(std::min(end + 1, query.size()));
    }
    return {};
}

Response Response::json(int status, const boost::json::value& value) {
    return {
        .status = status,
        .headers = {{"content-type", "application/json"}, {"cache-control", "no-store"}},
        .body = json_text(value)};
}

Response problem(int status, ErrorCode code, std::string_view detail) {
    auto response = Response::json(
        status,
        boost::json::object{
            {"type", "about:blank"},
            {"title", reason_of(status)},
            {"status", status},
            {"detail", to_utf8(detail)},
            {"code", wire_name(code)}}
    );
    response.headers[0].second = "application/problem+json";
    return response;
}

Response problem(const Error& error) {
    const auto told = public_message(error);
    if (told != error.message) spdlog::error("{}", error.message);
    return problem(status_of(error.code), error.code, told);
}

int status_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::InvalidInput: return 400;
        case ErrorCode::FileNotFound: return 404;
        case ErrorCode::UrlBlocked: return 422;
        case ErrorCode::FileTooLarge: return 413;
        case ErrorCode::UnsupportedFileType: return 422;
        case ErrorCode::DecodeFailed: return 422;
        case ErrorCode::LimitExceeded: return 422;
        case ErrorCode::ConsentRequired: return 403;
        case ErrorCode::VisionNotSupported: return 422;
        case ErrorCode::PdfNotSupported: return 422;
        case ErrorCode::VideoNotSupported: return 422;
        case ErrorCode::NoCandidate: return 422;
        case ErrorCode::PdfTooManyPages: return 422;
        case ErrorCode::LlmError: return 502;
        case ErrorCode::ResponseNotJson: return 502;
        case ErrorCode::BudgetExceeded: return 422;
        case ErrorCode::Cancelled: return 409;
        case ErrorCode::StoreError: return 503;
        case ErrorCode::ConfigInvalid: return 500;
        case ErrorCode::Internal: return 500;
    }
    return 500;
}

std::string_view reason_of(int status) {
    switch (status) {
        case 100: return "Continue";
        case 101: return "Switching Protocols";
        case 200: return "OK";
        case 201: return "Created";
        case 202: return "Accepted";
        case 204: return "No Content";
        case 206: return "Partial Content";
        case 303: return "See Other";
        case 304: return "Not Modified";
        case 400: return "Bad Request";
        case 401: return "Unauthorized";
        case 403: return "Forbidden";
        case 404: return "Not Found";
        case 405: return "Method Not Allowed";
        case 406: return "Not Acceptable";
        case 408: return "Request Timeout";
        case 409: return "Conflict";
        case 413: return "Content Too Large";
        case 414: return "URI Too Long";
        case 415: return "Unsupported Media Type";
        case 416: return "Range Not Satisfiable";
        case 417: return "Expectation Failed";
        case 421: return "Misdirected Request";
        case 422: return "Unprocessable Content";
        case 426: return "Upgrade Required";
        case 429: return "Too Many Requests";
        case 431: return "Request Header Fields Too Large";
        case 500: return "Internal Server Error";
        case 502: return "Bad Gateway";
        case 503: return "Service Unavailable";
        default: return "Unknown";
    }
}

}  // namespace fovea::serve
