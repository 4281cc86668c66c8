#include "fovea/config/setting_json.hpp"

#include "fovea/base/utf8.hpp"

#include <boost/json.hpp>

namespace fovea::config {
namespace {

namespace json = boost::json;

struct ToJson {
    json::value operator()(bool flag) const { return flag; }
    json::value operator()(std::int64_t number) const { return number; }
    json::value operator()(double number) const { return number; }
    json::value operator()(const std::string& text) const { return json::value(to_utf8(text)); }
    json::value operator()(const Texts& list) const {
        json::array items;
        for (const auto& item : list) items.emplace_back(to_utf8(item));
        return items;
    }
    json::value operator()(const TextMap&) const { return nullptr; }  // never shown
    json::value operator()(Unset) const { return nullptr; }
};

}  // namespace

json::value setting_json(const Value& value) {
    return std::visit(ToJson{}, value);
}

}  // namespace fovea::config
