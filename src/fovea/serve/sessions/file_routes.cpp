// The documents of a session: their bytes, and their pages as pictures.
#include "fovea/base/utf8.hpp"
#include "fovea/content/any_block.hpp"
#include "fovea/delivery/stored_document.hpp"
#include "fovea/serve/sessions/blob_answer.hpp"
#include "fovea/serve/sessions/json_body.hpp"
#include "fovea/serve/sessions/reading_answer.hpp"
#include "fovea/serve/sessions/routes.hpp"

#include <algorithm>

namespace fovea::serve {
namespace {

namespace json = boost::json;

constexpr std::uint32_t kPageEdge = 1568;
constexpr std::uint32_t kThumbEdge = 256;

class FileRoutes {
public:
    explicit FileRoutes(SessionDesk& desk) : desk_(desk) {}

    Result<Response> list(Call& call) const {
        const auto& session = call.argument("sid");
        TRY(desk_.admit(call.who, session));
        json::array files;
        for (const auto& file : TRY(documents(session))) {
            files.push_back(TRY(to_json(session, file)));
        }
        return Response::json(
            200, json::object{{"session_id", session}, {"files", std::move(files)}}
        );
    }

    Result<Response> bytes(Call& call) const {
        const auto file = TRY(find(call));
        const auto blob = *content::blob_of(file.source);
        return answer_with_blob(
            call.request, desk_.machine().blobs(), blob, file.mime, file.filename
        );
    }

    Result<Response> pages(Call& call) const {
        const auto file = TRY(find(call));
        const auto services = desk_.machine().documents();
        const auto document = TRY(delivery::StoredDocument::open(file, services, call.stop));
        auto object = TRY(to_json(call.argument("sid"), file));
        object["pages"] = TRY(document.pages(std::nullopt)).size();
        return Response::json(200, object);
    }

    Result<Response> page(Call& call) const {
        const bool is_thumb = call.request.parameter("variant") == "thumb";
        const auto services = desk_.machine().documents();
        const auto document = TRY(opened(call, services));
        const auto page = TRY(document.pages(call.argument("page")));
        const auto image = TRY(drawn(document, page, is_thumb ? kThumbEdge : kPageEdge, call.stop));
        return answer_with_blob(
            call.request,
            desk_.machine().blobs(),
            *content::blob_of(image.source),
            image.mime,
            image.filename
        );
    }

    // Of the picture that page() gives. What the document says itself is certain, and there at once.
    Result<Response> reading(Call& call) const {
        const auto services = desk_.machine().documents();
        const auto document = TRY(opened(call, services));
        const auto page = TRY(document.pages(call.argument("page")));
        const auto image = TRY(drawn(document, page, kPageEdge, call.stop));
        const auto texts = TRY(document.text(page, {}, call.stop));
        if (!texts.empty() && TRY(document.to_see(texts, call.stop)).empty()) {
            return answer_with_text(texts.front(), image.size);
        }
        return answer_with_reading(desk_, image, call.stop);
    }

private:
    Result<delivery::StoredDocument> opened(
        const Call& call, const delivery::DocumentServices& services
    ) const {
        TRY(number_from(call.argument("page"), "a page"));  // one, and no range
        const auto file = TRY(find(call));
        return delivery::StoredDocument::open(file, services, call.stop);
    }

    static Result<content::ImageBlock> drawn(
        const delivery::StoredDocument& document,
        const media::PageNumbers& page,
        std::uint32_t edge,
        const std::stop_token& stop
    ) {
        const auto pictures = TRY(document.pictures(page, edge, {}, stop));
        if (pictures.empty()) return Error{ErrorCode::FileNotFound, "there is no such page"};
        return pictures.front().image;
    }

    // Each once, in the order in which they came.
    Result<std::vector<content::DocumentBlock>> documents(const std::string& session) const {
        std::vector<content::DocumentBlock> found;
        const auto add = [&](const content::DocumentBlock& block) {
            const bool is_new = std::ranges::none_of(found, [&](const auto& known) {
                return known.source == block.source;
            });
            if (content::blob_of(block.source) != nullptr && is_new) found.push_back(block);
            return false;
        };
        for (const auto& entry : TRY(desk_.machine().sessions().read(session))) {
            if (entry.kind != store::EntryKind::Message) continue;
            const auto message = TRY(store::message_of(entry));
            content::any_block<content::DocumentBlock>({message}, add);
        }
        return found;
    }

    Result<content::DocumentBlock> find(const Call& call) const {
        const auto& session = call.argument("sid");
        TRY(desk_.admit(call.who, session));
        const auto all = TRY(documents(session));
        const auto file = std::ranges::find_if(all, [&](const auto& each) {
            return content::blob_of(each.source)->sha256.hex() == call.argument("file");
        });
        if (file == all.end()) return Error{ErrorCode::FileNotFound, "no such file in the session"};
        return *file;
    }

    Result<json::object> to_json(const std::string& session, const content::DocumentBlock& file)
        const {
        const auto blob = *content::blob_of(file.source);
        const auto id = blob.sha256.hex();
        return json::object{
            {"file_id", id},
            {"url", "/sessions/" + session + "/files/" + id},
            {"mime", file.mime},
            {"filename", to_utf8(file.filename)},
            {"bytes", TRY(desk_.machine().blobs().size(blob))}};
    }

    SessionDesk& desk_;
};

}  // namespace

std::vector<Route> file_routes(SessionDesk& desk) {
    const auto routes = std::make_shared<FileRoutes>(desk);
    const auto get = [&](const char* path, auto method) {
        return Route{
            .method = "GET",
            .path = std::string("/sessions/{sid}/files") + path,
            .answer = [routes, method](Call& call) { return ((*routes).*method)(call); },
            .pace = net::Pace::Lasts};
    };
    return {
        get("", &FileRoutes::list),
        get("/{file}", &FileRoutes::bytes),
        get("/{file}/pages", &FileRoutes::pages),
        get("/{file}/pages/{page}", &FileRoutes::page),
        get("/{file}/pages/{page}/reading", &FileRoutes::reading),
    };
}

}  // namespace fovea::serve
