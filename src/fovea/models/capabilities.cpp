#include "fovea/models/capabilities.hpp"

#include "fovea/models/model_names.hpp"

#include <algorithm>
#include <limits>

namespace fovea::models {
namespace {

using Override = config::ModelSettings;

// [models."id"] below [models."provider/id"]: the one that says more exactly whom it means wins.
std::vector<const Override*> overrides_of(const ModelQuery& query) {
    std::vector<const Override*> found;
    const auto qualified = std::string(query.provider) + "/" + std::string(query.id);
    for (const auto& name : {std::string(query.id), qualified}) {
        const auto entry = query.overrides.find(name);
        if (entry == query.overrides.end()) continue;
        const auto& only_for = entry->second.provider;
        if (only_for.empty() || only_for == query.provider) found.push_back(&entry->second);
    }
    return found;
}

std::uint32_t to_count(std::int64_t number) {
    constexpr std::int64_t kMost = std::numeric_limits<std::uint32_t>::max();
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(number, 0, kMost));
}

class Resolver {
public:
    Resolver(const ModelQuery& query, const Catalogue& catalogue)
        : query_(query),
          catalogue_(catalogue),
          model_(catalogue.find(query.id)),
          kind_(catalogue.wire_kind(query.kind)),
          overrides_(overrides_of(query)) {}

    Capabilities resolve() {
        Capabilities can;
        can.id = query_.id;
        can.provider = query_.provider;
        can.kind = query_.kind;
        set_abilities(can);
        set_sizes(can);
        set_words(can);
        can.prices = prices();
        can.limits = limits(can.context.value);
        return can;
    }

private:
    // The layers for one value, the lower ones first.
    template <class T, class U>
    void from_catalogue(Known<T>& known, U Model::*member) const {
        if (model_ == nullptr) return;
        const auto& held = model_->*member;
        if (held == U{} && !std::is_same_v<U, bool>) return;
        known = {held, Origin::Catalogue};
    }

    template <class T, class U>
    void from_server(Known<T>& known, std::optional<U> ServerMetadata::*member) const {
        if (query_.server && (*query_.server).*member)
            known = {*((*query_.server).*member), Origin::Server};
    }

    template <class T, class U>
    void from_config(Known<T>& known, std::optional<U> Override::*member) const {
        for (const auto* each : overrides_) {
            if (!(each->*member)) continue;
            if constexpr (std::is_same_v<U, std::int64_t>) {
                known = {to_count(*(each->*member)), Origin::Config};
            } else {
                known = {*(each->*member), Origin::Config};
            }
        }
    }

    // What the wire format cannot carry is no, whatever the model can.
    void limit_to_kind(Known<bool>& known, bool WireKind::*member) const {
        if (kind_ != nullptr && known.value && !(kind_->*member))
            known = {false, Origin::WireFormat};
    }

    void set_abilities(Capabilities& can) const {
        if (kind_ != nullptr && kind_->vision) can.vision = {*kind_->vision, Origin::WireFormat};
        from_catalogue(can.vision, &Model::vision);
        from_server(can.vision, &ServerMetadata::vision);
        from_config(can.vision, &Override::vision);

        from_catalogue(can.pdf, &Model::pdf);
        limit_to_kind(can.pdf, &WireKind::pdf);
        from_server(can.pdf, &ServerMetadata::pdf);
        from_config(can.pdf, &Override::pdf);

        from_catalogue(can.video, &Model::video);
        limit_to_kind(can.video, &WireKind::video);
        from_server(can.video, &ServerMetadata::video);
        from_config(can.video, &Override::video);

        from_catalogue(can.tools, &Model::tools);
        if (can.tools.value && !has_tools_on_surface()) can.tools = {false, Origin::Catalogue};
        from_server(can.tools, &ServerMetadata::tools);
        from_config(can.tools, &Override::tools);

        from_catalogue(can.json_schema, &Model::json_schema);
        limit_to_kind(can.json_schema, &WireKind::json_schema);
        from_server(can.json_schema, &ServerMetadata::json_schema);
        from_config(can.json_schema, &Override::json_schema);

        from_catalogue(can.tool_result_images, &Model::tool_result_images);
        limit_to_kind(can.tool_result_images, &WireKind::tool_result_images);
        from_config(can.tool_result_images, &Override::tool_result_images);

        if (kind_ != nullptr) {
            can.url_images = {kind_->url_images, Origin::WireFormat};
            can.cache_marks = {kind_->cache_marks, Origin::WireFormat};
        }
        from_config(can.url_images, &Override::url_images);
        from_config(can.cache_marks, &Override::cache_marks);
    }

    // "openai_chat_no_tools": the model is there, its tools are not.
    bool has_tools_on_surface() const {
        return kind_ == nullptr ||
               std::ranges::find(model_->surfaces, kind_->surface + "_no_tools") ==
                   model_->surfaces.end();
    }

    void set_sizes(Capabilities& can) const {
        from_catalogue(can.context, &Model::context);
        from_server(can.context, &ServerMetadata::context);
        from_config(can.context, &Override::context);
        from_catalogue(can.max_output, &Model::max_output);
        from_server(can.max_output, &ServerMetadata::max_output);
        from_config(can.max_output, &Override::max_output);
        from_catalogue(can.max_image_px, &Model::max_image_px);
        from_config(can.max_image_px, &Override::max_image_px);
        from_catalogue(can.reject_image_px, &Model::reject_image_px);
    }

    void set_words(Capabilities& can) const {
        if (kind_ != nullptr) {
            can.system_role = {kind_->system_role, Origin::WireFormat};
            can.max_tokens_field = {kind_->max_tokens_field, Origin::WireFormat};
            can.image_detail = {kind_->image_detail, Origin::WireFormat};
            can.api_version = {kind_->api_version, Origin::WireFormat};
        }
        if (model_ != nullptr && model_->system_role && knows_developers())
            can.system_role = {*model_->system_role, Origin::Catalogue};
        if (model_ != nullptr && model_->image_detail && knows_developers())
            can.image_detail = {*model_->image_detail, Origin::Catalogue};
        if (!query_.api_version.empty())
            can.api_version = {std::string(query_.api_version), Origin::Config};
        from_catalogue(can.image_tokens, &Model::image_tokens);
        from_catalogue(can.grounding, &Model::grounding);
        from_catalogue(can.status, &Model::status);
        from_catalogue(can.sampling_params, &Model::sampling_params);
        from_config(can.image_tokens, &Override::image_tokens);
        from_config(can.grounding, &Override::grounding);
        from_config(can.system_role, &Override::system_role);
        from_config(can.max_tokens_field, &Override::max_tokens_field);
        from_config(can.image_detail, &Override::image_detail);
    }

    // Only there do rows of the catalogue say how a model wants such words.
    bool knows_developers() const { return kind_ != nullptr && kind_->system_role == "developer"; }

    Known<Prices> prices() const {
        Known<Prices> known;
        if (model_ != nullptr && model_->prices.known())
            known = {model_->prices, Origin::Catalogue};
        if (query_.server && query_.server->prices.input && query_.server->prices.output)
            known = {{query_.server->prices, {}, {}}, Origin::Server};
        for (const auto* each : overrides_) {
            const auto set = [&](std::optional<std::uint64_t>& price, std::optional<double> usd) {
                if (!usd) return;
                price = price_from_usd_per_million(*usd);
                known.value.tiers.clear();  // the operator's price holds at all times
                known.origin = Origin::Config;
            };
            set(known.value.base.input, each->price_in);
            set(known.value.base.output, each->price_out);
            set(known.value.base.cache_read, each->price_cache_read);
            set(known.value.base.cache_write, each->price_cache_write);
            set(known.value.base.cache_write_long, each->price_cache_write_1h);
        }
        return known;
    }

    // The limits of the provider by name (a DeepSeek behind an OpenAI shape), else those of its kind.
    const RequestLimits* find_limits() const {
        for (const auto& vendor :
             {query_.provider,
              model_ == nullptr ? std::string_view{} : std::string_view(model_->provider)}) {
            const auto* own = catalogue_.limits(vendor);
            if (own != nullptr && std::ranges::find(own->kinds, query_.kind) != own->kinds.end())
                return own;
        }
        return kind_ == nullptr ? nullptr : catalogue_.limits(kind_->limits);
    }

    Known<RequestLimits> limits(std::optional<std::uint32_t> context) const {
        Known<RequestLimits> known;
        if (const auto* found = find_limits())
            known = {found->for_context(context), Origin::Catalogue};
        for (const auto* each : overrides_) {
            const auto set = [&](auto& limit, std::optional<std::int64_t> number) {
                using Number = typename std::remove_reference_t<decltype(limit)>::value_type;
                if (!number) return;
                limit = static_cast<Number>(*number);
                known.origin = Origin::Config;
            };
            set(known.value.image_encoded_bytes, each->max_image_bytes);
            set(known.value.images, each->max_images);
            set(known.value.request_bytes, each->max_request_bytes);
            set(known.value.pdf_pages, each->max_pdf_pages);
            set(known.value.pdf_bytes, each->max_pdf_bytes);
        }
        return known;
    }

    const ModelQuery& query_;
    const Catalogue& catalogue_;
    const Model* model_;
    const WireKind* kind_;
    std::vector<const Override*> overrides_;
};

}  // namespace

std::string_view name_of(Origin origin) {
    switch (origin) {
        case Origin::Unknown: return "unknown";
        case Origin::WireFormat: return "wire format";
        case Origin::Catalogue: return "catalogue";
        case Origin::Server: return "server";
        case Origin::Config: return "config";
    }
    return "unknown";
}

Capabilities resolve(const ModelQuery& query, const Catalogue& catalogue) {
    return Resolver(query, catalogue).resolve();
}

Error missing_capability(const Capabilities& can, std::string_view what) {
    struct Lack {
        std::string_view what;
        ErrorCode code;
        std::string_view input;
        Origin origin;
    };
    const Lack all[] = {
        {"vision", ErrorCode::VisionNotSupported, "pictures", can.vision.origin},
        {"pdf", ErrorCode::PdfNotSupported, "PDF documents", can.pdf.origin},
        {"video", ErrorCode::VideoNotSupported, "video", can.video.origin},
    };
    const auto* lack = std::ranges::find(all, what, &Lack::what);
    if (lack == std::end(all)) lack = all;
    const auto name = can.provider + "/" + can.id;
    const bool unknown = lack->origin == Origin::Unknown;
    return {
        lack->code,
        "the model " + name + (unknown ? " is not known to take " : " does not take ") +
            std::string(lack->input) +
            (unknown ? did_you_mean({}, {can.provider, can.id})
                     : " (according to the " + std::string(name_of(lack->origin)) + ")") +
            "; if it does, add [models.\"" + can.id + "\"] " + std::string(lack->what) +
            " = true to the configuration"};
}

bool supports_vision(std::string_view id) {
    const auto* model = shipped_catalogue().find(id);
    return model != nullptr && model->vision;
}

bool supports_pdf(std::string_view id) {
    const auto* model = shipped_catalogue().find(id);
    return model != nullptr && model->pdf;
}

bool supports_video(std::string_view id) {
    const auto* model = shipped_catalogue().find(id);
    return model != nullptr && model->video;
}

}  // namespace fovea::models
