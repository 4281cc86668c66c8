#include "fovea/cli/commands/compare.hpp"

#include "fovea/base/atomic_file.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/interrupt.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/host/run_store.hpp"
#include "fovea/host/url_fetcher.hpp"
#include "fovea/ingest/bad_inputs.hpp"
#include "fovea/ingest/source.hpp"
#include "fovea/media/compare/phash.hpp"
#include "fovea/people/compared_text.hpp"
#include "fovea/reading/answer/changes/compared_json.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace fovea::cli {
namespace {

namespace json = boost::json;

json::object to_json(const CompareArguments& arguments, const media::Compared& compared) {
    const auto side =
        [](const std::string& input, const media::PictureFacts& facts, std::uint64_t phash) {
            return json::object{
                {"input", to_utf8(input)},
                {"width", facts.size.width},
                {"height", facts.size.height},
                {"phash", media::to_hex(phash)}};
        };
    json::object object = {
        {"first", side(arguments.first, compared.first, compared.first_phash)},
        {"second", side(arguments.second, compared.second, compared.second_phash)}};
    for (auto& member : reading::compared_json(compared)) object.insert(member);
    if (arguments.overlay && compared.overlay_bytes > 0)
        object["overlay"] = to_utf8(*arguments.overlay);
    return object;
}

// "the second picture: it is cut" as "b.png: it is cut".
Result<media::Compared> named(const CompareArguments& arguments, Result<media::Compared> compared) {
    if (compared.ok()) return compared;
    auto error = compared.error();
    const std::pair<std::string_view, const std::string&> sides[] = {
        {"the first picture: ", arguments.first}, {"the second picture: ", arguments.second}};
    for (const auto& [side, name] : sides) {
        if (!error.message.starts_with(side)) continue;
        error.message = to_utf8(name) + ": " + error.message.substr(side.size());
        break;
    }
    return error;
}

Result<std::size_t> read_one(
    const std::string& input,
    std::span<std::byte> room,
    std::size_t limit,
    const ingest::OpenBlobs& stored,
    const ingest::FetchUrl& fetch
) {
    return ingest::read_source(
        ingest::parse_source(input), room.first(std::min(room.size(), limit)), stored, fetch
    );
}

Result<media::Compared> compare_files(
    const CompareArguments& arguments, const Invocation& invocation, const std::stop_token& stop
) {
    const auto& settings = invocation.settings();
    host::RunStore store(settings, invocation.data);
    const auto workers = TRY(invocation.parts.open_workers(1));
    auto job = TRY(workers->begin(stop));
    const auto limit = static_cast<std::size_t>(settings.images.max_file_bytes);
    const auto stored = store.pictures();
    const auto fetch = host::url_fetcher(settings);
    const auto first = read_one(arguments.first, job.input(), limit, stored, fetch);
    const auto room = job.input().subspan(first.ok() ? first.value() : 0);
    const auto second = read_one(arguments.second, room, limit, stored, fetch);
    ingest::BadInputs bad;
    if (!first.ok()) bad.add(ingest::name_of(ingest::parse_source(arguments.first)), first.error());
    if (!second.ok()) {
        bad.add(ingest::name_of(ingest::parse_source(arguments.second)), second.error());
    }
    if (bad.any()) return bad.error();
    media::CompareRequest request;
    request.limits.max_pixels = static_cast<std::uint64_t>(settings.images.max_pixels);
    request.want_overlay = arguments.overlay.has_value();
    auto compared =
        TRY(named(arguments, job.compare(first.value(), second.value(), request, stop)));
    if (compared.overlay_bytes > 0) {
        const auto overlay = TRY(job.overlay(compared));
        TRY(write_file(*arguments.overlay, overlay));
    }
    return compared;
}

}  // namespace

int run_compare(const CompareArguments& arguments, const Invocation& invocation) {
    if (arguments.first == "-" && arguments.second == "-") {
        return report_usage(
            "fovea compare", "standard input can be read only once", arguments.json
        );
    }
    const Interrupt interrupt;
    const auto compared = compare_files(arguments, invocation, interrupt.token());
    if (!compared.ok()) return report_failure("fovea compare", compared.error(), arguments.json);
    if (arguments.json) {
        print_line(json_text(to_json(arguments, compared.value())));
    } else {
        print_line(people::compared_text(
            compared.value(), printable(arguments.first), printable(arguments.second)
        ));
    }
    if (arguments.overlay && compared.value().overlay_bytes == 0) {
        fmt::print(stderr, "fovea compare: no overlay was written, because the sizes differ\n");
    }
    return kSuccess;
}

}  // namespace fovea::cli
