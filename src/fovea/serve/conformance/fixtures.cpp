#include "fovea/serve/conformance/fixtures.hpp"

#include "fovea/serve/conformance/echo.hpp"
#include "fovea/serve/conformance/mcp_fixtures.hpp"

#include <utility>

namespace fovea::serve {

Fixtures::Fixtures(Timers& timers, mcp::CallThreads threads)
    : echo_(timers, conformance_timers(), echo_clients()),
      offer_(fixture_offer()),
      mcp_(
          {.offer = offer_,
           .threads = threads,
           .timers = timers,
           .path = "/conformance/mcp",
           .scope = Scope::Open}
      ) {}

std::vector<Route> Fixtures::routes() {
    auto routes = open_to_all_pages(echo_.routes("/engine.io/"));
    for (auto& route : mcp_.routes()) routes.push_back(std::move(route));
    return routes;
}

void Fixtures::stop() {
    echo_.stop();
}

}  // namespace fovea::serve
