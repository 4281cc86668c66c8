#include "fovea/delivery/target.hpp"

#include "fovea/config/provider_kinds.hpp"
#include "fovea/config/value.hpp"
#include "fovea/models/catalogue.hpp"
#include "fovea/models/model_names.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fovea::delivery {
namespace {

// Some providers bound the patches of 32 pixels instead of the sides; a square within both is within
// either.
std::uint32_t edge_of_patches(std::uint32_t patches) {
    return 32 * static_cast<std::uint32_t>(std::sqrt(static_cast<double>(patches)));
}

// A picture has no margin wider than this, whatever an error said.
constexpr std::uint32_t kMostMargin = 1024;

// They say whether that changed something.
template <class T>
bool lower(std::optional<T>& limit, std::optional<T> other) {
    if (!other || (limit && *limit <= *other)) return false;
    limit = other;
    return true;
}

template <class T>
bool replace(T& value, T other) {
    return std::exchange(value, other) != other;
}

bool blind(Target& target) {
    target.traits.vision = false;
    return replace(target.can.vision.value, false);
}

bool lower_many(context::RequestLimits& limits, std::uint32_t edge) {
    if (!limits.many_images) {
        limits.many_images = context::ManyImages{};
        limits.many_images->max_edge = std::min(limits.many_images->max_edge, edge);
        return true;
    }
    return replace(limits.many_images->max_edge, std::min(limits.many_images->max_edge, edge));
}

providers::Sampling sampling_of(const models::Capabilities& can) {
    const auto& word = can.sampling_params.value;
    if (word == "only_with_effort_none") return providers::Sampling::WithoutReasoning;
    return word == "no" || word == "unknown" ? providers::Sampling::Refused
                                             : providers::Sampling::Taken;
}

// Claude takes words where it takes no temperature any more (from Opus 4.7 on), Gemini from 3 on, which
// is where it sees pictures in tools' results. OpenAI's models that reason know a developer.
providers::Reasoning reasoning_of(const models::Capabilities& can) {
    using providers::Reasoning;
    if (can.kind == "anthropic") {
        return sampling_of(can) == providers::Sampling::Refused ? Reasoning::Effort
                                                                : Reasoning::Budget;
    }
    if (can.kind == "gemini") {
        return can.tool_result_images.value ? Reasoning::Effort : Reasoning::Budget;
    }
    if (can.kind == "openai_compatible") return Reasoning::Effort;
    return can.system_role.value == "developer" ? Reasoning::Effort : Reasoning::NotAsked;
}

providers::ModelTraits traits_of(const models::Capabilities& can) {
    return {
        .vision = can.vision.value,
        .pdf = can.pdf.value,
        .url_images = can.url_images.value,
        .tool_result_images = can.tool_result_images.value,
        .native_schema = can.json_schema.value,
        .cache_marks = can.cache_marks.value,
        .system_role = can.system_role.value,
        .max_tokens_field = can.max_tokens_field.value,
        .image_detail = can.image_detail.value,
        .api_version = can.api_version.value,
        .sampling = sampling_of(can),
        .reasoning = reasoning_of(can),
        .max_output = can.max_output.value.value_or(0),
    };
}

// What an operator set replaces what is only recommended; what the provider refuses stays refused.
void apply_settings(context::RequestLimits& limits, const config::ImageSettings& images) {
    const config::ImageSettings defaults;
    const auto edge = static_cast<std::uint32_t>(images.max_edge);
    const auto bytes = static_cast<std::uint64_t>(images.max_bytes);
    if (images.max_edge != defaults.max_edge || !limits.recommended_edge) {
        limits.recommended_edge = edge;
    }
    if (images.max_bytes != defaults.max_bytes) limits.max_image_bytes = bytes;
}

context::RequestLimits limits_of(
    const models::Capabilities& can, const config::ImageSettings& images
) {
    const auto& told = can.limits.value;
    context::RequestLimits limits;
    limits.max_images = told.images;
    limits.max_image_encoded_bytes = told.image_encoded_bytes;
    if (told.image_encoded_bytes) limits.max_image_bytes.reset();
    limits.max_request_bytes = told.request_bytes;
    limits.max_edge = told.image_px;
    lower(limits.max_edge, can.reject_image_px.value);
    if (told.image_patches) {
        lower(limits.max_edge, std::optional(edge_of_patches(*told.image_patches)));
    }
    if (can.max_image_px.value) limits.recommended_edge = can.max_image_px.value;
    if (told.many_images) {
        limits.many_images =
            context::ManyImages{told.many_images->more_than, told.many_images->image_px};
    }
    limits.accepts_gif = told.formats.empty() || told.accepts("image/gif");
    limits.accepts_webp = told.formats.empty() || told.accepts("image/webp");
    limits.accepts_urls = can.url_images.value;
    // The words of the conversation and the reply need room too.
    if (can.context.value) limits.max_image_tokens = std::uint64_t{*can.context.value} * 3 / 4;
    if (const auto* rule = models::shipped_catalogue().rule(can.image_tokens.value)) {
        limits.token_rule = *rule;
    }
    limits.detail = models::detail_from(can.image_detail.value).value_or(models::Detail::Auto);
    apply_settings(limits, images);
    return limits;
}

bool caches_prompts(const Target& target) {
    switch (config::facts_of_kind(target.kind).caching) {
        case config::PromptCaching::WhereMarked: return target.traits.cache_marks;
        case config::PromptCaching::Always: return true;
        case config::PromptCaching::WherePriced: break;
    }
    return target.can.prices.value.base.cache_read.has_value();
}

}  // namespace

std::string Target::endpoint() const {
    return config::without_password(settings.base_url) + " " + model;
}

Result<Target> find_target(
    const config::Settings& settings, std::string_view name, const ServerSays& server_says
) {
    auto found = TRY(models::find_model_name(settings, name));
    Target target{
        .name = found.provider + "/" + found.id,
        .provider = std::move(found.provider),
        .kind = {},
        .model = std::move(found.id)};
    target.settings = TRY(config::find_provider(settings, target.provider));
    target.kind = target.settings.kind;
    const auto resolve = [&](std::optional<models::ServerMetadata> server) {
        return models::resolve(
            {.id = target.model,
             .provider = target.provider,
             .kind = target.kind,
             .overrides = settings.models,
             .server = std::move(server),
             .api_version = target.settings.api_version}
        );
    };
    target.can = resolve(std::nullopt);
    // A server is bothered only with what nobody else knows.
    if (server_says && target.can.vision.origin == models::Origin::Unknown) {
        target.can = resolve(server_says(target.settings, target.model));
    }
    target.traits = traits_of(target.can);
    target.limits = limits_of(target.can, settings.images);
    return target;
}

context::AgeingSettings ageing_for(const Target& target, const config::ImageSettings& images) {
    using Policy = context::AgeingPolicy;
    context::AgeingSettings ageing{
        .policy = images.aging_policy == "off" ? Policy::Off : Policy::Turns,
        .full_turns = static_cast<std::uint32_t>(images.aging_full_turns),
        .low_turns = static_cast<std::uint32_t>(images.aging_low_turns),
        .low_edge = static_cast<std::uint32_t>(images.low_res_size)};
    if (images.aging_policy != "cache-aware" || !caches_prompts(target)) return ageing;
    ageing.policy = Policy::CacheAware;
    ageing.limits = target.limits;
    if (config::facts_of_kind(target.kind).cached_up_to == config::CachedUpTo::FirstPicture) {
        ageing.cache.reach = context::CacheReach::FirstPicture;
    }
    const auto& prices = target.can.prices.value.base;
    if (!prices.input || *prices.input == 0) return ageing;
    const auto share = [&](std::optional<std::uint64_t> price, double otherwise) {
        return price ? static_cast<double>(*price) / static_cast<double>(*prices.input) : otherwise;
    };
    ageing.cache.read = share(prices.cache_read, 0.1);
    ageing.cache.write = share(prices.cache_write, 1);
    return ageing;
}

bool apply_learnt(Target& target, std::span<const providers::LearntLimit> learnt) {
    using What = providers::LearntLimit::What;
    auto& limits = target.limits;
    bool news = false;
    for (const auto& [what, value] : learnt) {
        const auto small = static_cast<std::uint32_t>(std::min<std::uint64_t>(value, 1u << 30));
        switch (what) {
            case What::Images:
                news |= value == 0 ? blind(target) : lower(limits.max_images, std::optional(small));
                break;
            case What::ImageBytes:
                news |= lower(limits.max_image_bytes, std::optional(value));
                break;
            case What::ImageEdge: news |= lower(limits.max_edge, std::optional(small)); break;
            case What::RequestBytes:
                news |= lower(limits.max_request_bytes, std::optional(value));
                break;
            case What::ManyImagesEdge: news |= lower_many(limits, small); break;
            case What::PdfPages: break;  // documents are cut before they come here
            case What::LeastEdge:
                news |= replace(
                    limits.min_edge, std::max(limits.min_edge, std::min(small, kMostMargin))
                );
                break;
            case What::ReplyAfterTools:
                news |= replace(target.traits.user_after_tools, false);
                break;
            case What::CallIdLength: news |= replace(target.traits.call_id_length, small); break;
        }
    }
    return news;
}

}  // namespace fovea::delivery
