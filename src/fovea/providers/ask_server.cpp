#include "fovea/providers/ask_server.hpp"

#include "fovea/base/json_text.hpp"
#include "fovea/config/provider_kinds.hpp"
#include "fovea/net/http/origin.hpp"
#include "fovea/providers/endpoint_url.hpp"

#include <boost/json.hpp>

namespace fovea::providers {
namespace {

using models::ServerMetadata;
using Told = std::optional<ServerMetadata>;

constexpr std::uint64_t kMaxReply = 8 << 20;

Error untold(std::string message) {
    return {ErrorCode::LlmError, std::move(message)};
}

struct Answer {
    int status = 0;
    std::string body;
};

// One provider's server, with what goes along with every request to it.
class Server {
public:
    Server(
        net::HttpSender& client,
        const config::ProviderSettings& provider,
        const net::HttpHeaders& headers,
        std::chrono::milliseconds timeout,
        const std::stop_token& stop
    )
        : client_(client),
          base_url_(provider.base_url),
          headers_(headers),
          timeout_(timeout),
          stop_(stop) {}

    // Of the API that the address is about.
    Result<Answer> get(std::string_view path) const {
        return send("GET", endpoint_url(base_url_, path), nullptr);
    }
    Result<Answer> post(std::string_view path, std::string json) const {
        net::StringBody body(std::move(json));
        return send("POST", endpoint_url(base_url_, path), &body);
    }

    // Of the server itself, beside its API.
    Result<Answer> get_page(const std::string& path) const {
        return send("GET", server_root(base_url_) + path, nullptr);
    }

    // Paths and queries are left out: they hold keys.
    std::string name() const {
        const auto origin = net::origin_of(base_url_);
        return origin.ok() ? origin.value().text() : "the server";
    }

private:
    Result<Answer> send(const std::string& method, const std::string& url, net::BodySource* body)
        const {
        Answer answer;
        auto headers = headers_;
        if (body != nullptr) headers.push_back({"content-type", "application/json"});
        const auto collect = [&](std::string_view piece) {
            answer.body += piece;
            return net::Flow::Continue;
        };
        const auto response = client_.send(
            {.method = method,
             .url = url,
             .headers = std::move(headers),
             .body = body,
             .connect_timeout = timeout_,
             .idle_timeout = timeout_,
             .total_timeout = timeout_,
             .max_response_bytes = kMaxReply},
            {.on_body = collect},
            stop_
        );
        if (!response.ok()) {
            const bool cancelled = response.error().kind == net::HttpFailure::Kind::Cancelled;
            return Error{
                cancelled ? ErrorCode::Cancelled : ErrorCode::LlmError, response.error().message};
        }
        answer.status = response.value().status;
        return answer;
    }

    net::HttpSender& client_;
    std::string base_url_;
    const net::HttpHeaders& headers_;
    std::chrono::milliseconds timeout_;
    const std::stop_token& stop_;
};

Result<Told> ask_ollama(const Server& server, const std::string& id) {
    const boost::json::object question{{"model", id}};
    const auto answer = TRY(server.post("/api/show", json_text(question)));
    if (answer.status == 404) return untold(server.name() + " has no model \"" + id + "\"");
    if (answer.status != 200) {
        return untold(server.name() + " answered with status " + std::to_string(answer.status));
    }
    return Told(TRY(models::read_ollama_show(answer.body)));
}

// "a%2Fb" for "a/b".
std::string escaped(std::string_view text) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' || c == '~';
        const auto byte = static_cast<unsigned char>(c);
        out += plain ? std::string(1, c) : std::string{'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
    return out;
}

// A llama.cpp server with several models wants to know which one is meant, and would load it to
// answer unless told not to. One with a single model takes no notice of either.
Result<Told> ask_llamacpp(const Server& server, const std::string& id) {
    const auto answer = TRY(server.get_page("/props?model=" + escaped(id) + "&autoload=false"));
    if (answer.status != 200) return Told();
    auto told = models::read_llamacpp_props(answer.body);
    if (!told.ok() || told.value() == ServerMetadata{}) return Told();
    return Told(std::move(told).value());
}

Result<Told> ask_openai_compatible(const Server& server, const std::string& id) {
    const auto answer = TRY(server.get("/v1/models"));
    if (answer.status == 401 || answer.status == 403) {
        return untold(
            server.name() + " needs a key to list its models (status " +
            std::to_string(answer.status) + ")"
        );
    }
    if (answer.status == 200) {
        auto told = models::read_openrouter_models(answer.body, id);
        if (told.ok() && told.value() && *told.value() != ServerMetadata{}) return told;
        const auto origin = net::origin_of(server.name());
        if (origin.ok() && origin.value().host == "openrouter.ai") return told;
    }
    return ask_llamacpp(server, id);
}

}  // namespace

bool can_tell_of_models(std::string_view kind) {
    return config::facts_of_kind(kind).tells_of_models;
}

Result<Told> ask_server(
    net::HttpSender& client,
    const config::ProviderSettings& provider,
    const std::string& id,
    const net::HttpHeaders& headers,
    std::chrono::milliseconds timeout,
    const std::stop_token& stop
) {
    if (!can_tell_of_models(provider.kind)) return Told();
    const Server server(client, provider, headers, timeout, stop);
    return provider.kind == "ollama" ? ask_ollama(server, id) : ask_openai_compatible(server, id);
}

}  // namespace fovea::providers
