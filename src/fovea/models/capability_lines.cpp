// lines_of: a model's values as `fovea models show` prints them.
#include "fovea/models/capabilities.hpp"

#include <fmt/format.h>

namespace fovea::models {
namespace {

std::string text_of(bool value) {
    return value ? "yes" : "no";
}

std::string text_of(const std::string& value) {
    return value.empty() ? "none" : value;
}

template <class T>
std::string text_of(const std::optional<T>& value) {
    return value ? fmt::format("{}", *value) : "unknown";
}

// USD for a million tokens.
std::string price_text(const std::optional<std::uint64_t>& price) {
    return price ? fmt::format("{:g}", static_cast<double>(*price) / 1e6) : "unknown";
}

class Lines {
public:
    template <class T>
    void add(std::string_view name, const Known<T>& known) {
        add(name, text_of(known.value), known.origin);
    }

    void add(std::string_view name, std::string value, Origin origin) {
        lines_.push_back({std::string(name), std::move(value), name_of(origin)});
    }

    std::vector<CapabilityLine> take() { return std::move(lines_); }

private:
    std::vector<CapabilityLine> lines_;
};

void add_prices(Lines& lines, const Known<Prices>& prices) {
    const auto& base = prices.value.base;
    lines.add("price_in", price_text(base.input), prices.origin);
    lines.add("price_out", price_text(base.output), prices.origin);
    lines.add("price_cache_read", price_text(base.cache_read), prices.origin);
    lines.add("price_cache_write", price_text(base.cache_write), prices.origin);
    lines.add("price_cache_write_1h", price_text(base.cache_write_long), prices.origin);
    lines.add("price_tiers", std::to_string(prices.value.tiers.size()), prices.origin);
    if (!prices.value.as_of.empty()) lines.add("price_as_of", prices.value.as_of, prices.origin);
}

void add_limits(Lines& lines, const Known<RequestLimits>& limits) {
    const auto& all = limits.value;
    std::string formats;
    for (const auto& format : all.formats) formats += (formats.empty() ? "" : ", ") + format;
    lines.add("max_image_bytes", text_of(all.image_encoded_bytes), limits.origin);
    lines.add("max_images", text_of(all.images), limits.origin);
    lines.add("max_request_bytes", text_of(all.request_bytes), limits.origin);
    lines.add("max_pdf_pages", text_of(all.pdf_pages), limits.origin);
    lines.add("max_pdf_bytes", text_of(all.pdf_bytes), limits.origin);
    lines.add("formats", text_of(formats), limits.origin);
}

}  // namespace

std::vector<CapabilityLine> lines_of(const Capabilities& can) {
    Lines lines;
    lines.add("vision", can.vision);
    lines.add("pdf", can.pdf);
    lines.add("video", can.video);
    lines.add("tools", can.tools);
    lines.add("json_schema", can.json_schema);
    lines.add("tool_result_images", can.tool_result_images);
    lines.add("url_images", can.url_images);
    lines.add("cache_marks", can.cache_marks);
    lines.add("context", can.context);
    lines.add("max_output", can.max_output);
    lines.add("max_image_px", can.max_image_px);
    lines.add("reject_image_px", can.reject_image_px);
    lines.add("image_tokens", can.image_tokens);
    lines.add("grounding", can.grounding);
    lines.add("system_role", can.system_role);
    lines.add("max_tokens_field", can.max_tokens_field);
    lines.add("image_detail", can.image_detail);
    lines.add("api_version", can.api_version);
    lines.add("sampling_params", can.sampling_params);
    lines.add("status", can.status);
    add_prices(lines, can.prices);
    add_limits(lines, can.limits);
    return lines.take();
}

}  // namespace fovea::models
