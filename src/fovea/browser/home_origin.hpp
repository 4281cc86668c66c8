// Keeps a page of the operator's own (browser.allow) at home: the page may go on within its origin, and neither it nor
// a frame in it may go to another one. So whatever runs beside an open origin came from there, or was asked for by it.
//
//     HomeOrigin home(tools, origin, main_frame);
//     TRY(home.begin());                          // before the page is opened
//     home.take_event(method, params);            // "Fetch.requestPaused", "Target.attachedToTarget"
//     home.left_for();                            // where the page itself wanted to go
//     home.notes();
#pragma once

#include "fovea/browser/devtools.hpp"
#include "fovea/net/http/origin.hpp"

#include <boost/json/object.hpp>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::browser {

class HomeOrigin {
public:
    // Borrows the tools.
    HomeOrigin(DevTools& tools, net::Origin home, std::string main_frame)
        : tools_(tools), home_(std::move(home)), main_frame_(std::move(main_frame)) {}

    Result<void, DevToolsFailure> begin();
    void take_event(std::string_view method, const boost::json::object& params);

    const std::string& left_for() const { return left_for_; }  // an origin; empty: nowhere
    std::vector<std::string> notes() const;

private:
    bool is_home(const std::string& url) const;
    void watch(std::string_view session);
    void refuse(std::string_view frame, const std::string& url);

    DevTools& tools_;
    net::Origin home_;
    std::string main_frame_;
    std::string left_for_;
    std::set<std::string> frames_left_out_;
};

}  // namespace fovea::browser
