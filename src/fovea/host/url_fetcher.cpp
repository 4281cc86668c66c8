#include "fovea/host/url_fetcher.hpp"

#include "fovea/base/printable.hpp"
#include "fovea/host/this_process.hpp"
#include "fovea/net/http/fetch.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

namespace fovea::host {
namespace {

// Exactly "1": a variable that is set by accident opens nothing.
bool allows_loopback() {
    const char* const value = std::getenv("FOVEA_TEST_ALLOW_LOOPBACK");
    return value != nullptr && std::string_view(value) == "1";
}

}  // namespace

net::AddressPolicy url_addresses() {
    if (!allows_loopback()) return {};
    return {.allowed = net::loopback_networks()};
}

net::FetchSettings gate_settings(const config::Settings& settings) {
    net::FetchSettings gate{.policy = url_addresses()};
    gate.ca_file = authorities_file();
    if (settings.local_only) gate.off = "local_only is set";
    // An error, so that it is told at every level that tells anything.
    gate.log = [](const std::string& line) { spdlog::error("{}", printable(line)); };
    return gate;
}

ingest::FetchUrl url_fetcher(const config::Settings& settings) {
    // Shared by the copies of the function, which several threads may have.
    const auto fetcher = std::make_shared<const net::UrlFetcher>(gate_settings(settings));
    return [fetcher](const std::string& url, std::size_t max_bytes, const std::stop_token& stop) {
        return fetcher->fetch(url, max_bytes, stop);
    };
}

void warn_of_test_allowance() {
    if (!allows_loopback()) return;
    fmt::print(
        stderr,
        "fovea: WARNING: FOVEA_TEST_ALLOW_LOOPBACK=1 is set: URLs that lead to this machine itself "
        "are fetched. This is only for tests; unset it.\n"
    );
}

}  // namespace fovea::host
