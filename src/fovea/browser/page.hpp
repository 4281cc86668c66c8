// One page in a browser that was just started: opened, waited for, pictured.
//
//     Page page(tools, [] { return false; });
//     TRY(page.open(request));
//     TRY(page.go(url, load_until));
//     TRY(page.settle(request.wait));
//     const Bytes png = TRY(page.picture(request));
//
// Dialogs are dismissed, downloads and new windows refused, while anything is waited for.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/browser/devtools.hpp"
#include "fovea/browser/home_origin.hpp"
#include "fovea/browser/local_page.hpp"
#include "fovea/browser/shot.hpp"

#include <boost/json/object.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fovea::browser {

// What ends a shot: the pipe's trouble, Chromium's word for a page that does not come ("net::ERR_…"),
// or an error that is whole already.
struct NoPage {
    std::string text;
};
using PageTrouble = std::variant<DevToolsFailure, NoPage, Error>;

class Page {
public:
    // Borrows the tools, whose events it takes. `is_cut_off`: nothing more will come.
    Page(DevTools& tools, std::function<bool()> is_cut_off);

    // An empty page of the wanted size. Borrows the request's own page. With a home it goes nowhere else.
    Result<void, PageTrouble> open(
        const ShotRequest& request, const std::optional<net::Origin>& home
    );

    // Returns when the page has loaded, or is not done by `until`.
    Result<void, PageTrouble> go(const std::string& url, DevTools::Time until);

    // Until the network is quiet, for a while at most, and then so much longer.
    Result<void, PageTrouble> settle(std::chrono::milliseconds longer);

    Result<Bytes, PageTrouble> picture(const ShotRequest& request);

    struct About {
        std::string title;
        std::string url;
    };
    Result<About, PageTrouble> about();

    std::optional<int> status() const { return status_; }
    std::vector<std::string> notes() const;

    // The origin to which the page wanted to leave its home; empty: none.
    std::string left_for() const { return home_ ? home_->left_for() : std::string(); }

private:
    struct Area {
        double x = 0;
        double y = 0;
        double width = 0;
        double height = 0;
    };

    Result<boost::json::object, PageTrouble> call(
        std::string_view method, const boost::json::object& params = {}
    );
    void take_event(std::string_view method, const boost::json::object& params);
    void take_response(const boost::json::object& params);
    void take_lifecycle(const boost::json::object& params);
    Result<Area, PageTrouble> area_of(const std::string& selector);
    Result<boost::json::object, PageTrouble> capture(const boost::json::object& how);
    Result<Area, PageTrouble> area_of_page(const ShotRequest& request);

    DevTools& tools_;
    std::function<bool()> is_cut_off_;
    std::string target_;  // the page's own number, which is also its frame's
    std::optional<int> status_;
    std::vector<std::string> notes_;
    std::optional<LocalPageServer> local_;
    std::optional<HomeOrigin> home_;
    bool loaded_ = false;
    bool quiet_ = false;
    bool crashed_ = false;
};

}  // namespace fovea::browser
