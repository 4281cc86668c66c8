#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/cli/commands/models.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/host/model_list.hpp"
#include "fovea/models/catalogue.hpp"
#include "fovea/people/table.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <limits>
#include <set>
#include <vector>

namespace fovea::cli {
namespace {

namespace json = boost::json;

// The catalogue fits into 100 columns. A long id of the configuration makes long lines rather than
// cutting the day of the price off.
constexpr auto kWidth = std::numeric_limits<std::size_t>::max();

using host::ListedModel;

std::string tokens_text(const std::optional<std::uint32_t>& tokens) {
    if (!tokens) return "-";
    if (*tokens >= 1'000'000) return fmt::format("{:.3g}M", *tokens / 1e6);
    return *tokens >= 1000 ? fmt::format("{}k", *tokens / 1000) : std::to_string(*tokens);
}

double usd(std::uint64_t price) {
    return static_cast<double>(price) / 1e6;
}

std::string price_text(const std::optional<std::uint64_t>& price) {
    return price ? fmt::format("{:g}", usd(*price)) : "-";
}

std::vector<std::string> row_of(const ListedModel& one) {
    const auto word = [](const models::Known<bool>& known) { return known.value ? "yes" : "-"; };
    const auto& prices = one.can.prices.value.base;
    return {
        one.model.full_name(),
        one.provider.empty() ? "-" : one.provider,
        word(one.can.vision),
        word(one.can.pdf),
        word(one.can.video),
        word(one.can.tools),
        tokens_text(one.can.context.value),
        price_text(prices.input),
        price_text(prices.output),
        one.as_of.empty() ? "-" : one.as_of};
}

int print_json(const std::vector<ListedModel>& all) {
    json::array rows;
    for (const auto& one : all) rows.push_back(host::to_json(one));
    print_line(json_text(json::object{
        {"as_of", models::shipped_catalogue().as_of()},
        {"currency", "USD per million tokens"},
        {"models", std::move(rows)}}));
    return kSuccess;
}

}  // namespace

int list_models(const ModelsArguments& arguments, const config::Settings& settings) {
    auto all = host::all_models(settings);
    std::set<std::string> providers;
    for (const auto& one : all) providers.insert(one.provider);
    if (arguments.provider && !providers.contains(*arguments.provider)) {
        std::string known;
        for (const auto& name : providers) {
            if (!name.empty()) known += (known.empty() ? "" : ", ") + name;
        }
        const Error none{
            ErrorCode::InvalidInput,
            "no models of provider \"" + *arguments.provider + "\"; available: " + known};
        return report_failure("fovea models", none, arguments.json);
    }
    std::erase_if(all, [&](const ListedModel& one) {
        return (arguments.provider && one.provider != *arguments.provider) ||
               (arguments.vision && !one.can.vision.value);
    });
    if (arguments.json) return print_json(all);
    constexpr auto kRight = people::Align::Right;
    people::Table table(
        {{"MODEL"},
         {"PROVIDER"},
         {"SEES"},
         {"PDF"},
         {"VID"},
         {"TOOLS"},
         {"CTX", kRight},
         {"IN", kRight},
         {"OUT", kRight},
         {"AS OF"}}
    );
    for (const auto& one : all) table.add(row_of(one));
    print_line(table.text(kWidth));
    return kSuccess;
}

}  // namespace fovea::cli
