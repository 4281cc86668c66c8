// For tests: URLs that parsers disagree about, and what must hold for each of them. A generated URL is one
// that is refused, or one whose host is the same for us and for libcurl; a stranger's file may name it only
// when that host is this machine.
//
//     const auto url = strange_url([&](std::size_t below) { return random() % below; });
//     complaint_about(url);   // empty, or what is wrong with what was decided
#pragma once

#include "fovea/base/ascii.hpp"
#include "fovea/config/project_rules.hpp"
#include "fovea/net/http/server_origin.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <curl/curl.h>
#include <memory>
#include <string>

namespace fovea::config {

template <class Choose>
std::string strange_url(const Choose& choose) {
    static const std::string kSchemes[] = {
        "http://",
        "https://",
        "HTTP://",
        "hTTpS://",
        "http:/",
        "http:",
        "http:///",
        "http:\\\\",
        "//",
        "",
        "ftp://",
        "file://",
        "http://http://",
        "http://https://",
        "https:/\\",
        "http+unix://"};
    static const std::string kHosts[] = {
        "localhost",
        "LocalHost",
        "localhost.",
        "x.localhost",
        "127.0.0.1",
        "127.9.9.9",
        "127.1",
        "2130706433",
        "0x7f.0.0.1",
        "017700000001",
        "0.0.0.0",
        "0",
        "[::1]",
        "[0:0::1]",
        "[::ffff:127.0.0.1]",
        "[::1%25lo]",
        "::1",
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "https",
        "http",
        "%6cocalhost",
        "local\xc2\xadhost",
        "\xe2\x93\x9bocalhost",
        "\xe2\x91\xa0\xe2\x91\xa1\xe2\x91\xa6.0.0.1",
        "localhost\xe3\x80\x82",
        "xn--localhost",
        "[",
        "]"};
    static const std::string kPieces[] = {
        "@",      ":",    "/",   "\\",   "?",          "#",   "%00", "%2f",  "%40",   "%5c",
        ".",      ";",    "&",   " ",    "\t",         "\n",  "\r",  ":80",  ":8080", ":0",
        ":65536", ":080", ":-1", ":+80", "user:word@", "/v1", "//",  "/../", "[",     "]"};
    std::string url = kSchemes[choose(std::size(kSchemes))];
    for (auto left = choose(5) + 1; left > 0; --left) {
        const auto which = choose(8);
        if (which < 3) {
            url += kHosts[choose(std::size(kHosts))];
        } else if (which < 7) {
            url += kPieces[choose(std::size(kPieces))];
        } else {
            url += static_cast<char>(choose(256));
        }
    }
    return url;
}

// What the easy handle makes of a URL: the flags are those of its own code.
struct CurlsHost {
    bool is_url = false;
    std::string scheme, user, host;
};

inline CurlsHost host_by_curl(const std::string& url) {
    const std::unique_ptr<CURLU, void (*)(CURLU*)> parsed(curl_url(), curl_url_cleanup);
    const auto flags = CURLU_GUESS_SCHEME | CURLU_NON_SUPPORT_SCHEME;
    if (curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), flags) != CURLUE_OK) return {};
    const auto part = [&](CURLUPart which) {
        char* text = nullptr;
        if (curl_url_get(parsed.get(), which, &text, 0) != CURLUE_OK) return std::string();
        const std::unique_ptr<char, void (*)(void*)> owner(text, curl_free);
        return lowered(text);
    };
    return {true, part(CURLUPART_SCHEME), part(CURLUPART_USER), part(CURLUPART_HOST)};
}

inline bool stays_here(std::string host) {
    if (host == "localhost" || host.ends_with(".localhost")) return true;
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    in_addr v4{};
    if (inet_pton(AF_INET, host.c_str(), &v4) == 1) return ntohl(v4.s_addr) >> 24 == 127;
    in6_addr v6{};
    if (inet_pton(AF_INET6, host.c_str(), &v6) != 1) return false;
    return IN6_IS_ADDR_LOOPBACK(&v6) || (IN6_IS_ADDR_V4MAPPED(&v6) && v6.s6_addr[12] == 127);
}

// Whether a stranger's file may have a provider with this address.
inline bool strangers_may_name(const std::string& url) {
    static const Settings before;
    static const Environment none;
    static const ProjectRules rules({}, before, none);
    const Node entry{Table{{"kind", Node{std::string("anthropic")}}, {"base_url", Node{url}}}};
    return !rules.objection_to(*find_collection("providers"), "fresh", entry);
}

inline std::string complaint_about(const std::string& url) {
    const auto origin = net::server_origin(url);
    const bool taken = strangers_may_name(url);
    if (!origin.ok()) return taken ? "a strange URL is taken from a stranger" : "";
    if (url.find('\0') != std::string::npos) return "libcurl would read the half of it";
    // As it is, and as a request to it goes out.
    const auto path_ends = std::min(url.find_first_of("?#"), url.size());
    for (const auto& sent :
         {url, url.substr(0, path_ends) + "/v1/messages" + url.substr(path_ends)}) {
        const auto read = host_by_curl(sent);
        if (!read.is_url) return "libcurl takes it for no URL";
        if (read.scheme != origin.value().scheme) return "the scheme is another: " + read.scheme;
        if (read.host != origin.value().host) return "the host is another: " + read.host;
        if (taken && (!stays_here(read.host) || !read.user.empty()))
            return "it leaves this machine: " + read.host;
    }
    return "";
}

}  // namespace fovea::config
