#include "fovea/cli/commands/render.hpp"

#include "fovea/agent/event_words.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/interrupt.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/delivery/session_turn.hpp"
#include "fovea/host/machine.hpp"
#include "fovea/host/session_choice.hpp"
#include "fovea/host/unasked.hpp"
#include "fovea/host/vision.hpp"
#include "fovea/ingest/messages.hpp"
#include "fovea/people/delivery_text.hpp"
#include "fovea/protocol/delivery_json.hpp"
#include "fovea/providers/body_reader.hpp"
#include "fovea/providers/endpoint_url.hpp"
#include "fovea/proxy/describe/descriptions.hpp"
#include "fovea/turn/plan_turn.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <utility>

namespace fovea::cli {
namespace {

namespace json = boost::json;

// What is to be rendered.
struct Told {
    delivery::SessionView view;
    std::optional<std::string> session_id = {};
    proxy::Descriptions descriptions = {};
};

Result<Told> read_told(
    const RenderArguments& arguments, host::Machine& machine, const std::stop_token& stop
) {
    if (arguments.session) {
        const auto id = TRY(host::find_session(machine.sessions(), *arguments.session));
        const auto entries = TRY(machine.sessions().read(id));
        return Told{TRY(delivery::view_of(entries)), id, proxy::descriptions_of(entries)};
    }
    auto read = TRY(ingest::read_messages_file(
        ingest::parse_source(*arguments.messages), machine.intake(), stop
    ));
    for (const auto& note : read.notes) spdlog::warn("{}", printable(note));
    return Told{{std::move(read.messages), {}}};
}

// In blocks: ten pictures of a megabyte are never one text.
Result<void> print_body(const providers::Body& body, providers::BlobSource& files) {
    providers::BodyReader reader(body, files);
    std::array<char, 64 * 1024> block{};
    for (;;) {
        const auto count = TRY(reader.read(block));
        if (count == 0) break;
        if (!print_piece({block.data(), count})) return {};  // checked_exit() tells
    }
    if (::isatty(STDOUT_FILENO) != 0) print_piece("\n");
    return {};
}

Result<void> print_json(
    const delivery::PreparedRequest& prepared,
    const delivery::Target& target,
    const delivery::SessionView& view,
    providers::BlobSource& files
) {
    json::object headers;
    for (const auto& [name, value] : prepared.wire.headers) headers[name] = value;
    const json::object envelope{
        {"model", target.name},
        {"url", providers::endpoint_url(target.settings.base_url, prepared.wire.path)},
        {"headers", std::move(headers)},
        {"receipt",
         protocol::receipt_json(delivery::receipt_rows(prepared.receipt, view.messages))},
    };
    // The body is JSON already, and stays as it is.
    auto text = json_text(envelope);
    text.pop_back();
    text += ",\"body\":" + TRY(delivery::body_text(prepared.wire.body, files)) + "}";
    print_line(text);
    return {};
}

// Planned as a turn is that will be sent, by services that ask nobody.
class Rendering {
public:
    Rendering(const RenderArguments& arguments, const Invocation& invocation, std::stop_token stop)
        : arguments_(arguments),
          invocation_(invocation),
          settings_(invocation.settings()),
          stop_(std::move(stop)) {
        // Only this model: what a fallback would get is not what is asked for.
        settings_.routing.fallback.clear();
    }

    Result<void> run() {
        machine_ = TRY(host::Machine::open(invocation_));
        vision_ = TRY(host::Vision::open(invocation_, *machine_));
        told_ = TRY(read_told(arguments_, *machine_, stop_));
        const auto with = services();
        const turn::KnownSession known{told_.view, told_.descriptions};
        const auto conversation = told_.session_id
                                      ? delivery::conversation_of(told_.view)
                                      : delivery::Conversation{.messages = told_.view.messages};
        const auto routes = turn::routes_of(conversation, arguments_.model, known, with);
        TRY(check_known());
        if (!routes.ok()) return routes.error();
        const auto& target = routes.value().front().target;
        const auto tell = [](const std::string& problem) {
            spdlog::warn("{}", printable(problem));
        };
        const auto plan =
            TRY(turn::plan_turn(conversation, target, known, with, {.on_problem = tell}, stop_));
        TRY(check_known());
        auto prepared = TRY(delivery::first_request(
            plan.conversation(), target, plan.picturing(), with.delivery, options(), stop_
        ));
        plan.name_as_stored(prepared.receipt);
        return print(prepared, target);
    }

private:
    turn::Services services() {
        return {
            .settings = settings_,
            .delivery = machine_->services(),
            .picturing = [this](const auto& target) { return machine_->picturing(target); },
            .server_says = machine_->recall_server(servers_),
            .vision = vision_->settings(),
            .look = vision_->recall(unasked_),
            .take_url = machine_->recall_url(unasked_)};
    }

    delivery::Options options() const {
        return {
            .delivery =
                arguments_.stream ? providers::ReplyForm::Stream : providers::ReplyForm::Whole};
    }

    Result<void> check_known() const {
        auto unknown = unasked_.what();
        // What a server says of its models decides about pictures; without any it is not needed.
        if (!context::pictures_in(told_.view.messages).empty()) {
            for (auto& what : servers_.what()) unknown.push_back(std::move(what));
        }
        if (arguments_.unreachable || unknown.empty()) return {};
        return host::not_known(unknown);
    }

    Result<void> print(const delivery::PreparedRequest& prepared, const delivery::Target& target) {
        for (const auto& line : people::losses(prepared.receipt, told_.view.messages)) {
            spdlog::warn("{}", line);
        }
        const auto unknown = agent::unknown_sight(target);
        if (!unknown.empty() && !prepared.receipt.empty()) spdlog::warn("{}", printable(unknown));
        delivery::VariantFiles files(machine_->variants());
        if (arguments_.json) return print_json(prepared, target, told_.view, files);
        return print_body(prepared.wire.body, files);
    }

    const RenderArguments& arguments_;
    const Invocation& invocation_;
    config::Settings settings_;
    std::stop_token stop_;
    std::unique_ptr<host::Machine> machine_;
    std::unique_ptr<host::Vision> vision_;
    Told told_;
    host::Unasked unasked_;  // about pictures
    host::Unasked servers_;  // about models
};

}  // namespace

int run_render(const RenderArguments& arguments, const Invocation& invocation) {
    if (!arguments.session && !arguments.messages) {
        return report_usage("fovea render", "--session or --messages is required", arguments.json);
    }
    const Interrupt interrupt;
    const auto done = Rendering(arguments, invocation, interrupt.token()).run();
    return done.ok() ? kSuccess : report_failure("fovea render", done.error(), arguments.json);
}

}  // namespace fovea::cli
