// Which page a browser may be sent to, before one is started.
//
//     const PageUrl page = TRY(check_page_url(url, open, gate));
//
// https on public addresses, by the rules of net/gate/url_rules.hpp; or an origin that the operator opened.
// file:, data:, javascript:, view-source:, chrome: and all others are refused.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/net/gate/url_rules.hpp"
#include "fovea/net/http/fetch_settings.hpp"
#include "fovea/net/http/origin.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fovea::browser {

struct PageUrl {
    std::string text;
    std::optional<net::Origin> open = {};  // its own, where the operator opened it
};

Result<PageUrl, net::GateRefusal> check_page_url(
    const std::string& url, std::span<const net::Origin> open, const net::FetchSettings& gate
);

// The origin that would have to be opened for this URL to be one of the operator's own: of http, and of
// places that only this machine or its network knows. Told from the text of the URL alone, so that it
// says nothing about the network. Nothing for pages that are public, or are none.
std::optional<net::Origin> origin_to_allow(const std::string& url);

// "http://localhost:3000" and nothing behind it; ConfigInvalid for anything else.
Result<net::Origin> read_origin(const std::string& text);

// A line of browser.allow: the origin of pages, and those beside it that such pages may use,
// "http://localhost:3000 http://localhost:8080".
Result<std::vector<net::Origin>> read_origins(const std::string& line);

}  // namespace fovea::browser
