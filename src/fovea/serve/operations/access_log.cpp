#include "fovea/serve/operations/access_log.hpp"

#include "fovea/base/json_text.hpp"
#include "fovea/base/public_message.hpp"
#include "fovea/base/utf8.hpp"

#include <boost/json.hpp>
#include <spdlog/spdlog.h>

namespace fovea::serve {

void log_access(const Answered& answered) {
    if (!spdlog::should_log(spdlog::level::info)) return;
    const auto& request = answered.request;
    // A path may hold anything, a route's pattern only what we wrote.
    const auto path =
        request.target.substr(0, std::min<std::size_t>(request.target.find('?'), 200));
    spdlog::info(
        "{}",
        json_text(boost::json::object{
            {"request_id", request.id},
            {"peer", request.peer},
            {"who", answered.who},
            {"method", to_utf8(request.method.substr(0, 20))},
            {"route", answered.route != nullptr ? answered.route->path : ""},
            {"path", to_utf8(path)},
            {"status", answered.status},
            {"bytes", answered.bytes},
            {"took_us", answered.took.count()}})
    );
}

void log_failure(const std::string& session, const host::NumberedEvent& event) {
    const auto* done = event.event ? std::get_if<agent::Finished>(event.event.get()) : nullptr;
    if (done == nullptr || !done->result.error) return;
    const auto& error = *done->result.error;
    if (public_message(error) != error.message) {
        spdlog::error("session {}: {}", session, error.message);
    }
}

}  // namespace fovea::serve
