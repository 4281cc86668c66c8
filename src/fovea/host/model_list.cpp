#include "fovea/host/model_list.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/models/catalogue.hpp"

#include <boost/json.hpp>

#include <set>
#include <utility>

namespace fovea::host {
namespace {

namespace json = boost::json;

ListedModel listed(const config::Settings& settings, const std::string& name) {
    auto model = find_named_model(settings, name);
    auto can = capabilities_of(model, settings);
    return {std::move(model), can.provider, can, can.prices.value.as_of};
}

}  // namespace

std::vector<ListedModel> all_models(const config::Settings& settings) {
    std::vector<ListedModel> all = {listed(settings, "local/ocr")};
    std::set<std::string> names;
    for (const auto& model : models::shipped_catalogue().models()) {
        all.push_back(listed(settings, model.id));
        all.back().provider = model.provider;
        all.back().as_of = model.as_of;
    }
    for (const auto& [name, row] : settings.models) {
        auto one = listed(settings, name);
        if (is_listed(one.model, {}) || !names.insert(one.model.full_name()).second) continue;
        all.push_back(std::move(one));
    }
    return all;
}

json::object to_json(const ListedModel& one) {
    const auto number = [](const auto& value) {
        return value ? json::value(*value) : json::value();
    };
    const auto price = [](const auto& value) {
        return value ? json::value(static_cast<double>(*value) / 1e6) : json::value();
    };
    const auto text = [](const std::string& value) {
        return value.empty() ? json::value() : json::value(to_utf8(value));
    };
    const auto& prices = one.can.prices.value.base;
    return {
        {"id", to_utf8(one.model.id)},
        {"name", one.model.provider.empty() ? json::value() : text(one.model.full_name())},
        {"provider", text(one.provider)},
        {"vision", one.can.vision.value},
        {"pdf", one.can.pdf.value},
        {"video", one.can.video.value},
        {"tools", one.can.tools.value},
        {"json_schema", one.can.json_schema.value},
        {"context", number(one.can.context.value)},
        {"max_output", number(one.can.max_output.value)},
        {"price_in", price(prices.input)},
        {"price_out", price(prices.output)},
        {"status", text(one.can.status.value)},
        {"as_of", text(one.as_of)}};
}

}  // namespace fovea::host
