// A page that lies in no network: given to the browser by hand, over the debugging pipe, when it asks
// for the address that stands for it.
//
//     LocalPageServer server(tools, page);
//     TRY(server.begin());                          // before the page is opened
//     … Page.navigate to local_page_url() …
//     server.take_event(method, params);            // "Fetch.requestPaused"
//     server.notes();
//
// Its origin is an https one whose name resolves nowhere (RFC 6761), so browsers let the page no nearer to
// files and to this machine than any page of the internet: file: is closed to it, and whatever else it
// wants passes the gate. Files beside it are not handed out: a page may be a stranger's, and would read
// them; what it wanted of them is noted.
#pragma once

#include "fovea/browser/devtools.hpp"
#include "fovea/browser/shot.hpp"

#include <boost/json/object.hpp>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::browser {

std::string local_page_url();

// "report.html", "./a/b.HTM": a path, no URL of any scheme.
bool names_local_page(std::string_view argument);

class LocalPageServer {
public:
    // Borrows both.
    LocalPageServer(DevTools& tools, const LocalPage& page) : tools_(tools), page_(page) {}

    Result<void, DevToolsFailure> begin();
    void take_event(std::string_view method, const boost::json::object& params);

    std::vector<std::string> notes() const;

private:
    void answer(std::string_view request, std::string_view url);

    DevTools& tools_;
    const LocalPage& page_;
    std::set<std::string> missing_;
};

}  // namespace fovea::browser
