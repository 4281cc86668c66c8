// Fetches the URLs that people and models name, through the gate (Q2), as the settings allow:
//
//     gate.fetch = url_fetcher(settings);
//
//     gate.addresses = url_addresses();
//
// With local_only nothing is fetched. Refusals are told in the log, with their reasons.
#pragma once

#include "fovea/config/settings.hpp"
#include "fovea/ingest/source.hpp"
#include "fovea/net/http/fetch_settings.hpp"

namespace fovea::host {

// The same gate for whoever opens connections of their own: the browser.
net::FetchSettings gate_settings(const config::Settings& settings);

ingest::FetchUrl url_fetcher(const config::Settings& settings);

// Which addresses a URL may name that somebody else opens.
net::AddressPolicy url_addresses();

// Says on standard error that FOVEA_TEST_ALLOW_LOOPBACK=1 opens a door, whenever it does.
void warn_of_test_allowance();

}  // namespace fovea::host
