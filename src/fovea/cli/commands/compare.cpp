#include "fovea/cli/commands/compare.hpp"

#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/human.hpp"
#include "fovea/cli/output_file.hpp"
#include "fovea/ingest/source.hpp"

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
                {"input", input},
                {"width", facts.size.width},
                {"height", facts.size.height},
                {"phash", fmt::format("{:016x}", phash)}};
        };
    json::array regions;
    for (const auto& region : compared.regions) {
        regions.push_back({region.x, region.y, region.x + region.width, region.y + region.height});
    }
    json::object object = {
        {"first", side(arguments.first, compared.first, compared.first_phash)},
        {"second", side(arguments.second, compared.second, compared.second_phash)},
        {"similarity", compared.similarity},
        {"identical", compared.identical},
        {"same_size", compared.same_size},
    };
    if (compared.same_size) {
        object["changed_fraction"] = compared.changed_fraction;
        object["changed"] = std::move(regions);  // [x1, y1, x2, y2], pixels of the upright pictures
    }
    if (arguments.overlay && compared.overlay_bytes > 0) object["overlay"] = *arguments.overlay;
    return object;
}

void print_for_people(const CompareArguments& arguments, const media::Compared& compared) {
    if (compared.identical) {
        fmt::print("identical: every pixel is equal\n");
        return;
    }
    fmt::print("similarity {:.2f} (perceptual; 1 is alike)\n", compared.similarity);
    if (!compared.same_size) {
        fmt::print(
            "sizes differ: {} is {}, {} is {}\n",
            arguments.first,
            human_size(compared.first.size),
            arguments.second,
            human_size(compared.second.size)
        );
        return;
    }
    fmt::print(
        "{} of the pixels changed, in {} {}:\n",
        human_percent(compared.changed_fraction),
        compared.regions.size(),
        compared.regions.size() == 1 ? "region" : "regions"
    );
    for (const auto& region : compared.regions) {
        fmt::print(
            "  x {}..{}  y {}..{}  ({}x{})\n",
            region.x,
            region.x + region.width,
            region.y,
            region.y + region.height,
            region.width,
            region.height
        );
    }
    if (arguments.overlay && compared.overlay_bytes > 0)
        fmt::print("overlay: {}\n", *arguments.overlay);
}

Result<std::size_t> read_one(
    const std::string& input, std::span<std::byte> room, std::size_t limit
) {
    return ingest::read_source(
        ingest::parse_source(input), room.first(std::min(room.size(), limit))
    );
}

Result<media::Compared> compare_files(
    const CompareArguments& arguments,
    const config::Settings& settings,
    media::PictureWorkers& workers
) {
    auto job = TRY(workers.begin());
    const auto limit = static_cast<std::size_t>(settings.images.max_file_bytes);
    const auto first = TRY(read_one(arguments.first, job.input(), limit));
    const auto second = TRY(read_one(arguments.second, job.input().subspan(first), limit));
    media::CompareRequest request;
    request.limits.max_pixels = static_cast<std::uint64_t>(settings.images.max_pixels);
    request.want_overlay = arguments.overlay.has_value();
    auto compared = TRY(job.compare(first, second, request));
    if (compared.overlay_bytes > 0) TRY(write_file(*arguments.overlay, job.overlay(compared)));
    return compared;
}

}  // namespace

int run_compare(
    const CompareArguments& arguments, const config::Settings& settings, const Services& services
) {
    if (arguments.first == "-" && arguments.second == "-") {
        fmt::print(stderr, "fovea compare: standard input can be read only once\n");
        return kUsage;
    }
    auto workers = services.open_workers(1);
    const auto compared = workers.ok() ? compare_files(arguments, settings, *workers.value())
                                       : Result<media::Compared>(workers.error());
    if (!compared.ok()) {
        const auto& error = compared.error();
        if (arguments.json) {
            fmt::print(
                "{}\n",
                json::serialize(json::object{
                    {"error",
                     {{"code", wire_name(error.code)},
                      {"class", wire_class(error.code)},
                      {"message", error.message}}}})
            );
        } else {
            fmt::print(stderr, "{}: {}\n", wire_name(error.code), error.message);
        }
        return kInputError;
    }
    if (arguments.json) {
        fmt::print("{}\n", json::serialize(to_json(arguments, compared.value())));
    } else {
        print_for_people(arguments, compared.value());
    }
    return kSuccess;
}

}  // namespace fovea::cli
