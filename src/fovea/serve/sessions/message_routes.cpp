// What is said to a session: messages and their pictures, turns that wait, answers of a person.
#include "fovea/serve/events/sse_answer.hpp"
#include "fovea/serve/sessions/json_body.hpp"
#include "fovea/serve/sessions/message_body.hpp"
#include "fovea/serve/sessions/routes.hpp"

namespace fovea::serve {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxKey = 255;
constexpr std::size_t kOverhead = 2u << 20;  // words and boundaries around the pictures

class MessageRoutes {
public:
    explicit MessageRoutes(SessionDesk& desk)
        : desk_(desk),
          limits_(upload_limits(desk.situation().settings())),
          tidying_(desk.machine().call_threads().pool, {.at_once = 1, .waiting = 4096}) {}

    std::size_t max_body() const {
        return limits_.images * (limits_.image_bytes / 3 * 4 + 4) + kOverhead;
    }

    Result<std::unique_ptr<BodySink>> open_body(Call& call) const {
        TRY(desk_.admit(call.who, call.argument("sid")));
        if (call.request.content_type() != "multipart/form-data") {
            return std::unique_ptr<BodySink>();  // held in memory
        }
        return std::unique_ptr<BodySink>(TRY(open_upload(
            call.request.header("content-type").value_or(""),
            desk_.machine(),
            limits_,
            [this](std::vector<content::BlobRef> files) {
                tidying_.add([&machine = desk_.machine(), files = std::move(files)] {
                    forget_files(machine, files);
                });
            }
        )));
    }

    Result<Response> post(Call& call) const {
        const auto& session = call.argument("sid");
        TRY(desk_.admit(call.who, session));
        Posted posted;
        auto* const upload = dynamic_cast<UploadSink*>(call.sink.get());
        if (upload != nullptr) {
            posted = upload->take_posted();
        } else if (call.request.content_type() == "multipart/form-data") {
            return Error{ErrorCode::InvalidInput, "the multipart body is empty"};
        } else {
            posted = TRY(posted_from_json(call.body, session, desk_.machine(), limits_, call.stop));
        }
        posted.key = std::string(call.request.header("idempotency-key").value_or(""));
        if (posted.key.size() > kMaxKey) {
            return Error{
                ErrorCode::InvalidInput, "Idempotency-Key must be at most 255 characters long"};
        }
        const auto files = files_in(posted.message);
        const auto kept = desk_.post(call.who, session, std::move(posted), call.stop);
        if (!kept.ok()) {
            forget_files(desk_.machine(), files);
            return kept.error();
        }
        if (upload != nullptr) upload->keep();
        const auto turn = kept.value();
        if (call.request.parameter("wait") == "true") {
            Response response;
            response.later = make_turn_answer(desk_.hub(), session, turn);
            return response;
        }
        return Response::json(202, json::object{{"session_id", session}, {"turn_id", turn}});
    }

    Result<Response> turns(Call& call) const {
        const auto& session = call.argument("sid");
        TRY(desk_.admit(call.who, session));
        const auto turns = desk_.waiting(session);
        return Response::json(
            200,
            json::object{
                {"session_id", session}, {"turns", json::array(turns.begin(), turns.end())}}
        );
    }

    Result<Response> withdraw(Call& call) const {
        const auto& session = call.argument("sid");
        TRY(desk_.admit(call.who, session));
        const auto turn = TRY(number_from(call.argument("turn"), "a turn's id"));
        TRY(desk_.withdraw(session, turn));
        return Response::empty(204);
    }

    Result<Response> cancel(Call& call) const {
        const auto& session = call.argument("sid");
        TRY(desk_.admit(call.who, session));
        TRY(desk_.cancel(session));
        return Response::json(202, json::object{{"session_id", session}, {"cancelled", true}});
    }

    Result<Response> decide(Call& call) const {
        const auto& session = call.argument("sid");
        TRY(desk_.admit(call.who, session));
        const auto body = TRY(object_in(call, {"allow", "reason"}));
        const auto* allow = body.if_contains("allow");
        if (allow == nullptr || !allow->is_bool()) {
            return Error{ErrorCode::InvalidInput, "\"allow\" must be true or false"};
        }
        const auto reason = TRY(text_field(body, "reason"));
        TRY(desk_.decide(session, call.argument("call"), allow->get_bool(), reason));
        return Response::empty(204);
    }

private:
    SessionDesk& desk_;
    const UploadLimits limits_;
    mutable WorkPool::Lane tidying_;
};

}  // namespace

std::vector<Route> message_routes(SessionDesk& desk) {
    const auto routes = std::make_shared<MessageRoutes>(desk);
    const auto by = [routes](auto method) {
        return [routes, method](Call& call) { return ((*routes).*method)(call); };
    };
    return {
        {.method = "POST",
         .path = "/sessions/{sid}/messages",
         .takes = {"application/json", "multipart/form-data"},
         .max_body = routes->max_body(),
         .answer = by(&MessageRoutes::post),
         .open_body = by(&MessageRoutes::open_body),
         .pace = net::Pace::Lasts},
        {.method = "GET", .path = "/sessions/{sid}/turns", .answer = by(&MessageRoutes::turns)},
        {.method = "DELETE",
         .path = "/sessions/{sid}/turns/{turn}",
         .answer = by(&MessageRoutes::withdraw)},
        {.method = "POST",
         .path = "/sessions/{sid}/cancel",
         .takes = {"application/json"},
         .answer = by(&MessageRoutes::cancel)},
        {.method = "POST",
         .path = "/sessions/{sid}/permissions/{call}",
         .takes = {"application/json"},
         .answer = by(&MessageRoutes::decide)},
    };
}

}  // namespace fovea::serve
