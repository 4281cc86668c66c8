#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/cli/commands/config.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/config/setting_json.hpp"
#include "fovea/config/show.hpp"

#include <boost/json.hpp>

namespace fovea::cli {

namespace json = boost::json;

int show_config(const ConfigShowArguments& arguments, const config::Loaded& loaded) {
    const auto lines = config::shown(loaded);
    if (arguments.json) {
        json::object settings;
        for (const auto& line : lines) {
            json::object one{{"value", config::setting_json(line.plain)}};
            if (arguments.origin) one["origin"] = to_utf8(line.origin);
            settings[to_utf8(line.name)] = std::move(one);
        }
        print_line(json_text(json::object{{"settings", std::move(settings)}}));
        return kSuccess;
    }
    for (const auto& line : lines) {
        auto text = line.name + " = " + line.value;
        // As a comment, so that what is printed is still what one would write.
        if (arguments.origin) text += "  # " + line.origin;
        if (!print_line(printable(text))) break;
    }
    return kSuccess;
}

}  // namespace fovea::cli
