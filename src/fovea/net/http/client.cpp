#include "fovea/net/http/client.hpp"

#include "fovea/net/gate/loopback.hpp"
#include "fovea/net/http/origin.hpp"
#include "fovea/net/http/request_check.hpp"
#include "fovea/net/http/transfer.hpp"

#include <algorithm>
#include <curl/curl.h>

namespace fovea::net {

namespace {

struct FreeMulti {
    void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
};

struct FreeEasy {
    void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};

void initialise_libcurl() {
    [[maybe_unused]] static const auto once = curl_global_init(CURL_GLOBAL_DEFAULT);
}

HttpFailure refused(const std::string& why) {
    return {HttpFailure::Kind::Refused, true, "the request was not sent: " + why};
}

}  // namespace

// One call at a time. The connections live in the multi handle, and the wake-up for a stop as well.
struct HttpClient::Handle {
    std::unique_ptr<CURLM, FreeMulti> multi{curl_multi_init()};
    std::unique_ptr<CURL, FreeEasy> easy{curl_easy_init()};  // goes before the multi handle
    std::string origin;                                      // of the last call
};

HttpClient::HttpClient(HttpSettings settings) : settings_(std::move(settings)) {
    initialise_libcurl();
}

HttpClient::~HttpClient() = default;

// One that was last connected to the same place, else a new one.
std::unique_ptr<HttpClient::Handle> HttpClient::take_handle(const std::string& origin) {
    {
        const std::scoped_lock lock(mutex_);
        const auto found = std::find_if(idle_.rbegin(), idle_.rend(), [&](const auto& handle) {
            return handle->origin == origin;
        });
        if (found != idle_.rend()) {
            auto handle = std::move(*found);
            idle_.erase(std::next(found).base());
            return handle;
        }
    }
    auto handle = std::make_unique<Handle>();
    if (!handle->multi || !handle->easy) return nullptr;
    handle->origin = origin;
    return handle;
}

void HttpClient::give_back(std::unique_ptr<Handle> handle) {
    std::unique_ptr<Handle> oldest;  // closes its connections when the lock is free again
    const std::scoped_lock lock(mutex_);
    idle_.push_back(std::move(handle));
    if (idle_.size() <= settings_.max_idle) return;
    oldest = std::move(idle_.front());
    idle_.erase(idle_.begin());
}

Result<HttpResponse, HttpFailure> HttpClient::send(
    const HttpRequest& request, const HttpEvents& events, const std::stop_token& stop
) {
    const auto origin = origin_of(request.url);
    if (!origin.ok()) return refused(origin.error().message);
    const auto place = origin.value().text();
    const bool loopback = is_loopback_host(origin.value().host);
    if (settings_.reach == Reach::LoopbackOnly && !loopback) {
        return refused(place + " is not on this machine, and local_only is set");
    }
    if (const auto why = fault_in(request)) return refused(place + ": " + *why);
    if (stop.stop_requested()) {
        return HttpFailure{HttpFailure::Kind::Cancelled, true, place + ": cancelled"};
    }

    auto handle = take_handle(place);
    if (!handle) return refused("no memory for a connection");
    Transfer transfer(request, events, stop, settings_, place);
    const auto proxy = loopback ? Proxy::None : settings_.proxy;
    auto outcome = transfer.run(handle->multi.get(), handle->easy.get(), proxy);
    give_back(std::move(handle));
    return outcome;
}

}  // namespace fovea::net
