// fovea serve tokens add, list and revoke.
#include "fovea/base/json_text.hpp"
#include "fovea/cli/commands/serve.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/host/run_store.hpp"
#include "fovea/people/human.hpp"
#include "fovea/people/table.hpp"
#include "fovea/serve/access/tokens.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <charconv>
#include <chrono>

namespace fovea::cli {
namespace {

namespace json = boost::json;

Result<std::unique_ptr<serve::TokenBook>> open_book(const Invocation& invocation) {
    const host::RunStore store(invocation.settings(), invocation.data);
    const auto folder = TRY(store.folder());
    return serve::TokenBook::open(folder.root / "serve");
}

// "12h", "30d".
Result<std::chrono::hours> time_from(const std::string& text) {
    int number = 0;
    const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    if (wrong == std::errc() && number > 0 && number < 100'000) {
        if (unit == "h") return std::chrono::hours(number);
        if (unit == "d") return std::chrono::hours(24 * number);
    }
    return Error{ErrorCode::InvalidInput, "--expires is a time such as 12h or 30d, not " + text};
}

template <class Number>
json::value or_null(const std::optional<Number>& number) {
    return number ? json::value(*number) : json::value(nullptr);
}

json::object to_json(const serve::Token& token) {
    return {
        {"name", token.name},
        {"scopes", serve::to_text(token.scopes)},
        {"created", store::to_iso_text(token.created)},
        {"expires",
         token.expires ? json::value(store::to_iso_text(*token.expires)) : json::value(nullptr)},
        {"usd_per_day", or_null(token.budget.usd_per_day)},
        {"requests_per_minute", or_null(token.budget.requests_per_minute)}};
}

Result<int> add(const TokenArguments& arguments, const Invocation& invocation) {
    serve::Token token{.name = arguments.name};
    token.scopes = TRY(serve::scopes_from_text(arguments.scopes));
    if (!arguments.expires.empty()) {
        token.expires = store::system_now() + TRY(time_from(arguments.expires));
    }
    token.budget = {arguments.usd_per_day, arguments.requests_per_minute};
    const auto book = TRY(open_book(invocation));
    const auto secret = TRY(book->add(std::move(token)));
    if (arguments.json) {
        print_line(json_text(json::object{{"name", arguments.name}, {"token", secret}}));
    } else {
        print_line(secret);
        fmt::print(stderr, "this is shown once: it is kept as a hash\n");
    }
    return kSuccess;
}

Result<int> list(const TokenArguments& arguments, const Invocation& invocation) {
    const auto book = TRY(open_book(invocation));
    const auto tokens = TRY(book->list());
    people::Table table({{"NAME"}, {"SCOPE"}, {"MADE"}, {"EXPIRES"}});
    for (const auto& token : tokens) {
        if (arguments.json) print_line(json_text(to_json(token)));
        table.add(
            {token.name,
             serve::to_text(token.scopes),
             people::human_time(token.created),
             token.expires ? people::human_time(*token.expires) : "never"}
        );
    }
    if (!arguments.json) print_line(table.text(output_width()));
    return kSuccess;
}

Result<int> revoke(const TokenArguments& arguments, const Invocation& invocation) {
    const auto book = TRY(open_book(invocation));
    TRY(book->revoke(arguments.name));
    fmt::print(stderr, "revoked {}\n", arguments.name);
    return kSuccess;
}

int reported(const Result<int>& code) {
    return code.ok() ? code.value() : report_failure("fovea serve tokens", code.error(), false);
}

}  // namespace

int run_add_token(const TokenArguments& arguments, const Invocation& invocation) {
    return reported(add(arguments, invocation));
}

int run_list_tokens(const TokenArguments& arguments, const Invocation& invocation) {
    return reported(list(arguments, invocation));
}

int run_revoke_token(const TokenArguments& arguments, const Invocation& invocation) {
    return reported(revoke(arguments, invocation));
}

}  // namespace fovea::cli
