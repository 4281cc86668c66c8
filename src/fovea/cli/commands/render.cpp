#include "fovea/cli/commands/render.hpp"

#include "fovea/base/json_text.hpp"
#include "fovea/cli/delivery_json.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/interrupt.hpp"
#include "fovea/cli/opened_delivery.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/cli/session_choice.hpp"
#include "fovea/cli/text.hpp"
#include "fovea/delivery/document_pages.hpp"
#include "fovea/delivery/routes.hpp"
#include "fovea/delivery/session_turn.hpp"
#include "fovea/delivery/url_pictures.hpp"
#include "fovea/ingest/messages.hpp"
#include "fovea/providers/body_reader.hpp"
#include "fovea/providers/exchange.hpp"
#include "fovea/proxy/descriptions.hpp"
#include "fovea/proxy/turn_sight.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <array>
#include <cstdio>

namespace fovea::cli {
namespace {

namespace json = boost::json;

struct Rendered {
    delivery::SessionView view;
    std::optional<std::string> session_id = {};
    proxy::Descriptions known = {};  // what was described before: nobody is asked now
};

// What is known of the pictures, for a model that cannot see.
proxy::TurnSight sight_of(
    const std::vector<content::Message>& messages, const proxy::Descriptions& known
) {
    proxy::TurnSight sight;
    for (const auto& seen : context::pictures_in(messages)) {
        const auto* blob = content::blob_of(seen.image->source);
        const auto* said = blob == nullptr ? nullptr : known.find(blob->sha256);
        if (said != nullptr) sight.seen[blob->sha256] = *said;
    }
    return sight;
}

Result<Rendered> conversation_of(
    const RenderArguments& arguments, OpenedDelivery& opened, const std::stop_token& stop
) {
    if (arguments.session) {
        const auto id = TRY(find_session(opened.sessions(), *arguments.session));
        const auto entries = TRY(opened.sessions().read(id));
        return Rendered{TRY(delivery::view_of(entries)), id, proxy::descriptions_of(entries)};
    }
    auto read = TRY(
        ingest::read_messages_file(ingest::parse_source(*arguments.messages), opened.intake(), stop)
    );
    for (const auto& note : read.notes) spdlog::warn("{}", printable(note));
    return Rendered{{std::move(read.messages), {}}};
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
    const delivery::Prepared& prepared,
    const delivery::Target& target,
    const delivery::SessionView& view,
    providers::BlobSource& files
) {
    json::object headers;
    for (const auto& [name, value] : prepared.wire.headers) headers[name] = value;
    const json::object envelope{
        {"model", target.name},
        {"url", providers::join_url(target.settings.base_url, prepared.wire.path)},
        {"headers", std::move(headers)},
        {"receipt", receipt_json(prepared.receipt, view.messages)},
    };
    // The body is JSON already, and stays as it is.
    auto text = json_text(envelope);
    text.pop_back();
    text += ",\"body\":" + TRY(delivery::body_text(prepared.wire.body, files)) + "}";
    print_line(text);
    return {};
}

Result<void> render(
    const RenderArguments& arguments, const Invocation& invocation, const std::stop_token& stop
) {
    OpenedDelivery opened(invocation);
    TRY(opened.open());
    const auto conversed = TRY(conversation_of(arguments, opened, stop));
    const auto& view = conversed.view;
    const auto server_says = opened.server_says(AskServers::No, stop);
    auto target = TRY(delivery::find_target(invocation.settings(), arguments.model, server_says));
    auto picturing = opened.picturing(target);
    picturing.standing_of = delivery::standing_for(view, target.kind);
    delivery::Conversation conversation{
        .messages = view.messages,
        .cache =
            conversed.session_id ? providers::PromptCache::Asked : providers::PromptCache::Unasked};
    delivery::WithPages pages;
    const auto documents = opened.documents();
    if (!target.is_local()) {
        pages = TRY(delivery::with_pages(view.messages, target, documents, stop));
        for (const auto& problem : pages.problems) spdlog::warn("{}", problem);
        conversation.messages = pages.messages;
    }
    const auto stored = conversation.messages;
    delivery::WithFiles urls;
    if (delivery::needs_files(target) || !target.can.vision.value) {
        const auto recall = opened.recall_url(conversed.session_id);
        urls = TRY(delivery::with_files(stored, picturing, recall, stop));
        conversation.messages = urls.messages;
        picturing.standing_of = [&urls, of = picturing.standing_of](const auto& image) {
            return of(urls.stored(image));
        };
    }
    const auto sight = sight_of(conversation.messages, conversed.known);
    if (!target.can.vision.value) picturing.in_words = proxy::in_words_of(sight);
    // Only this model: what a fallback would get is not what is asked for.
    auto settings = invocation.settings();
    settings.routing.fallback.clear();
    TRY(delivery::routes_for(conversation, arguments.model, settings, picturing, server_says));
    delivery::apply_learnt(
        target.limits, opened.services().learnt.of(target.endpoint(), store::system_now())
    );
    auto prepared = TRY(delivery::prepare(
        conversation,
        target,
        picturing,
        opened.variants(),
        arguments.stream ? providers::Delivery::Stream : providers::Delivery::Whole,
        stop
    ));
    delivery::name_as_stored(prepared.receipt, stored);
    delivery::forget_pages(prepared.receipt, pages);
    for (const auto& line : losses(prepared.receipt, view.messages)) spdlog::warn("{}", line);
    delivery::VariantFiles files(opened.variants());
    if (arguments.json) return print_json(prepared, target, view, files);
    return print_body(prepared.wire.body, files);
}

}  // namespace

int run_render(const RenderArguments& arguments, const Invocation& invocation) {
    if (!arguments.session && !arguments.messages) {
        fmt::print(
            stderr, "fovea render: --session or --messages is required\nTry fovea render --help.\n"
        );
        return kUsage;
    }
    const Interrupt interrupt;
    const auto done = render(arguments, invocation, interrupt.token());
    return done.ok() ? kSuccess : report_failure("fovea render", done.error(), arguments.json);
}

}  // namespace fovea::cli
