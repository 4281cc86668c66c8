#include "fovea/host/machine.hpp"

#include "fovea/base/printable.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/config/value.hpp"
#include "fovea/host/server_question.hpp"
#include "fovea/host/url_fetcher.hpp"

#include <fmt/format.h>
#include <system_error>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>

namespace fovea::host {
namespace {

media::Limits limits_of(const config::Settings& settings) {
    media::Limits limits;
    limits.max_pixels = static_cast<std::uint64_t>(settings.images.max_pixels);
    return limits;
}

std::chrono::sys_seconds now() {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

constexpr const char* kLearntLimits = "learnt_limits.json";

}  // namespace

void tell_on_stderr(const std::string& notice) {
    fmt::print(stderr, "fovea: {}\n", printable(notice));
}

Machine::Machine(const Situation& situation)
    : situation_(situation),
      run_store_(situation.settings(), situation.data, situation.keeping),
      engines_(situation.parts, situation.settings()),
      known_(cache_settings()),
      gate_{
          .limits = limits_of(situation.settings()),
          .max_file_bytes = static_cast<std::size_t>(situation.settings().images.max_file_bytes),
          .known = known_,
          .workers = [this] { return engines_.pictures(); },
          .stored = run_store_.pictures(),
          .fetch = url_fetcher(situation.settings()),
          .addresses = url_addresses(),
      },
      client_(http_settings(situation.settings())),
      browser_(situation) {}

Result<std::unique_ptr<Machine>> Machine::open(
    const Situation& situation, StoreUse use, const Tell& tell
) {
    std::unique_ptr<Machine> machine(new Machine(situation));
    TRY(machine->open_store(use, tell));
    return machine;
}

Result<void> Machine::open_store(StoreUse use, const Tell& tell) {
    const bool kept = use == StoreUse::KeepsSession && situation_.keeping == Keeping::Kept;
    const auto damaged = use == StoreUse::PicturesOnly ? RunStore::Damaged::IsLeftAlone
                                                       : RunStore::Damaged::IsAnError;
    store_ = TRY(kept ? run_store_.open() : run_store_.open_for_run(damaged));
    if (run_store_.not_kept()) tell(*run_store_.not_kept());
    const store::DataFolder folder{.root = run_store_.run_folder()};
    variants_ = TRY(
        context::KeptVariants::open(folder.variants(), *store_->blobs, context::prepare_in([this] {
                                        return engines_.pictures();
                                    }))
    );
    const auto limits = folder.root / kLearntLimits;
    const auto known = run_store_.folder();
    if (known.ok() && known.value().root != folder.root) {
        std::error_code ignored;  // what cannot be read is learnt again
        std::filesystem::copy_file(known.value().root / kLearntLimits, limits, ignored);
    }
    learnt_.emplace(limits);
    return {};
}

store::ResultCache::Settings Machine::cache_settings() const {
    return run_store_.cache_for_run(situation_.parts.result_cache(situation_.settings()));
}

ingest::Intake Machine::intake() {
    const auto& images = situation_.settings().images;
    return {
        .gate = gate_,
        .blobs = blobs(),
        .max_images = static_cast<std::size_t>(images.max_per_message)};
}

delivery::Services Machine::services() {
    return {
        .client = client_,
        .files = *variants_,
        .learnt = *learnt_,
        .environment = ::getenv,
        .local = [this] { return local_ocr(); },
        .documents = documents()};
}

delivery::DocumentServices Machine::documents() {
    return {
        .blobs = blobs(),
        .known = known_,
        .helpers = [this] { return engines_.helpers(); },
        .workers = [this] { return engines_.pictures(); }};
}

Result<content::ImageBlock> Machine::recall(
    const content::BlobRef& seen, const std::string& url, const std::stop_token& stop
) {
    auto image = TRY(ingest::take_image(ingest::StoredSource{seen.sha256.hex()}, intake(), stop));
    image.filename = to_utf8(ingest::filename_of(ingest::UrlSource{url}));
    return image;
}

delivery::TakeUrl Machine::recall_url(Unasked& unasked) {
    return [this, &unasked](
               const std::string& url,
               const std::optional<content::BlobRef>& seen,
               const std::stop_token& stop
           ) -> Result<content::ImageBlock> {
        if (seen) return recall(*seen, url, stop);
        if (!stop.stop_requested()) unasked.add("the file at " + url);
        return Error{ErrorCode::FileNotFound, "it has not been fetched before"};
    };
}

delivery::TakeUrl Machine::take_url() {
    return [this](
               const std::string& url,
               const std::optional<content::BlobRef>& seen,
               const std::stop_token& stop
           ) {
        return seen ? recall(*seen, url, stop) : ingest::take_image_behind(url, intake(), stop);
    };
}

delivery::Picturing Machine::picturing(const delivery::Target& target) {
    return {
        .ageing = delivery::ageing_for(target, situation_.settings().images),
        .text_on =
            context::remembered_text(blobs(), known_, gate_.limits, context::measure_in([this] {
                                         return engines_.pictures();
                                     }))};
}

delivery::ServerSays Machine::server_says(std::stop_token stop) {
    return [this, stop = std::move(stop)](
               const config::ProviderSettings& provider, std::string_view model
           ) -> std::optional<models::ServerMetadata> {
        const auto headers = headers_for(provider, ::getenv);
        const providers::ServerMemory memory(known_);
        return memory.ask(client_, provider, std::string(model), headers, now(), stop).told;
    };
}

delivery::ServerSays Machine::recall_server(Unasked& unasked) {
    return [this, &unasked](
               const config::ProviderSettings& provider, std::string_view model
           ) -> std::optional<models::ServerMetadata> {
        if (!providers::can_tell_of_models(provider.kind)) return std::nullopt;
        const std::string id(model);
        const auto known = providers::ServerMemory(known_).find(provider, id, now());
        if (!known)
            unasked.add(
                "what " + config::without_password(provider.base_url) + " says about " + id
            );
        return known ? known->told : std::nullopt;
    };
}

Result<media::Compared> Machine::compare(
    const content::ImageBlock& first, const content::ImageBlock& second, const std::stop_token& stop
) {
    const auto* before = content::blob_of(first.source);
    const auto* after = content::blob_of(second.source);
    if (before == nullptr || after == nullptr) {
        return Error{ErrorCode::InvalidInput, "a picture that is only a URL"};
    }
    const store::Call call{.stop = stop};
    const auto a = TRY(blobs().read(*before, store::Verify::No, call));
    const auto b = TRY(blobs().read(*after, store::Verify::No, call));
    auto* workers = TRY(engines_.pictures());
    auto job = TRY(workers->begin(stop));
    TRY(job.load({a, b}));
    return job.compare(a.size(), b.size(), {.limits = gate_.limits}, stop);
}

Result<browser::Shot> Machine::shoot(
    const browser::ShotRequest& request, const std::stop_token& stop
) {
    return browser_.shoot(request, stop);
}

Result<reading::PictureReader*> Machine::local_ocr() {
    const std::scoped_lock lock(local_mutex_);
    if (!local_) {
        const auto& settings = situation_.settings();
        local_ = std::make_unique<reading::LocalOcr>(
            reading::LocalOcrSettings{
                .languages = settings.local.languages, .limits = gate_.limits},
            reading::LocalOcrServices{
                .readers = [this] { return engines_.readers(); },
                .workers = [this] { return engines_.pictures(); },
                .known = known_}
        );
    }
    return local_.get();
}

}  // namespace fovea::host
