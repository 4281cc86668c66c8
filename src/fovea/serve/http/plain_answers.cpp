#include "fovea/serve/http/plain_answers.hpp"

#include <algorithm>
#include <string_view>

namespace fovea::serve {
namespace {

std::string listed(const std::vector<std::string>& words, std::string_view between) {
    std::string list;
    for (const auto& word : words) list += (list.empty() ? "" : std::string(between)) + word;
    return list;
}

}  // namespace

std::string head_of(
    const Response& response, const Headers& more, std::optional<std::uint64_t> size
) {
    std::string head = "HTTP/1.1 " + std::to_string(response.status) + " " +
                       std::string(reason_of(response.status)) + "\r\n";
    const auto add = [&](std::string_view name, std::string_view value) {
        head.append(name).append(": ").append(value).append("\r\n");
    };
    for (const auto& [name, value] : response.headers) add(name, value);
    for (const auto& [name, value] : more) {
        if (!find_header(response.headers, name)) add(name, value);
    }
    if (size) add("content-length", std::to_string(*size));
    return head + "\r\n";
}

bool has_no_body(int status) {
    return status < 200 || status == 204 || status == 304;
}

Response other_method(const std::string& method, const std::vector<std::string>& there_are) {
    auto response =
        method == "OPTIONS"
            ? Response::empty(204)
            : problem(405, ErrorCode::InvalidInput, "this path does not take " + method);
    response.headers.emplace_back("allow", listed(there_are, ", "));
    return response;
}

std::optional<Response> refused_body(const Request& request, const Route& route) {
    if (!request.has_body) return std::nullopt;
    const auto takes = [&](const std::string& type) {
        return std::ranges::find(route.takes, type) != route.takes.end();
    };
    if (!route.takes_bodies() || (!takes(request.content_type()) && !takes("*"))) {
        return problem(
            415,
            ErrorCode::InvalidInput,
            route.takes.empty() ? "no body is taken here"
                                : "a body is " + listed(route.takes, " or ") + " here"
        );
    }
    if (request.length.value_or(0) > route.max_body) return too_large(route);
    return std::nullopt;
}

Response too_large(const Route& route) {
    return problem(
        413,
        ErrorCode::FileTooLarge,
        "a body has at most " + std::to_string(route.max_body) + " bytes here"
    );
}

Response too_busy() {
    auto busy = problem(503, ErrorCode::LimitExceeded, "too many requests at once: try again");
    busy.headers.emplace_back("retry-after", "1");
    return busy;
}

}  // namespace fovea::serve
