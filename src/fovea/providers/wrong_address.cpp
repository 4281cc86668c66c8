#include "fovea/providers/wrong_address.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/providers/not_found.hpp"
#include "fovea/providers/wire_json.hpp"

#include <algorithm>
#include <string>

namespace fovea::providers {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\xEF\xBB\xBF";  // and a byte order mark
constexpr const char* kQuestion = "; check base_url";

std::string_view from_first_word(std::string_view text) {
    const auto first = text.find_first_not_of(kBlanks);
    return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

std::string header_of(const Headers& headers, std::string_view name) {
    for (const auto& [each, value] : headers) {
        if (lowered(each) == name) return value;
    }
    return {};
}

bool is_redirect(int status) {
    return status >= 300 && status < 400;
}

// "(“Sign in”)", where a page or a text says anything.
std::string quoted_body(std::string_view body) {
    constexpr std::size_t kLongest = 120;
    if (from_first_word(body).empty()) return "";
    const auto words = failure_words(0, body);
    return words == "HTTP 0" || words.size() > kLongest ? "" : " (“" + words + "”)";
}

// Whether it is about the place: a page where JSON was due. 413 and 429 come as pages of proxies as
// well, and mean what they say; so does 404, of which the words tell what is missing.
bool is_about_place(int status, bool page) {
    switch (status) {
        case 400:
        case 401:
        case 403:
        case 405:
        case 406:
        case 410:
        case 421: return page;
        default: return is_redirect(status);
    }
}

}  // namespace

bool is_web_page(std::string_view body) {
    return from_first_word(body).starts_with('<');
}

bool may_be_answer(std::string_view body) {
    const auto text = from_first_word(body);
    if (text.empty()) return true;
    // A piece may end within the first word.
    for (const std::string_view beginning : {"data", "event", "id", "retry", ":", "{", "["}) {
        if (text.starts_with(beginning) || beginning.starts_with(text)) return true;
    }
    return false;
}

WireFailure not_an_answer(int status, std::string_view url, std::string_view body) {
    const auto* const what = is_web_page(body) ? "a web page" : "a text";
    return {
        .kind = FailureKind::Garbled,
        .status = status,
        .message = what + quoted_body(body) + " came from " + shown_address(url) + kQuestion};
}

void question_address(
    WireFailure& failure, std::string_view url, const Headers& headers, std::string_view body
) {
    if (!is_about_place(failure.status, is_web_page(body))) return;
    if (is_redirect(failure.status)) {
        const auto location = shown_address(header_of(headers, "location"));
        failure.message = shown_address(url) + " redirects" +
                          (location.empty() ? "" : ", to " + plain_words(location)) + kQuestion;
    } else {
        failure.message += ", from " + shown_address(url) + kQuestion;
    }
    // A portal that says 401 or 403 may want the key indeed.
    if (failure.kind != FailureKind::Auth) failure.kind = FailureKind::Garbled;
}

}  // namespace fovea::providers
