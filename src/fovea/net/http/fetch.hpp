// Fetches what a URL of a stranger names: a person, a model, a tool, a web page (Q2). The one way in
// which such a URL is ever opened.
//
//     const UrlFetcher fetcher({.log = [](const std::string& line) { … }});
//     const Fetched file = TRY(fetcher.fetch("https://example.org/shot.png", 32 << 20, stop));
//
// Each hop passes the whole gate: the rules of url_rules.hpp; the name resolved once, by a deadline,
// and refused when any of its addresses is (address_policy.hpp); a connection of its own to those
// very addresses, looked at again for every socket. At most three redirects, to https alone. No
// proxy, no cookies, no credentials, no compression.
//
// What can come out besides the file:
//
//     UrlBlocked           the gate says no: URL, address, redirect, certificate, time, a compressed
//                          body, a head without end. One sentence for all of them, so that nobody can
//                          map a network by asking; the reason goes to the log
//     FileNotFound         the name does not resolve, nobody listens there, another status than 200, a
//                          body that ends early. Names that mean something inside a network alone are
//                          refused before anybody is asked about them
//     FileTooLarge         more than was asked for, counted as it comes
//     UnsupportedFileType  a web page (text/html), before its body
//     Cancelled            the stop token, in every phase
//
// Several threads may fetch at once.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/net/gate/address_policy.hpp"
#include "fovea/net/http/fetch_settings.hpp"

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::net {

struct Fetched {
    Bytes bytes;
    std::string final_url;     // after redirects, as the gate wrote it
    std::string content_type;  // as declared; the bytes decide (M2)
    std::size_t hops = 0;      // redirects followed
};

class UrlFetcher {
public:
    explicit UrlFetcher(FetchSettings settings);

    Result<Fetched> fetch(
        const std::string& url, std::size_t max_bytes, const std::stop_token& stop = {}
    ) const;

private:
    FetchSettings settings_;
};

// 127.0.0.0/8 and ::1: what FOVEA_TEST_ALLOW_LOOPBACK=1 adds to AddressPolicy::allowed.
std::vector<Network> loopback_networks();

}  // namespace fovea::net
