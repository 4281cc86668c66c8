#include "fovea/net/http/fetch.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/base/tally.hpp"
#include "fovea/net/gate/address_gate.hpp"
#include "fovea/net/gate/url_rules.hpp"
#include "fovea/net/http/client.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace fovea::net {

namespace {

using Clock = std::chrono::steady_clock;
using Kind = HttpFailure::Kind;
using std::chrono::milliseconds;

constexpr std::size_t kMaxRedirects = 3;
constexpr std::string_view kAccept =
    "image/png,image/jpeg,image/gif,image/webp,application/pdf;q=0.9,video/*;q=0.8";

bool is_redirect(int status) {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

// "text/html" of "text/html; charset=utf-8".
std::string_view media_type(std::string_view content_type) {
    return trimmed(content_type.substr(0, content_type.find(';')));
}

// libcurl unpacks what Transfer-Encoding says though nobody asked for it, so a bomb could hide there.
bool is_packed(const HttpHeaders& headers) {
    return std::ranges::any_of(headers, [](const HttpHeader& header) {
        const auto value = trimmed(header.value);
        if (header.name == "content-encoding") return !same_word(value, "identity");
        return header.name == "transfer-encoding" && !same_word(value, "chunked");
    });
}

// 0 where nothing or no number is announced: what comes is counted anyway.
std::uint64_t announced_bytes(const HttpHeaders& headers) {
    const auto text = find_header(headers, "content-length").value_or("");
    std::uint64_t bytes = 0;
    std::from_chars(text.data(), text.data() + text.size(), bytes);
    return bytes;
}

// The address itself is told by whoever named it: its path and query may be secrets.
std::string words_of_status(int status, const std::string& host) {
    const auto answered = host + " answered " + std::to_string(status);
    if (status == 404 || status == 410) {
        return "file not found at this URL (" + answered + "); check the URL";
    }
    if (status == 401 || status == 403) {
        return answered + ": permission denied, and no keys are sent with the request; " +
               "download it and give its path";
    }
    if (status >= 500) return answered + ", a server error; try again later";
    return answered + ", not a file";
}

// One fetch: its hops, its deadline, its bytes.
class Fetching {
public:
    Fetching(const FetchSettings& settings, std::size_t max_bytes, const std::stop_token& stop)
        : settings_(settings),
          max_bytes_(max_bytes),
          stop_(stop),
          gate_(settings),
          deadline_(Clock::now() + settings.total_timeout) {}

    Result<Fetched> run(const std::string& url) {
        if (!settings_.off.empty()) return blocked(settings_.off);
        auto checked = check_url(url);
        for (std::size_t hops = 0;; ++hops) {
            if (!checked.ok()) return blocked(checked.error().reason);
            const auto place = std::move(checked).value();
            const auto addresses = TRY(addresses_of(place));
            const auto response = TRY(ask(place, addresses));
            if (!is_redirect(response.status)) {
                fetched_.final_url = place.text;
                fetched_.hops = hops;
                return std::move(fetched_);
            }
            if (hops == kMaxRedirects) return blocked(place.host + " redirects too many times");
            const auto location = find_header(response.headers, "location");
            checked = check_redirect(place, std::string(location.value_or("")));
        }
    }

private:
    Error blocked(const std::string& reason) const {
        tally().add("fovea_ssrf_blocked_total", {});
        if (settings_.log) settings_.log("a URL was refused: " + reason);
        return {
            ErrorCode::UrlBlocked,
            "the URL was refused: only files on public https sites are fetched (the log says why "
            "this one was not)"};
    }

    // The gate let it through: what happened then is no secret.
    Error given_up(const std::string& what, const std::string& reason) const {
        if (settings_.log) settings_.log("fetching a URL failed: " + reason);
        return {ErrorCode::UrlBlocked, "fetching the URL failed: " + what};
    }

    static Error cancelled() { return {ErrorCode::Cancelled, "cancelled while a URL was fetched"}; }

    static Error missing(const std::string& what) { return {ErrorCode::FileNotFound, what}; }

    Result<std::vector<IpAddress>> addresses_of(const GateUrl& place) const {
        auto addresses = gate_.addresses_of(place, deadline_, stop_);
        if (stop_.stop_requested()) return cancelled();
        if (!addresses.ok() && addresses.error().no_such_name) {
            return missing(
                "the name " + place.host +
                " does not resolve; check the spelling and the network connection"
            );
        }
        if (!addresses.ok()) return blocked(addresses.error().reason);
        return std::move(addresses).value();
    }

    Result<HttpResponse> ask(const GateUrl& place, const std::vector<IpAddress>& addresses) {
        const auto left = std::chrono::ceil<milliseconds>(deadline_ - Clock::now());
        if (left.count() <= 0) return blocked(place.host + ": timed out");
        // Asked again for each socket: whatever came in between, only these are connected to.
        const auto refuses = [&](const IpAddress& address) -> std::string {
            if (std::ranges::find(addresses, address) == addresses.end()) {
                return address.text() + " was not checked";
            }
            return refusal_of(address, gate_.policy());
        };
        has_head_ = false;
        // A client of its own, so that no connection is ever used twice.
        HttpClient client(
            {.proxy = Proxy::None,
             .ca_file = settings_.ca_file,
             .guard = Guard{refuses, place.literal ? std::vector<IpAddress>{} : addresses}}
        );
        const auto response = client.send(
            {.url = place.text,
             .headers = {{"Accept", std::string(kAccept)}, {"Accept-Encoding", "identity"}},
             .connect_timeout = std::min(settings_.connect_timeout, left),
             .idle_timeout = left,
             .total_timeout = left,
             .min_bytes_per_second = settings_.min_bytes_per_second,
             .max_response_bytes = max_bytes_},
            {.on_head = [this](const HttpResponse& head) { return take_head(head); },
             .on_body = [this](std::string_view piece) { return take_piece(piece); }},
            stop_
        );
        if (!response.ok()) return error_of(response.error(), place.host);
        if (head_problem_) {
            return head_problem_->code == ErrorCode::UrlBlocked
                       ? blocked(place.host + ": " + head_problem_->message)
                       : *head_problem_;
        }
        const auto& got = response.value();
        if (got.status != 200 && !is_redirect(got.status)) {
            return missing(words_of_status(got.status, place.host));
        }
        return got;
    }

    // What the head alone decides; the body of anything but a file is not read.
    Flow take_head(const HttpResponse& head) {
        has_head_ = true;
        fetched_.bytes.clear();
        if (head.status != 200) return Flow::Stop;
        fetched_.content_type = find_header(head.headers, "content-type").value_or("");
        const auto type = media_type(fetched_.content_type);
        if (same_word(type, "text/html") || same_word(type, "application/xhtml+xml")) {
            head_problem_ = Error{
                ErrorCode::UnsupportedFileType,
                "the URL is a web page (text/html), not a picture; give the URL of the picture "
                "itself"};
            return Flow::Stop;
        }
        if (is_packed(head.headers)) {
            head_problem_ =
                Error{ErrorCode::UrlBlocked, "a compressed body that was not requested"};
            return Flow::Stop;
        }
        if (announced_bytes(head.headers) > max_bytes_) {
            head_problem_ = too_large();
            return Flow::Stop;
        }
        return Flow::Continue;
    }

    Error too_large() const {
        return {
            ErrorCode::FileTooLarge,
            "the file at the URL is larger than " + std::to_string(max_bytes_) +
                " bytes, which is the limit"};
    }

    Flow take_piece(std::string_view piece) {
        const auto bytes = as_bytes(piece);
        fetched_.bytes.insert(fetched_.bytes.end(), bytes.begin(), bytes.end());
        return Flow::Continue;
    }

    Error error_of(const HttpFailure& failure, const std::string& host) const {
        switch (failure.kind) {
            case Kind::Refused:
            case Kind::Tls:
            case Kind::BodyUnreadable: return blocked(failure.message);
            case Kind::Timeout: return given_up(host + " timed out", failure.message);
            case Kind::Protocol:
                return given_up(host + " sent an invalid HTTP response", failure.message);
            case Kind::Connect: return missing(host + " does not answer");
            case Kind::Interrupted:
                return missing(host + " closed the connection in the middle of the file");
            case Kind::Cancelled: return cancelled();
            case Kind::TooLarge: return has_head_ ? too_large() : blocked(failure.message);
        }
        return {ErrorCode::Internal, "an unknown network error"};
    }

    const FetchSettings& settings_;
    std::size_t max_bytes_;
    const std::stop_token& stop_;
    AddressGate gate_;
    Clock::time_point deadline_;
    Fetched fetched_;
    bool has_head_ = false;  // of the hop under way
    std::optional<Error> head_problem_;
};

}  // namespace

UrlFetcher::UrlFetcher(FetchSettings settings) : settings_(std::move(settings)) {}

Result<Fetched> UrlFetcher::fetch(
    const std::string& url, std::size_t max_bytes, const std::stop_token& stop
) const {
    return Fetching(settings_, max_bytes, stop).run(url);
}

std::vector<Network> loopback_networks() {
    return {network("127.0.0.0/8"), network("::1/128")};
}

}  // namespace fovea::net
