// The pictures of a session: what became of each, their bytes, and pin, drop and restore.
#include "fovea/base/utf8.hpp"
#include "fovea/host/session_choice.hpp"
#include "fovea/proxy/describe/descriptions.hpp"
#include "fovea/reading/answer/changes/compared_json.hpp"
#include "fovea/serve/sessions/blob_answer.hpp"
#include "fovea/serve/sessions/json_body.hpp"
#include "fovea/serve/sessions/reading_answer.hpp"
#include "fovea/serve/sessions/routes.hpp"
#include "fovea/store/image_change.hpp"
#include "fovea/store/ledger.hpp"

namespace fovea::serve {
namespace {

namespace json = boost::json;

constexpr std::uint32_t kThumbEdge = 256;
constexpr int kVariantVersion = 1;  // of how they are made: part of their names

class PictureRoutes {
public:
    explicit PictureRoutes(SessionDesk& desk) : desk_(desk) {}

    Result<Response> list(Call& call) const {
        const auto& session = call.argument("sid");
        TRY(desk_.admit(call.who, session));
        json::array images;
        for (const auto& image : TRY(ledger(session))) images.push_back(to_json(session, image));
        return Response::json(
            200, json::object{{"session_id", session}, {"images", std::move(images)}}
        );
    }

    Result<Response> bytes(Call& call) const {
        const auto& session = call.argument("sid");
        TRY(desk_.admit(call.who, session));
        const auto image = TRY(find(call));
        const auto* blob = content::blob_of(image.image);
        if (blob == nullptr && image.file) blob = &*image.file;
        if (blob == nullptr) {
            return Error{ErrorCode::FileNotFound, "this image has not been stored yet"};
        }
        const auto variant = call.request.parameter("variant");
        if (variant.empty() || variant == "full") {
            return answer_with_blob(
                call.request, desk_.machine().blobs(), *blob, image.mime, image.filename
            );
        }
        if (variant == "low") {
            const auto edge = desk_.situation().settings().images.low_res_size;
            return smaller(call, *blob, variant, static_cast<std::uint32_t>(edge));
        }
        if (variant == "thumb") return smaller(call, *blob, variant, kThumbEdge);
        return Error{ErrorCode::InvalidInput, "variant must be full, low or thumb"};
    }

    Result<Response> reading(Call& call) const {
        TRY(desk_.admit(call.who, call.argument("sid")));
        const auto image = TRY(find(call));
        return answer_with_reading(desk_, TRY(stored_block(image)), call.stop);
    }

    // What stood in its place for models that do not see.
    Result<Response> description(Call& call) const {
        const auto& session = call.argument("sid");
        TRY(desk_.admit(call.who, session));
        const auto entries = TRY(desk_.machine().sessions().read(session));
        const auto images = TRY(store::ledger_of(entries));
        const auto image = TRY(host::find_image(images, call.argument("image")));
        const auto* blob = content::blob_of(image.image);
        if (blob == nullptr && image.file) blob = &*image.file;
        const auto known = proxy::descriptions_of(entries);
        const auto* said = blob != nullptr ? known.find(blob->sha256) : nullptr;
        if (said == nullptr) {
            return Error{ErrorCode::FileNotFound, "this image has not been described yet"};
        }
        return Response::json(
            200, json::object{{"model", to_utf8(said->model)}, {"text", to_utf8(said->text)}}
        );
    }

    Result<Response> compare(Call& call) const {
        const auto& session = call.argument("sid");
        TRY(desk_.admit(call.who, session));
        const auto images = TRY(ledger(session));
        const auto pick = [&](const char* name) -> Result<content::ImageBlock> {
            const auto id = call.request.parameter(name);
            if (id.empty()) {
                return Error{
                    ErrorCode::InvalidInput, std::string(name) + " is an image of the session"};
            }
            const auto image = TRY(host::find_image(images, id));
            return stored_block(image);
        };
        const auto before = TRY(pick("before"));
        const auto after = TRY(pick("after"));
        const auto compared = TRY(desk_.machine().compare(before, after, call.stop));
        return Response::json(200, reading::compared_json(compared, reading::kMaxToldRegions));
    }

    Result<Response> change(Call& call, store::ImageAction action) const {
        const auto& session = call.argument("sid");
        TRY(desk_.admit(call.who, session));
        const auto image = TRY(find(call));
        TRY(store::change_image(
            desk_.machine().sessions(),
            session,
            {.action = action, .image = image.image},
            store::system_now()
        ));
        const auto now = TRY(find(call));
        return Response::json(200, to_json(session, now));
    }

private:
    Result<std::vector<store::LedgerImage>> ledger(const std::string& session) const {
        const auto entries = TRY(desk_.machine().sessions().read(session));
        return store::ledger_of(entries);
    }
    Result<store::LedgerImage> find(const Call& call) const {
        const auto images = TRY(ledger(call.argument("sid")));
        return host::find_image(images, call.argument("image"));
    }

    static Result<content::ImageBlock> stored_block(const store::LedgerImage& image) {
        const auto* blob = content::blob_of(image.image);
        if (blob == nullptr && image.file) blob = &*image.file;
        if (blob == nullptr) {
            return Error{ErrorCode::FileNotFound, "this image has not been stored yet"};
        }
        return content::ImageBlock{
            .source = *blob, .mime = image.mime, .size = image.size, .filename = image.filename};
    }

    Result<Response> smaller(
        const Call& call, const content::BlobRef& blob, const std::string& name, std::uint32_t edge
    ) const {
        auto& variants = desk_.machine().variants();
        const auto variant = TRY(variants.make(blob, {.target = {.max_edge = edge}}, call.stop));
        const auto bytes = TRY(variants.read(variant.blob));
        const auto text = std::make_shared<const std::string>(as_text(bytes));
        return answer_with(
            call.request,
            {.etag = "sha256-" + blob.sha256.hex() + "-" + name + "-" + std::to_string(edge) +
                     "-v" + std::to_string(kVariantVersion),
             .mime = variant.mime,
             .size = text->size(),
             .read = [text](std::uint64_t offset, std::size_t most) -> Result<std::string> {
                 return text->substr(static_cast<std::size_t>(offset), most);
             }}
        );
    }

    static json::object to_json(const std::string& session, const store::LedgerImage& image) {
        json::object object;
        if (const auto* blob = content::blob_of(image.image)) {
            object["image_id"] = blob->sha256.hex();
            object["url"] = "/sessions/" + session + "/images/" + blob->sha256.hex();
        } else {
            object["url"] = to_utf8(std::get<content::UrlRef>(image.image).url);
        }
        object["mime"] = image.mime;
        object["width"] = image.size.width;
        object["height"] = image.size.height;
        object["filename"] = to_utf8(image.filename);
        object["alt"] = to_utf8(image.alt);
        object["state"] = store::name_of(image.state());
        object["estimated_tokens"] = image.reached.tokens;
        object["age"] = image.age;
        object["pinned"] = image.pinned;
        object["dropped"] = image.dropped;
        return object;
    }

    SessionDesk& desk_;
};

}  // namespace

std::vector<Route> picture_routes(SessionDesk& desk) {
    const auto routes = std::make_shared<PictureRoutes>(desk);
    const auto change = [&](const char* path, store::ImageAction action) {
        return Route{
            .method = "POST",
            .path = std::string("/sessions/{sid}/images/{image}/") + path,
            .takes = {"application/json"},
            .answer = [routes, action](Call& call) { return routes->change(call, action); }};
    };
    return {
        {.method = "GET",
         .path = "/sessions/{sid}/images",
         .answer = [routes](Call& call) { return routes->list(call); }},
        {.method = "GET",
         .path = "/sessions/{sid}/images/{image}",
         .answer = [routes](Call& call) { return routes->bytes(call); },
         .pace = net::Pace::Lasts},
        {.method = "GET",
         .path = "/sessions/{sid}/images/{image}/reading",
         .answer = [routes](Call& call) { return routes->reading(call); },
         .pace = net::Pace::Lasts},
        {.method = "GET",
         .path = "/sessions/{sid}/images/{image}/description",
         .answer = [routes](Call& call) { return routes->description(call); }},
        {.method = "GET",
         .path = "/sessions/{sid}/compare",
         .answer = [routes](Call& call) { return routes->compare(call); },
         .pace = net::Pace::Lasts},
        change("pin", store::ImageAction::Pin),
        change("unpin", store::ImageAction::Unpin),
        change("drop", store::ImageAction::Drop),
        change("restore", store::ImageAction::Restore),
    };
}

}  // namespace fovea::serve
