#include "fovea/cli/commands/screenshot.hpp"

#include "fovea/base/atomic_file.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/interrupt.hpp"
#include "fovea/cli/opened_browser.hpp"
#include "fovea/cli/opened_delivery.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/cli/text.hpp"
#include "fovea/ingest/intake.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <utility>

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

Result<void> take(const ScreenshotArguments& arguments, const Invocation& invocation) {
    const Interrupt interrupt;
    OpenedBrowser browser(invocation);
    OpenedDelivery opened(invocation);
    TRY(opened.open());
    auto shot = TRY(browser.shoot(arguments.request, interrupt.token()));
    const auto image =
        TRY(ingest::take_image_bytes(shot.png, "screenshot.png", opened.intake(), interrupt.token())
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
    return done.ok() ? kSuccess : report_failure("fovea screenshot", done.error(), arguments.json);
}

}  // namespace fovea::cli
