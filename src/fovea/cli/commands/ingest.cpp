#include "fovea/cli/commands/ingest.hpp"

#include "fovea/base/atomic_file.hpp"
#include "fovea/base/in_order.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/cli/commands/ingest_tiles.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/interrupt.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/host/media_facts.hpp"
#include "fovea/host/run_store.hpp"
#include "fovea/host/url_fetcher.hpp"
#include "fovea/ingest/ingest.hpp"
#include "fovea/media/compare/phash.hpp"
#include "fovea/media/image/sniff.hpp"
#include "fovea/media/transform/crop_list.hpp"
#include "fovea/models/catalogue.hpp"
#include "fovea/models/image_limits.hpp"
#include "fovea/models/model_names.hpp"
#include "fovea/people/human.hpp"
#include "fovea/protocol/error_json.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <utility>
#include <variant>

namespace fovea::cli {
namespace {

namespace json = boost::json;

struct Done {
    ingest::Ingested picture;
    std::string path;                       // where it was written, with --out
    std::optional<SentInTiles> tiles = {};  // with --for, where the model gets more than one piece
};

using Outcome = std::variant<Done, host::MediaFacts>;

json::object failed_json(const std::string& input, const Error& error) {
    return {{"input", to_utf8(input)}, {"error", protocol::error_json(error)}};
}

json::object done_json(const std::string& input, const Done& done) {
    const auto& picture = done.picture;
    const auto& facts = picture.prepared.facts;
    const auto& result = picture.prepared;
    json::object prepared = {
        {"sha256", picture.prepared_sha256.hex()},
        {"mime", media::mime_of(result.type)},
        {"width", result.size.width},
        {"height", result.size.height},
        {"bytes", result.bytes},
        {"downscaled", result.downscaled},
        {"actions", json::array(result.actions.begin(), result.actions.end())},
    };
    if (result.crop) {
        prepared["crop"] = {
            result.crop->x, result.crop->y, result.crop->width, result.crop->height};
    }
    if (!done.path.empty()) prepared["path"] = to_utf8(done.path);
    json::object sent;
    if (done.tiles) {
        json::array parts;
        for (const auto& tile : done.tiles->tiles) {
            parts.push_back({tile.x, tile.y, tile.width, tile.height});
        }
        sent = {
            {"overview", {done.tiles->overview.width, done.tiles->overview.height}},
            {"tiles", std::move(parts)},
            {"scale", done.tiles->scale},
            {"tokens", done.tiles->tokens}};
    }
    json::object tokens;
    for (const auto& [rule, estimate] : models::estimate_all(result.size)) tokens[rule] = estimate;
    json::object shown = {
        {"input", to_utf8(input)},
        {"sha256", picture.sha256.hex()},
        {"mime", media::mime_of(facts.type)},
        {"mime_corrected", picture.mime_corrected},
        {"width", facts.size.width},
        {"height", facts.size.height},
        {"bytes", picture.bytes},
        {"frames", facts.frames},
        {"alpha", facts.has_alpha},
        {"bit_depth", facts.bit_depth},
        {"orientation", static_cast<int>(facts.orientation)},
        {"phash", media::to_hex(result.phash.value_or(0))},
        {"prepared", std::move(prepared)},
        {"estimated_tokens", std::move(tokens)},
    };
    if (done.tiles) shown["sent_in_tiles"] = std::move(sent);
    return shown;
}

std::string done_line(const std::string& input, const Done& done) {
    const auto& picture = done.picture;
    const auto& facts = picture.prepared.facts;
    const auto& result = picture.prepared;
    auto line = fmt::format(
        "{}: {} {}, {}",
        printable(input),
        media::mime_of(facts.type),
        people::human_size(facts.size),
        people::human_bytes(picture.bytes)
    );
    if (picture.mime_corrected) line += " (file name corrected)";
    if (facts.frames > 1) line += fmt::format(", {} frames", facts.frames);
    if (result.unchanged) {
        line += " -> unchanged";
    } else {
        line += fmt::format(
            " -> {} {}, {}",
            media::mime_of(result.type),
            people::human_size(result.size),
            people::human_bytes(result.bytes)
        );
        if (result.downscaled) {
            const auto source = result.crop ? result.crop->size() : facts.size;
            line += fmt::format(
                " [downscaled to {}]",
                people::human_percent(
                    double(result.size.longest_edge()) / double(source.longest_edge())
                )
            );
        }
        line += fmt::format(" ({})", fmt::join(result.actions, ", "));
    }
    if (done.tiles) {
        line += fmt::format(
            "; the model gets it as an overview and {} tiles{}, about {} tokens",
            done.tiles->tiles.size(),
            done.tiles->scale < 1 ? " at " + people::human_percent(done.tiles->scale)
                                  : " at full size",
            done.tiles->tokens
        );
    }
    line += fmt::format("  sha256:{:.8}", picture.prepared_sha256.hex());
    if (!done.path.empty()) line += "  " + printable(done.path);
    return line;
}

// The flags and, with --for, the model's row over the configured limits.
Result<ingest::Settings> settings_for(
    const IngestArguments& arguments, const config::Settings& configured
) {
    const auto& images = configured.images;
    ingest::Settings settings;
    auto& target = settings.request.target;
    target.max_edge = static_cast<std::uint32_t>(images.max_edge);
    target.max_bytes = static_cast<std::uint64_t>(images.max_bytes);
    target.may_downscale = images.downscale;
    if (arguments.for_model) {
        const auto* model = models::shipped_catalogue().find(*arguments.for_model);
        if (model == nullptr) {
            const auto named = TRY(models::find_model_name(configured, *arguments.for_model));
            return Error{
                ErrorCode::InvalidInput,
                "unknown model \"" + *arguments.for_model + "\"" +
                    models::did_you_mean(configured, named)};
        }
        if (!model->vision) {
            return Error{ErrorCode::VisionNotSupported, model->id + " does not take pictures"};
        }
        const auto limits = models::image_limits(*model);
        target.max_edge = limits.max_edge.value_or(target.max_edge);
        target.max_bytes = std::min(limits.max_bytes.value_or(target.max_bytes), target.max_bytes);
        target.accepts_gif = limits.accepts_gif;
        target.accepts_webp = limits.accepts_webp;
    }
    if (arguments.max_edge) target.max_edge = static_cast<std::uint32_t>(*arguments.max_edge);
    if (arguments.max_bytes) target.max_bytes = static_cast<std::uint64_t>(*arguments.max_bytes);
    settings.request.limits.max_pixels = static_cast<std::uint64_t>(images.max_pixels);
    settings.request.want_phash = true;
    settings.max_file_bytes = static_cast<std::size_t>(images.max_file_bytes);
    if (!images.downscale) {
        settings.max_file_bytes = std::min<std::size_t>(settings.max_file_bytes, target.max_bytes);
    }
    settings.keep_bytes = arguments.out_dir.has_value();
    return settings;
}

// Nothing where limits of one's own make pictures that no turn would make.
std::optional<delivery::Target> target_of(
    const IngestArguments& arguments, const config::Settings& configured
) {
    if (!arguments.for_model || arguments.max_edge || arguments.max_bytes) return std::nullopt;
    auto target = delivery::find_target(configured, *arguments.for_model);
    if (!target.ok()) return std::nullopt;
    return std::move(target).value();
}

Result<Outcome> ingest_one(
    const std::string& input,
    const IngestArguments& arguments,
    const ingest::Settings& settings,
    const std::optional<delivery::Target>& target,
    media::PictureWorkers& workers,
    host::Engines& engines,
    const std::stop_token& stop
) {
    if (stop.stop_requested()) return Error{ErrorCode::Cancelled, "cancelled"};
    const auto source = ingest::parse_source(input);
    const auto* const named = std::get_if<ingest::FileSource>(&source);
    auto kind = named == nullptr ? std::nullopt : host::media_kind(*named);
    host::MediaWanted wanted{
        .pages = arguments.pages,
        .folder = arguments.out_dir,
        .max_edge = settings.request.target.max_edge};
    if (arguments.frames) wanted.frames = static_cast<std::size_t>(*arguments.frames);
    if (kind == host::MediaKind::Video) {
        return Outcome{TRY(host::recording_facts(*named, wanted, engines, stop))};
    }
    std::optional<ingest::Received> received;
    // Of a path the first bytes say what it is; of anything else, when all of it is here.
    if (kind || named == nullptr) {
        const auto most = host::max_bytes_of(kind.value_or(host::MediaKind::Video));
        received = TRY(ingest::receive(source, most, settings.doors, stop));
        kind = host::media_kind(received->bytes);
    }
    if (kind) {
        return Outcome{TRY(host::media_facts(*kind, *received, wanted, engines, stop))};
    }
    Done done;
    if (received) {
        done.picture = TRY(ingest::ingest(*received, workers, settings, stop));
    } else {
        done.picture = TRY(ingest::ingest(source, workers, settings, stop));
    }
    const auto& result = done.picture.prepared;
    if (target && result.downscaled) {
        const auto read = [&]() -> Result<Bytes> {
            if (received) return received->bytes;
            return ingest::read_source(source, settings.max_file_bytes);
        };
        done.tiles = sent_in_tiles(done.picture, *target, read, workers, stop);
    }
    if (result.downscaled && !done.tiles) {
        spdlog::warn(
            "{}: downscaled from {} to {}",
            printable(input),
            people::human_size(result.crop ? result.crop->size() : result.facts.size),
            people::human_size(result.size)
        );
    }
    if (arguments.out_dir) {
        const auto name = done.picture.prepared_sha256.hex() + "." +
                          std::string(media::extension_of(result.type));
        const auto path = std::filesystem::path(*arguments.out_dir) / name;
        TRY(write_file(path, done.picture.prepared_bytes));
        done.path = path.string();
        done.picture.prepared_bytes = {};
    }
    return Outcome{std::move(done)};
}

json::object outcome_json(const std::string& input, const Outcome& outcome) {
    if (const auto* picture = std::get_if<Done>(&outcome)) return done_json(input, *picture);
    json::object facts = {{"input", to_utf8(input)}};
    for (const auto& fact : std::get<host::MediaFacts>(outcome).facts) facts.insert(fact);
    return facts;
}

std::string outcome_line(const std::string& input, const Outcome& outcome) {
    if (const auto* picture = std::get_if<Done>(&outcome)) return done_line(input, *picture);
    return printable(input) + ": " + printable(std::get<host::MediaFacts>(outcome).line);
}

// False when nobody reads the results any more.
bool print_result(const std::string& input, const Result<Outcome>& result, bool as_json) {
    if (as_json) {
        return print_line(json_text(
            result.ok() ? outcome_json(input, result.value()) : failed_json(input, result.error())
        ));
    }
    if (result.ok()) return print_line(outcome_line(input, result.value()));
    const auto& error = result.error();
    fmt::print(
        stderr, "{}: {}: {}\n", printable(input), wire_name(error.code), printable(error.message)
    );
    return true;
}

}  // namespace

int run_ingest(const IngestArguments& arguments, const Invocation& invocation) {
    const auto& services = invocation.parts;
    host::RunStore store(invocation.settings(), invocation.data);
    auto settings = settings_for(arguments, invocation.settings());
    const auto usage_error = [&](const Error& error) {
        return report_usage("fovea ingest", error.message, arguments.json);
    };
    if (!settings.ok()) return usage_error(settings.error());
    const auto crops = media::parse_crops(arguments.crops, arguments.inputs.size());
    if (!crops.ok()) return usage_error(crops.error());
    settings.value().doors = {store.pictures(), host::url_fetcher(invocation.settings())};
    if (std::ranges::count(arguments.inputs, "-") > 1) {
        return usage_error(
            {ErrorCode::InvalidInput, "standard input can be read only once: give - only once"}
        );
    }
    if (arguments.out_dir) {
        std::error_code failed;
        std::filesystem::create_directories(*arguments.out_dir, failed);
        if (failed || arguments.out_dir->empty()) {
            return usage_error(
                {ErrorCode::StoreError,
                 "cannot create the folder \"" + *arguments.out_dir + "\": " + failed.message()}
            );
        }
    }
    const auto threads =
        static_cast<unsigned>(std::min<std::size_t>(services.threads, arguments.inputs.size()));
    auto workers = services.open_workers(threads);
    if (!workers.ok()) {
        report_failure("fovea ingest", workers.error(), arguments.json);
        return kRuntimeError;
    }
    host::Engines engines(services, invocation.settings());
    const auto target = target_of(arguments, invocation.settings());
    const auto settings_of = [&](std::size_t i) {
        auto own = settings.value();
        const auto crop = crops.value().find(i);
        if (crop != crops.value().end()) own.request.crop = crop->second;
        return own;
    };
    const Interrupt interrupt;
    const auto stop = interrupt.token();
    bool all_done = true;
    in_order(
        arguments.inputs.size(),
        threads,
        [&](std::size_t i) {
            return ingest_one(
                arguments.inputs[i],
                arguments,
                settings_of(i),
                target,
                *workers.value(),
                engines,
                stop
            );
        },
        [&](std::size_t i, const Result<Outcome>& result) {
            all_done = all_done && result.ok();
            const bool cancelled = !result.ok() && result.error().code == ErrorCode::Cancelled;
            // What was finished before the stop is told, and the first input that it met.
            return print_result(arguments.inputs[i], result, arguments.json) && !cancelled;
        }
    );
    if (stop.stop_requested()) return kCancelled;
    return all_done ? kSuccess : kInputError;
}

}  // namespace fovea::cli
