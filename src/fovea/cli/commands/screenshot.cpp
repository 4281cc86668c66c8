#include "fovea/cli/commands/screenshot.hpp"

#include "fovea/base/atomic_file.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/browser/local_page.hpp"
#include "fovea/browser/page_url.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/interrupt.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/host/lazy_browser.hpp"
#include "fovea/host/machine.hpp"
#include "fovea/ingest/intake.hpp"
#include "fovea/ingest/source.hpp"
#include "fovea/net/http/origin.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace fovea::cli {
namespace {

namespace json = boost::json;

json::object json_of(const browser::Shot& shot, const content::ImageBlock& image) {
    json::array notes;
    for (const auto& note : shot.notes) notes.emplace_back(note);
    return {
        {"sha256", content::blob_of(image.source)->sha256.hex()},
        {"mime", image.mime},
        {"width", image.size.width},
        {"height", image.size.height},
        {"title", to_utf8(shot.title)},
        {"url", to_utf8(shot.final_url)},
        {"status", shot.status ? json::value(*shot.status) : json::value(nullptr)},
        {"notes", std::move(notes)}};
}

void print(const browser::Shot& shot, const content::ImageBlock& image) {
    auto line = fmt::format(
        "sha256:{} {}x{}",
        content::blob_of(image.source)->sha256.hex(),
        image.size.width,
        image.size.height
    );
    if (shot.status) line += fmt::format(" status {}", *shot.status);
    print_line(line + " " + printable(shot.final_url) + " " + printable(shot.title));
    for (const auto& note : shot.notes) fmt::print(stderr, "{}\n", printable(note));
}

// The origin that the person opens by --allow: the URL's own, and no other.
Result<std::vector<std::string>> allowed(const ScreenshotArguments& arguments) {
    if (!arguments.allow) return std::vector<std::string>();
    const auto origin = net::origin_of(arguments.request.url);
    if (!origin.ok()) {
        return Error{
            ErrorCode::InvalidInput,
            "--allow needs an http or https URL, not \"" + to_utf8(arguments.request.url) + "\""};
    }
    return std::vector<std::string>{origin.value().text()};
}

// A path that the person typed is theirs to name (V11 is for what others name).
Result<browser::ShotRequest> request_of(const ScreenshotArguments& arguments) {
    auto request = arguments.request;
    if (!browser::names_local_page(request.url)) return request;
    const auto bytes =
        TRY(ingest::read_source(ingest::FileSource{request.url}, browser::kMaxLocalPage));
    request.local = browser::LocalPage{request.url, std::string(as_text(bytes))};
    return request;
}

void print_how_to_open(const std::string& url) {
    const auto origin = browser::origin_to_allow(url);
    if (!origin) return;
    fmt::print(
        stderr,
        "to allow {0} for this call:  fovea screenshot {1} --allow\n"
        "to allow it always, add to the configuration:\n"
        "  [browser]\n"
        "  allow = [\"{0}\"]\n",
        origin->text(),
        printable(url)
    );
}

Result<void> take(const ScreenshotArguments& arguments, const Invocation& invocation) {
    const Interrupt interrupt;
    const auto request = TRY(request_of(arguments));
    host::LazyBrowser browser(invocation, TRY(allowed(arguments)));
    const auto machine = TRY(host::Machine::open(invocation));
    auto shot = TRY(browser.shoot(request, interrupt.token()));
    const auto image = TRY(
        ingest::take_image_bytes(shot.png, "screenshot.png", machine->intake(), interrupt.token())
    );
    if (arguments.out) TRY(write_file(*arguments.out, shot.png));
    if (arguments.json) {
        print_line(json_text(json_of(shot, image)));
    } else {
        print(shot, image);
    }
    return {};
}

}  // namespace

int run_screenshot(const ScreenshotArguments& arguments, const Invocation& invocation) {
    const auto done = take(arguments, invocation);
    if (done.ok()) return kSuccess;
    const auto code = report_failure("fovea screenshot", done.error(), arguments.json);
    const bool is_closed = done.error().code == ErrorCode::UrlBlocked && !arguments.allow;
    if (is_closed && !arguments.json) print_how_to_open(arguments.request.url);
    return code;
}

}  // namespace fovea::cli
