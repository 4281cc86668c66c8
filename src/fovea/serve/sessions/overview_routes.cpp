// What a client has to know before it begins: who it is and what it may send, which models there are, and what was spent.
#include "fovea/base/utf8.hpp"
#include "fovea/context/picture_estimate.hpp"
#include "fovea/delivery/target.hpp"
#include "fovea/host/equipment.hpp"
#include "fovea/host/model_list.hpp"
#include "fovea/ingest/intake.hpp"
#include "fovea/models/catalogue.hpp"
#include "fovea/serve/sessions/json_body.hpp"
#include "fovea/serve/sessions/message_body.hpp"
#include "fovea/serve/sessions/pictures_by_day.hpp"
#include "fovea/serve/sessions/routes.hpp"
#include "fovea/serve/sessions/usage_rows.hpp"

#include <map>
#include <tuple>

namespace fovea::serve {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxSessions = 500;

class OverviewRoutes {
public:
    explicit OverviewRoutes(SessionDesk& desk) : desk_(desk) {}

    Result<Response> whoami(Call& call) const {
        const auto& images = desk_.situation().settings().images;
        json::array scopes;
        for (const auto scope : call.who.scopes) scopes.emplace_back(name_of(scope));
        return Response::json(
            200,
            json::object{
                {"name", to_utf8(call.who.name)},
                {"scopes", std::move(scopes)},
                {"version", FOVEA_VERSION},
                {"limits",
                 {{"images_per_message", images.max_per_message},
                  {"images_per_session", images.max_per_session},
                  {"image_bytes", std::min(images.max_size_bytes, images.max_file_bytes)}}}}
        );
    }

    Result<Response> models(Call&) const {
        const auto& situation = desk_.situation();
        const auto& settings = situation.settings();
        json::array rows;
        for (const auto& model : host::all_models(settings)) {
            if (model.model.provider.empty()) continue;  // nobody offers it
            auto row = host::to_json(model);
            const auto ready = host::check_model(situation, model.model.full_name());
            row["ready"] = ready.ok();
            if (!ready.ok()) row["why"] = to_utf8(ready.error().message);
            rows.push_back(std::move(row));
        }
        return Response::json(
            200,
            json::object{
                {"as_of", fovea::models::shipped_catalogue().as_of()},
                {"currency", "USD per million tokens"},
                {"default", to_utf8(host::full_model_name(situation, std::nullopt))},
                {"vision", to_utf8(settings.vision.model)},
                {"models", std::move(rows)}}
        );
    }

    // What a picture of that size will come to with a model, before it is sent.
    Result<Response> estimate(Call& call) const {
        constexpr std::uint64_t kMostEdge = 1u << 20;
        const auto& request = call.request;
        const auto width = TRY(number_parameter(request, "width", 0));
        const auto height = TRY(number_parameter(request, "height", 0));
        if (width == 0 || height == 0 || width > kMostEdge || height > kMostEdge) {
            return Error{ErrorCode::InvalidInput, "\"width\" and \"height\" are its pixels"};
        }
        const media::PixelSize size{
            static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
        return Response::json(
            200, TRY(reckon(request.parameter("model"), size, request.parameter("mime")))
        );
    }

    // The same of what is behind an address. Fetched through the gate, as it is when it is sent, and let go again.
    Result<Response> look(Call& call) const {
        const auto body = TRY(object_in(call, {"url", "model"}));
        const auto url = TRY(text_field(body, "url"));
        auto& machine = desk_.machine();
        const auto image = TRY(ingest::take_image_behind(url, machine.intake(), call.stop));
        const auto* blob = content::blob_of(image.source);
        const auto bytes =
            blob != nullptr ? machine.blobs().size(*blob) : Result<std::uint64_t>(std::uint64_t{0});
        if (blob != nullptr) forget_files(machine, {*blob});
        const auto asked = TRY(text_field(body, "model"));
        auto object = TRY(reckon(asked, image.size, image.mime));
        object["width"] = image.size.width;
        object["height"] = image.size.height;
        object["mime"] = image.mime;
        object["bytes"] = TRY(bytes);
        return Response::json(200, std::move(object));
    }

    // One row a day, model and session, of the sessions that were used last, and the pictures of each day. What a branch or a bundle brought
    // along was spent elsewhere.
    Result<Response> usage(Call& call) const {
        std::map<std::tuple<std::string, std::string, std::string>, json::object> days;
        PicturesByDay shown;
        const auto sessions = TRY(desk_.list(call.who, kMaxSessions + 1, ""));
        for (std::size_t i = 0; i < sessions.size() && i < kMaxSessions; ++i) {
            const auto brought = TRY(desk_.about(sessions[i].id)).brought;
            const auto entries = TRY(desk_.machine().sessions().read(sessions[i].id));
            TRY(shown.add_session(entries, brought));
            for (const auto& entry : entries) {
                if (entry.kind != store::EntryKind::Usage || entry.seq <= brought) continue;
                const auto body = TRY(store::body_of(entry));
                const auto provider = TRY(text_field(body, "provider"));
                const auto model = provider + "/" + TRY(text_field(body, "model"));
                const auto day = store::to_iso_text(entry.time).substr(0, 10);
                add_usage(days[{day, model, sessions[i].id}], body);
            }
        }
        json::array rows;
        for (auto& [key, row] : days) {
            row["day"] = std::get<0>(key);
            row["model"] = std::get<1>(key);
            row["session_id"] = std::get<2>(key);
            rows.push_back(std::move(row));
        }
        json::array pictures;
        for (const auto& [key, count] : shown.counts()) {
            pictures.push_back({{"day", key.first}, {"state", key.second}, {"count", count}});
        }
        return Response::json(
            200,
            json::object{
                {"days", std::move(rows)},
                {"pictures", std::move(pictures)},
                {"complete", sessions.size() <= kMaxSessions}}
        );
    }

private:
    Result<json::object> reckon(
        const std::string& asked, const media::PixelSize& size, const std::string& mime
    ) const {
        const auto& situation = desk_.situation();
        const auto name = asked.empty() ? host::full_model_name(situation, std::nullopt) : asked;
        const auto target = TRY(delivery::find_target(situation.settings(), name));
        const auto lossless = mime == "image/jpeg" ? context::Lossless::No : context::Lossless::Yes;
        const bool sees = target.can.vision.value && !target.is_local();
        const auto estimate = sees ? context::estimate_picture(size, lossless, target.limits)
                                   : context::PictureEstimate{};
        return json::object{
            {"model", to_utf8(target.name)},
            {"sees", target.can.vision.value},
            {"tokens", estimate.tokens},
            {"tiles", estimate.tiles},
            {"downscaled", estimate.downscaled}};
    }

    SessionDesk& desk_;
};

}  // namespace

std::vector<Route> overview_routes(SessionDesk& desk) {
    const auto routes = std::make_shared<OverviewRoutes>(desk);
    const auto by = [routes](auto method) {
        return [routes, method](Call& call) { return ((*routes).*method)(call); };
    };
    return {
        {.method = "GET", .path = "/whoami", .answer = by(&OverviewRoutes::whoami)},
        {.method = "GET", .path = "/models", .answer = by(&OverviewRoutes::models)},
        {.method = "GET", .path = "/estimate", .answer = by(&OverviewRoutes::estimate)},
        {.method = "POST",
         .path = "/estimate",
         .takes = {"application/json"},
         .answer = by(&OverviewRoutes::look),
         .pace = net::Pace::Lasts},
        {.method = "GET",
         .path = "/usage",
         .answer = by(&OverviewRoutes::usage),
         .pace = net::Pace::Lasts},
    };
}

}  // namespace fovea::serve
