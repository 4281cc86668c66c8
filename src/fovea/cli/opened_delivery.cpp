#include "fovea/cli/opened_delivery.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/cli/server_question.hpp"
#include "fovea/cli/text.hpp"
#include "fovea/cli/url_fetcher.hpp"
#include "fovea/config/value.hpp"

#include <fmt/format.h>
#include <system_error>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>

namespace fovea::cli {
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

std::string url_key(const std::string& session_id, const std::string& url) {
    return "url 1 " + session_id + " " + url;
}

}  // namespace

void tell_on_stderr(const std::string& notice) {
    fmt::print(stderr, "fovea: {}\n", printable(notice));
}

OpenedDelivery::OpenedDelivery(const Invocation& invocation)
    : invocation_(invocation),
      opened_store_(invocation.settings(), invocation.data, invocation.keeping),
      workers_(invocation.services, invocation.settings()),
      helpers_(invocation.services),
      known_(cache_settings()),
      gate_{
          .limits = limits_of(invocation.settings()),
          .max_file_bytes = static_cast<std::size_t>(invocation.settings().images.max_file_bytes),
          .known = known_,
          .workers = [this] { return workers_.pictures(); },
          .stored = opened_store_.pictures(),
          .fetch = url_fetcher(invocation.settings()),
          .addresses = url_addresses(),
      },
      client_(http_settings(invocation.settings())) {}

Result<void> OpenedDelivery::open(StoreUse use, const Tell& tell) {
    const bool kept = use == StoreUse::KeepsSession && invocation_.keeping == Keeping::Kept;
    const auto damaged = use == StoreUse::PicturesOnly ? OpenedStore::Damaged::IsLeftAlone
                                                       : OpenedStore::Damaged::IsAnError;
    store_ = TRY(kept ? opened_store_.open() : opened_store_.open_for_run(damaged));
    if (opened_store_.not_kept()) tell(*opened_store_.not_kept());
    const store::DataFolder folder{.root = opened_store_.run_folder()};
    variants_ = TRY(
        context::KeptVariants::open(folder.variants(), *store_->blobs, context::prepare_in([this] {
                                        return workers_.pictures();
                                    }))
    );
    const auto limits = folder.root / kLearntLimits;
    const auto known = opened_store_.folder();
    if (known.ok() && known.value().root != folder.root) {
        std::error_code ignored;  // what cannot be read is learnt again
        std::filesystem::copy_file(known.value().root / kLearntLimits, limits, ignored);
    }
    learnt_.emplace(limits);
    return {};
}

store::ResultCache::Settings OpenedDelivery::cache_settings() const {
    return opened_store_.cache_for_run(invocation_.services.result_cache(invocation_.settings()));
}

ingest::Intake OpenedDelivery::intake() {
    const auto& images = invocation_.settings().images;
    return {
        .gate = gate_,
        .blobs = blobs(),
        .max_images = static_cast<std::size_t>(images.max_per_message)};
}

delivery::Services OpenedDelivery::services() {
    return {
        .client = client_,
        .files = *variants_,
        .learnt = *learnt_,
        .environment = ::getenv,
        .local = [this] { return local_ocr(); },
        .documents = documents()};
}

delivery::DocumentServices OpenedDelivery::documents() {
    return {
        .blobs = blobs(),
        .known = known_,
        .helpers = [this] { return helpers_.get(); },
        .workers = [this] { return workers_.pictures(); }};
}

Result<content::ImageBlock> OpenedDelivery::recall(
    const std::optional<std::string>& session_id,
    const std::string& url,
    const std::stop_token& stop
) {
    const auto seen = session_id ? known_.get(url_key(*session_id, url)) : std::nullopt;
    if (!seen) return Error{ErrorCode::FileNotFound, "it was not fetched before"};
    auto image = TRY(ingest::take_image(ingest::StoredSource{*seen}, intake(), stop));
    image.filename = to_utf8(ingest::filename_of(ingest::UrlSource{url}));
    return image;
}

delivery::TakeUrl OpenedDelivery::recall_url(
    const std::optional<std::string>& session_id, Unasked& unasked
) {
    return [this, session_id, &unasked](const std::string& url, const std::stop_token& stop) {
        auto seen = recall(session_id, url, stop);
        if (!seen.ok() && !stop.stop_requested()) unasked.add("what is behind " + url);
        return seen;
    };
}

delivery::TakeUrl OpenedDelivery::take_url(const std::optional<std::string>& session_id) {
    return [this, session_id](const std::string& url, const std::stop_token& stop) {
        auto seen = recall(session_id, url, stop);
        if (seen.ok()) return seen;
        auto taken = ingest::take_image_behind(url, intake(), stop);
        const auto* blob = taken.ok() ? content::blob_of(taken.value().source) : nullptr;
        if (session_id && blob != nullptr) {
            known_.put(url_key(*session_id, url), blob->sha256.hex());
        }
        return taken;
    };
}

delivery::Picturing OpenedDelivery::picturing(const delivery::Target& target) {
    return {
        .ageing = delivery::ageing_for(target, invocation_.settings().images),
        .text_on =
            context::remembered_text(blobs(), known_, gate_.limits, context::measure_in([this] {
                                         return workers_.pictures();
                                     }))};
}

delivery::ServerSays OpenedDelivery::server_says(std::stop_token stop) {
    return [this, stop = std::move(stop)](
               const config::ProviderSettings& provider, std::string_view model
           ) -> std::optional<models::ServerMetadata> {
        const auto headers = headers_for(provider, ::getenv);
        const providers::ServerMemory memory(known_);
        return memory.ask(client_, provider, std::string(model), headers, now(), stop).told;
    };
}

delivery::ServerSays OpenedDelivery::recall_server(Unasked& unasked) {
    return [this, &unasked](
               const config::ProviderSettings& provider, std::string_view model
           ) -> std::optional<models::ServerMetadata> {
        if (!providers::can_tell_of_models(provider.kind)) return std::nullopt;
        const std::string id(model);
        const auto known = providers::ServerMemory(known_).find(provider, id, now());
        if (!known)
            unasked.add("what " + config::without_password(provider.base_url) + " says of " + id);
        return known ? known->told : std::nullopt;
    };
}

Result<media::Compared> OpenedDelivery::compare(
    const content::ImageBlock& first, const content::ImageBlock& second, const std::stop_token& stop
) {
    const auto* before = content::blob_of(first.source);
    const auto* after = content::blob_of(second.source);
    if (before == nullptr || after == nullptr) {
        return Error{ErrorCode::InvalidInput, "a picture that is only an address"};
    }
    const auto a = TRY(blobs().read(*before));
    const auto b = TRY(blobs().read(*after));
    auto* workers = TRY(workers_.pictures());
    auto job = TRY(workers->begin(stop));
    TRY(job.load({a, b}));
    return job.compare(a.size(), b.size(), {.limits = gate_.limits}, stop);
}

Result<providers::local::LocalOcr*> OpenedDelivery::local_ocr() {
    const std::scoped_lock lock(local_mutex_);
    if (!local_) {
        const auto& settings = invocation_.settings();
        local_ = std::make_unique<providers::local::LocalOcr>(
            providers::local::LocalOcrSettings{
                .languages = settings.local.languages, .limits = gate_.limits},
            providers::local::LocalOcrServices{
                .readers = [this] { return workers_.readers(); },
                .workers = [this] { return workers_.pictures(); },
                .known = known_}
        );
    }
    return local_.get();
}

}  // namespace fovea::cli
