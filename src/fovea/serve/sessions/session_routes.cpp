// Sessions themselves: made, listed, looked at, deleted; their history, cost and events.
#include "fovea/base/json_text.hpp"
#include "fovea/serve/events/envelope.hpp"
#include "fovea/serve/events/sse_answer.hpp"
#include "fovea/serve/sessions/block_json.hpp"
#include "fovea/serve/sessions/json_body.hpp"
#include "fovea/serve/sessions/routes.hpp"
#include "fovea/serve/sessions/usage_rows.hpp"

#include <algorithm>

namespace fovea::serve {
namespace {

namespace json = boost::json;

constexpr std::uint64_t kMaxPage = 1000;

// Entries that are read for so many messages or events: some of them are of other kinds.
std::size_t at_once(std::uint64_t wanted) {
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(2 * wanted, 16, kMaxPage));
}

json::object to_json(const store::SessionInfo& info) {
    return {
        {"session_id", info.id},
        {"title", info.title},
        {"created", store::to_iso_text(info.created)},
        {"last_use", store::to_iso_text(info.last_use)},
        {"images", info.images}};
}

class SessionRoutes {
public:
    SessionRoutes(SessionDesk& desk, Timers& timers) : desk_(desk), timers_(timers) {}

    Result<Response> create(Call& call) const {
        const auto body = TRY(object_in(call, {"session_id", "workspace", "model"}));
        NewSession wanted{.workspace = TRY(text_field(body, "workspace"))};
        wanted.model = TRY(text_field(body, "model"));
        if (auto id = TRY(text_field(body, "session_id")); !id.empty()) wanted.id = std::move(id);
        const auto id = TRY(desk_.create(call.who, wanted));
        auto response = Response::json(201, TRY(about(id)));
        response.headers.emplace_back("location", "/sessions/" + id);
        return response;
    }

    Result<Response> list(Call& call) const {
        const auto most = std::min(TRY(number_parameter(call.request, "limit", 100)), kMaxPage);
        const auto after = call.request.parameter("after");
        if (!after.empty()) TRY(desk_.admit(call.who, after));
        json::array sessions;
        const auto page = TRY(desk_.list(call.who, static_cast<std::size_t>(most) + 1, after));
        for (std::size_t i = 0; i < page.size() && i < most; ++i) {
            auto object = to_json(page[i]);
            put_about(page[i].id, TRY(desk_.about(page[i].id)), object);
            sessions.push_back(std::move(object));
        }
        const bool more = page.size() > most && most > 0;
        return Response::json(
            200,
            json::object{
                {"sessions", std::move(sessions)},
                {"next",
                 more ? json::value(page[static_cast<std::size_t>(most) - 1].id)
                      : json::value(nullptr)}}
        );
    }

    Result<Response> get(Call& call) const {
        const auto& id = call.argument("sid");
        TRY(desk_.admit(call.who, id));
        return Response::json(200, TRY(about(id)));
    }

    Result<Response> change(Call& call) const {
        const auto& id = call.argument("sid");
        TRY(desk_.admit(call.who, id));
        const auto body = TRY(object_in(call, {"title", "model"}));
        if (body.contains("model")) {
            const auto model = TRY(text_field(body, "model"));
            TRY(desk_.set_model(id, model));
        }
        if (body.contains("title")) {
            const auto title = TRY(text_field(body, "title"));
            if (title.empty()) return Error{ErrorCode::InvalidInput, "\"title\" is empty"};
            TRY(desk_.set_title(id, title));
        }
        return Response::json(200, TRY(about(id)));
    }

    Result<Response> branch(Call& call) const {
        const auto& id = call.argument("sid");
        TRY(desk_.admit(call.who, id));
        const auto body = TRY(object_in(call, {"before_seq"}));
        const auto* before = body.if_contains("before_seq");
        boost::system::error_code wrong;
        const auto seq = before != nullptr ? before->to_number<std::uint64_t>(wrong) : 0;
        if (before == nullptr || wrong) {
            return Error{ErrorCode::InvalidInput, "\"before_seq\" is the seq of a message"};
        }
        const auto made = TRY(desk_.branch(call.who, id, entry_of_seq(seq)));
        auto response = Response::json(201, TRY(about(made)));
        response.headers.emplace_back("location", "/sessions/" + made);
        return response;
    }

    Result<Response> remove(Call& call) const {
        const auto& id = call.argument("sid");
        TRY(desk_.admit(call.who, id));
        TRY(desk_.remove(id));
        return Response::empty(204);
    }

    // What was told, as it was told, without bytes: what `events` replays, page by page.
    Result<Response> log(Call& call) const {
        const auto& id = call.argument("sid");
        TRY(desk_.admit(call.who, id));
        const auto after = TRY(number_parameter(call.request, "after", 0));
        const auto most = std::min(TRY(number_parameter(call.request, "limit", 500)), kMaxPage);
        auto& sessions = desk_.machine().sessions();
        EntryEnvelopes envelopes(id, sessions, desk_.machine().blobs(), 0);
        std::string events;
        std::uint64_t last = after;
        std::size_t count = 0;
        bool more = true;
        while (more && count < most) {
            const auto entries =
                TRY(sessions.read(id, next_entry_after(last), at_once(most - count)));
            more = !entries.empty();
            for (const auto& entry : entries) {
                if (count >= most) break;
                for (const auto& each : envelopes.of(entry)) {
                    if (each->seq <= after) continue;
                    events += (count++ == 0 ? "" : ",") + each->json;
                }
                last = last_seq_of(entry.seq);
            }
        }
        if (more) more = entry_of_seq(last) < TRY(sessions.info(id)).entries;
        auto text = json_text(json::object{
            {"session_id", id},
            {"last_seq", last},
            {"next", more ? json::value(last) : json::value(nullptr)}});
        text.back() = ',';
        text += "\"events\":[" + events + "]}";
        return Response{
            .headers = {{"content-type", "application/json"}, {"cache-control", "no-store"}},
            .body = std::move(text)};
    }

    // References, never bytes.
    Result<Response> history(Call& call) const {
        const auto& id = call.argument("sid");
        TRY(desk_.admit(call.who, id));
        const auto after = TRY(number_parameter(call.request, "after", 0));
        const auto most = std::min(TRY(number_parameter(call.request, "limit", 200)), kMaxPage);
        json::array messages;
        std::uint64_t last = entry_of_seq(after);
        bool more = true;
        while (more && messages.size() < most) {
            const auto wanted = at_once(most - messages.size());
            const auto entries = TRY(desk_.machine().sessions().read(id, last + 1, wanted));
            more = entries.size() == wanted;
            for (const auto& entry : entries) {
                if (messages.size() == most) {
                    more = true;
                    break;
                }
                last = entry.seq;
                if (entry.kind != store::EntryKind::Message) continue;
                messages.push_back(TRY(to_json(entry)));
            }
        }
        const auto last_seq = last_seq_of(last);
        return Response::json(
            200,
            json::object{
                {"session_id", id},
                {"messages", std::move(messages)},
                {"last_seq", last == 0 ? 0 : last_seq},
                {"next", more ? json::value(last_seq) : json::value(nullptr)}}
        );
    }

    Result<Response> usage(Call& call) const {
        const auto& id = call.argument("sid");
        TRY(desk_.admit(call.who, id));
        json::object models;
        double cost = 0;
        for (const auto& entry : TRY(desk_.machine().sessions().read(id))) {
            if (entry.kind != store::EntryKind::Usage) continue;
            const auto body = TRY(store::body_of(entry));
            const auto provider = TRY(text_field(body, "provider"));
            const auto model = TRY(text_field(body, "model"));
            auto& row = models[provider + "/" + model];
            if (!row.is_object()) row = json::object();
            cost += add_usage(row.as_object(), body);
        }
        return Response::json(
            200, json::object{{"session_id", id}, {"cost_usd", cost}, {"models", std::move(models)}}
        );
    }

    Result<Response> events(Call& call) const {
        const auto& id = call.argument("sid");
        TRY(desk_.admit(call.who, id));
        std::optional<std::uint64_t> last;
        if (const auto seen = call.request.header("last-event-id")) {
            last = TRY(number_from(*seen, "Last-Event-ID"));
        } else if (const auto asked = call.request.parameter("last_seq"); !asked.empty()) {
            last = TRY(number_from(asked, "last_seq"));
        }
        Response response;
        response.later = make_sse_answer(desk_.hub(), timers_, id, last);
        return response;
    }

private:
    Result<json::object> about(const std::string& id) const {
        auto object = to_json(TRY(desk_.machine().sessions().info(id)));
        put_about(id, TRY(desk_.about(id)), object);
        return object;
    }

    void put_about(const std::string& id, const SessionAbout& about, json::object& object) const {
        const auto turns = desk_.waiting(id);
        object["turns"] = json::array(turns.begin(), turns.end());
        object["model"] = to_utf8(about.model);
        object["workspace"] = to_utf8(about.workspace);
    }

    static Result<json::object> to_json(const store::Entry& entry) {
        const auto message = TRY(store::message_of(entry));
        return json::object{
            {"seq", entry.seq * kSeqsPerEntry},
            {"ts", store::to_iso_text(entry.time)},
            {"role", message.role == content::Role::Assistant ? "assistant" : "user"},
            {"content", blocks_json(message.content)}};
    }
    static json::object to_json(const store::SessionInfo& info) { return serve::to_json(info); }

    SessionDesk& desk_;
    Timers& timers_;
};

}  // namespace

std::vector<Route> session_routes(SessionDesk& desk, Timers& timers) {
    const auto routes = std::make_shared<SessionRoutes>(desk, timers);
    const auto by = [routes](auto method) {
        return [routes, method](Call& call) { return ((*routes).*method)(call); };
    };
    return {
        {.method = "POST",
         .path = "/sessions",
         .takes = {"application/json"},
         .answer = by(&SessionRoutes::create)},
        {.method = "GET", .path = "/sessions", .answer = by(&SessionRoutes::list)},
        {.method = "GET", .path = "/sessions/{sid}", .answer = by(&SessionRoutes::get)},
        {.method = "PATCH",
         .path = "/sessions/{sid}",
         .takes = {"application/json"},
         .answer = by(&SessionRoutes::change)},
        {.method = "DELETE",
         .path = "/sessions/{sid}",
         .answer = by(&SessionRoutes::remove),
         .pace = net::Pace::Lasts},
        {.method = "POST",
         .path = "/sessions/{sid}/branch",
         .takes = {"application/json"},
         .answer = by(&SessionRoutes::branch)},
        {.method = "GET", .path = "/sessions/{sid}/log", .answer = by(&SessionRoutes::log)},
        {.method = "GET", .path = "/sessions/{sid}/history", .answer = by(&SessionRoutes::history)},
        {.method = "GET", .path = "/sessions/{sid}/usage", .answer = by(&SessionRoutes::usage)},
        {.method = "GET", .path = "/sessions/{sid}/events", .answer = by(&SessionRoutes::events)},
    };
}

}  // namespace fovea::serve
