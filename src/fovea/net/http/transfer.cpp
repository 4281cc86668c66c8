#include "fovea/net/http/transfer.hpp"

#include "fovea/net/gate/loopback.hpp"
#include "fovea/net/http/curl_failure.hpp"
#include "fovea/net/http/origin.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <cstdio>
#include <curl/curl.h>
#include <memory>
#include <thread>

namespace fovea::net {

namespace {

using Kind = HttpFailure::Kind;
using std::chrono::milliseconds;

// A handshake takes fewer.
constexpr int kQuietTurns = 16;

struct FreeLines {
    void operator()(curl_slist* lines) const { curl_slist_free_all(lines); }
};
using Lines = std::unique_ptr<curl_slist, FreeLines>;

bool add_line(Lines& lines, const std::string& line) {
    auto* longer = curl_slist_append(lines.get(), line.c_str());
    if (longer == nullptr) return false;
    static_cast<void>(lines.release());  // it is the list itself, or there was none
    lines.reset(longer);
    return true;
}

bool add_headers(Lines& lines, const HttpRequest& request) {
    // libcurl would hold back bodies above 1 MB for up to a second, until the server agrees.
    bool whole = add_line(lines, "Expect:");
    // With neither a length nor a body, some servers wait for one or answer 411.
    if (request.body == nullptr && request.method != "GET" && request.method != "HEAD") {
        whole = add_line(lines, "Content-Length: 0") && whole;
    }
    for (const auto& [name, value] : request.headers) {
        // A semicolon is libcurl's way to write a header that is there and empty.
        auto line = name;
        line.append(value.empty() ? ";" : ": ").append(value);
        whole = add_line(lines, line) && whole;
    }
    return whole;
}

// A timeout may say "never", and that must not overflow.
milliseconds bounded(milliseconds wait) {
    return std::clamp<milliseconds>(wait, milliseconds(1), std::chrono::hours(24 * 365));
}

}  // namespace

struct Transfer::Callbacks {
    static std::size_t on_header(char* bytes, std::size_t, std::size_t count, void* self) {
        auto& exchange = static_cast<Transfer*>(self)->exchange_;
        return exchange.take_header_line({bytes, count}) ? count : 0;
    }

    static std::size_t on_body(char* bytes, std::size_t, std::size_t count, void* self) {
        auto& exchange = static_cast<Transfer*>(self)->exchange_;
        return exchange.take_body({bytes, count}) ? count : 0;
    }

    static std::size_t on_read(char* into, std::size_t, std::size_t room, void* self) {
        auto& exchange = static_cast<Transfer*>(self)->exchange_;
        return exchange.give_body({into, room}).value_or(CURL_READFUNC_ABORT);
    }

    // A kept connection turned out to be dead, and libcurl starts over on a new one.
    static int on_seek(void* self, curl_off_t offset, int origin) {
        auto& exchange = static_cast<Transfer*>(self)->exchange_;
        if (offset != 0 || origin != SEEK_SET) return CURL_SEEKFUNC_CANTSEEK;
        return exchange.rewind_body() ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL;
    }

    // Unlike a socket's opening, this is called for a connection that is used again, too.
    static int on_connected(void* self, char* peer, char*, int, int) {
        auto& transfer = *static_cast<Transfer*>(self);
        if (transfer.settings_.guard) {
            const auto address = parse_address(peer == nullptr ? "" : peer);
            if (!address || !transfer.may_ask(*address)) return CURL_PREREQFUNC_ABORT;
        }
        transfer.connected_ = true;
        transfer.last_byte_ = Clock::now();
        return CURL_PREREQFUNC_OK;
    }

    // The address is the resolved one, so no name can lead elsewhere.
    static curl_socket_t open_socket(void* self, curlsocktype, curl_sockaddr* address) {
        auto& transfer = *static_cast<Transfer*>(self);
        if (transfer.settings_.reach == Reach::LoopbackOnly && !is_loopback(&address->addr)) {
            transfer.exchange_.end(
                Kind::Refused, "its address is not on this machine, and local_only is set"
            );
            return CURL_SOCKET_BAD;
        }
        if (transfer.settings_.guard) {
            const auto found = address_of(&address->addr);
            if (!found || !transfer.may_ask(*found)) return CURL_SOCKET_BAD;
        }
        // Programs started meanwhile must not inherit the connection.
        return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    }
};

Transfer::Transfer(
    const HttpRequest& request,
    const HttpEvents& events,
    const std::stop_token& stop,
    const HttpSettings& settings,
    std::string place
)
    : request_(request),
      stop_(stop),
      settings_(settings),
      place_(std::move(place)),
      exchange_(request, events, stop, place_) {
    static_assert(CURL_ERROR_SIZE <= sizeof detail_);
}

void Transfer::set_callbacks(void* easy) {
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, Callbacks::on_header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, this);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, Callbacks::on_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, this);
    curl_easy_setopt(easy, CURLOPT_READFUNCTION, Callbacks::on_read);
    curl_easy_setopt(easy, CURLOPT_READDATA, this);
    curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, Callbacks::on_seek);
    curl_easy_setopt(easy, CURLOPT_SEEKDATA, this);
    curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, Callbacks::on_connected);
    curl_easy_setopt(easy, CURLOPT_PREREQDATA, this);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, Callbacks::open_socket);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, this);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, detail_.data());
}

// How the server is reached and trusted.
void Transfer::set_way(void* easy, Proxy proxy) {
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    // A resolver that hangs is left behind on its own thread; else cancelling would wait for it.
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
    const auto connect_timeout = bounded(request_.connect_timeout).count();
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(connect_timeout));
    if (proxy == Proxy::None) curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, 64L << 10);
}

bool Transfer::may_ask(const IpAddress& address) {
    const auto why = settings_.guard->refuses(address);
    if (!why.empty()) exchange_.end(Kind::Refused, why);
    return why.empty();
}

bool Transfer::set_guard(void* easy, const Guard& guard) {
    bool whole = true;
    const auto need = [&](CURLcode code) { whole = whole && code == CURLE_OK; };
    need(curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "https"));
    need(curl_easy_setopt(easy, CURLOPT_PROXY, ""));
    need(curl_easy_setopt(easy, CURLOPT_NOPROXY, "*"));
    need(curl_easy_setopt(easy, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L));
    need(curl_easy_setopt(easy, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED)));
    need(curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L));
    need(curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L));
    if (guard.pinned.empty()) return whole;

    const auto origin = origin_of(request_.url);
    if (!origin.ok()) return false;
    auto entry = origin.value().host + ":" + origin.value().port + ":";
    for (const auto& address : guard.pinned) {
        if (!entry.ends_with(':')) entry += ',';
        const bool v6 = address.family == IpAddress::Family::V6;
        entry += v6 ? "[" + address.text() + "]" : address.text();
    }
    Lines pins;
    if (!add_line(pins, entry)) return false;
    need(curl_easy_setopt(easy, CURLOPT_RESOLVE, pins.get()));
    pins_ = std::shared_ptr<curl_slist>(pins.release(), FreeLines{});
    return whole;
}

// False when it cannot be said as asked: better not sent than sent without its certificate check.
bool Transfer::set_up(void* easy, void* header_lines, Proxy proxy) {
    set_callbacks(easy);
    set_way(easy, proxy);
    bool whole = true;
    const auto need = [&](CURLcode code) { whole = whole && code == CURLE_OK; };
    need(curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https"));
    need(curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L));
    need(curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L));
    need(curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L));
    need(curl_easy_setopt(easy, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2)));
    if (!settings_.ca_file.empty()) {
        need(curl_easy_setopt(easy, CURLOPT_CAINFO, settings_.ca_file.c_str()));
        need(curl_easy_setopt(easy, CURLOPT_CAPATH, nullptr));
    }
    need(curl_easy_setopt(easy, CURLOPT_USERAGENT, settings_.user_agent.c_str()));
    need(curl_easy_setopt(easy, CURLOPT_URL, request_.url.c_str()));
    need(curl_easy_setopt(easy, CURLOPT_HTTPHEADER, header_lines));
    if (request_.body != nullptr) {
        const auto size = static_cast<curl_off_t>(request_.body->size());
        need(curl_easy_setopt(easy, CURLOPT_UPLOAD, 1L));
        need(curl_easy_setopt(easy, CURLOPT_INFILESIZE_LARGE, size));
    }
    if (request_.min_bytes_per_second > 0) {
        const auto least = static_cast<long>(request_.min_bytes_per_second);
        need(curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, least));
        need(curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, 10L));
    }
    if (settings_.guard) whole = set_guard(easy, *settings_.guard) && whole;
    if (request_.method == "HEAD") need(curl_easy_setopt(easy, CURLOPT_NOBODY, 1L));
    need(curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request_.method.c_str()));
    return whole;
}

// Until the next of our own deadlines; the exchange is ended when one has passed.
milliseconds Transfer::time_left() {
    const auto now = Clock::now();
    ++quiet_turns_;
    if (exchange_.steps() != seen_steps_) {
        seen_steps_ = exchange_.steps();
        last_byte_ = now;
        quiet_turns_ = 0;
    }
    auto until = deadline_;
    if (now >= deadline_)
        exchange_.end(Kind::Timeout, "timed out before the response was complete");
    if (connected_) {
        const auto idle_end = last_byte_ + bounded(request_.idle_timeout);
        if (now >= idle_end) exchange_.end(Kind::Timeout, "timed out: no data for too long");
        until = std::min(until, idle_end);
    }
    const auto left = std::chrono::ceil<milliseconds>(until - now);
    return std::clamp<milliseconds>(left, milliseconds(0), std::chrono::hours(1));
}

int Transfer::pump(void* multi) {
    const std::stop_callback wake(stop_, [multi] { curl_multi_wakeup(multi); });
    for (;;) {
        int running = 0;
        if (curl_multi_perform(multi, &running) != CURLM_OK) return CURLE_FAILED_INIT;
        if (running == 0) break;
        if (stop_.stop_requested()) exchange_.end(Kind::Cancelled, "cancelled");
        const auto wait = time_left();
        if (exchange_.ended()) return CURLE_ABORTED_BY_CALLBACK;
        const auto wait_ms = static_cast<int>(wait.count());
        if (curl_multi_poll(multi, nullptr, 0, wait_ms, nullptr) != CURLM_OK) {
            return CURLE_FAILED_INIT;
        }
        // While an HTTP/2 upload waits for the server's window, libcurl 7.88 polls for "writable",
        // which the socket is: without this, a slow server costs a whole core.
        if (quiet_turns_ > kQuietTurns) std::this_thread::sleep_for(milliseconds(1));
    }
    int left = 0;
    const auto* message = curl_multi_info_read(multi, &left);
    return message == nullptr ? CURLE_GOT_NOTHING : message->data.result;
}

Result<HttpResponse, HttpFailure> Transfer::outcome(int code) const {
    if (exchange_.thrown()) std::rethrow_exception(exchange_.thrown());
    if (exchange_.ended()) return *exchange_.ended();
    if (code == CURLE_OK || exchange_.response().stopped) return exchange_.response();
    return failure_of(code, detail_.data(), place_, request_, exchange_.before_first_byte());
}

Result<HttpResponse, HttpFailure> Transfer::run(void* multi, void* easy, Proxy proxy) {
    last_byte_ = Clock::now();
    deadline_ = last_byte_ + bounded(request_.total_timeout);
    int code = CURLE_FAILED_INIT;
    Lines lines;
    if (exchange_.rewind_body()) {
        if (add_headers(lines, request_) && set_up(easy, lines.get(), proxy) &&
            curl_multi_add_handle(multi, easy) == CURLM_OK) {
            code = pump(multi);
            curl_multi_remove_handle(multi, easy);
        } else {
            exchange_.end(Kind::Refused, "libcurl cannot send it as asked");
        }
    }
    curl_easy_reset(easy);  // forgets this call's pointers and keys, not the connections
    return outcome(code);
}

}  // namespace fovea::net
