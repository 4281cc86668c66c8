#include "fovea/config/schema.hpp"

#include "fovea/config/checks.hpp"
#include "fovea/config/collections.hpp"
#include "fovea/config/nearest.hpp"
#include "fovea/config/setting_kinds.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace fovea::config {
namespace {

constexpr std::int64_t kMaxArena = 32 << 20;

std::vector<Key> top_keys() {
    using S = Settings;
    using A = AuxiliarySettings;
    const auto auxiliary = [](auto A::*member) { return Inner{&S::auxiliary_vision, member}; };
    return {
        text_setting(
            "model", "the main model: provider name / model id", Own{&S::model}, check_model_name
        ),
        flag_setting("local_only", "connect to this machine (loopback) only", Own{&S::local_only}),
        text_setting(
            "provider", "the main model's provider, if `model` does not name one", Own{&S::provider}
        ),
        text_setting("base_url", "that provider's URL", Own{&S::base_url}, check_base_url),
        secret_setting(
            "api_key", "that provider's key; only in a file of mode 0600", Own{&S::api_key}
        ),
        text_setting(
            "auxiliary.vision.provider",
            "the vision model's provider; by default the main one",
            auxiliary(&A::provider)
        ),
        text_setting(
            "auxiliary.vision.model", "another name for vision.model", auxiliary(&A::model)
        ),
        text_setting(
            "auxiliary.vision.base_url",
            "the vision model's URL; by default its provider's",
            auxiliary(&A::base_url),
            check_base_url
        ),
        secret_setting(
            "auxiliary.vision.api_key",
            "the vision model's key; by default its provider's",
            auxiliary(&A::api_key)
        ),
    };
}

std::vector<Key> image_keys() {
    using I = ImageSettings;
    const auto image = [](auto I::*member) { return Inner{&Settings::images, member}; };
    return {
        integer_setting(
            "images.max_edge",
            "longest edge of a prepared picture, in pixels",
            image(&I::max_edge),
            {16, 16384}
        ),
        integer_setting(
            "images.max_bytes",
            "bytes of a prepared picture, before base64",
            image(&I::max_bytes),
            {1024, kMaxArena}
        ),
        flag_setting(
            "images.downscale",
            "false: refuse what is too large instead of scaling it down",
            image(&I::downscale)
        ),
        integer_setting(
            "images.max_file_bytes",
            "largest file that is read",
            image(&I::max_file_bytes),
            {1024, kMaxArena}
        ),
        integer_setting(
            "images.max_pixels",
            "most pixels that a file may declare",
            image(&I::max_pixels),
            {1, 400'000'000}
        ),
        integer_setting(
            "images.max_per_message",
            "pictures in one message",
            image(&I::max_per_message),
            {1, 1000}
        ),
        integer_setting(
            "images.max_size_bytes",
            "bytes of one picture uploaded to `fovea serve`",
            image(&I::max_size_bytes),
            {1024, kMaxArena}
        ),
        integer_setting(
            "images.max_per_session",
            "pictures in one session",
            image(&I::max_per_session),
            {1, 100'000}
        ),
        integer_setting(
            "images.low_res_size",
            "longest edge of the small variant, in pixels",
            image(&I::low_res_size),
            {16, 4096}
        ),
        list_setting(
            "images.accept",
            "further input formats; none are supported yet, so only [] is valid",
            image(&I::accept),
            check_accept
        ),
    };
}

std::vector<Key> aging_keys() {
    using I = ImageSettings;
    const auto image = [](auto I::*member) { return Inner{&Settings::images, member}; };
    return {
        word_setting(
            "images.aging_policy",
            "how old pictures are scaled down, then replaced by text: cache-aware, turns or off",
            image(&I::aging_policy),
            {"cache-aware", "turns", "off"}
        ),
        integer_setting(
            "images.aging_full_turns",
            "turns for which a picture is sent in full",
            image(&I::aging_full_turns),
            {0, 1000}
        ),
        integer_setting(
            "images.aging_low_turns",
            "turns after that for which it is sent small",
            image(&I::aging_low_turns),
            {0, 1000}
        ),
        integer_setting(
            "images.cleanup_after_days",
            "days without use until `sessions gc` deletes a session; 0 keeps all",
            image(&I::cleanup_after_days),
            {0, 36500}
        ),
        text_setting(
            "images.storage_dir",
            "where pictures are kept; empty: in the data folder",
            image(&I::storage_dir)
        ),
    };
}

// A list that later layers only add to: a project's file cannot take back what the user's own forbids.
template <class Field>
Key adding_up(Key key, Field field) {
    key.set = [set = key.set, field](Settings& settings, const Value& value) -> Result<void> {
        auto before = field.of(settings);
        TRY(set(settings, value));
        for (auto& each : field.of(settings)) {
            if (std::ranges::find(before, each) == before.end()) before.push_back(each);
        }
        field.of(settings) = std::move(before);
        return {};
    };
    return key;
}

// A table whose later layers replace entries of the same name and add the others.
template <class Field>
Key laid_over(Key key, Field field) {
    key.set = [set = key.set, field](Settings& settings, const Value& value) -> Result<void> {
        auto before = field.of(settings);
        TRY(set(settings, value));
        field.of(settings).merge(before);
        return {};
    };
    return key;
}

// pi-vision-proxy's word for a value.
Key also_called(Key key, const std::string& other, const std::string& word) {
    key.set = [=, set = key.set](Settings& settings, const Value& value) {
        return set(settings, value == Value{other} ? Value{word} : value);
    };
    return key;
}

std::vector<Key> vision_keys() {
    using V = VisionSettings;
    const auto vision = [](auto V::*member) { return Inner{&Settings::vision, member}; };
    return {
        text_setting(
            "vision.model",
            "the model that describes pictures: provider name / model id",
            vision(&V::model),
            check_model_name
        ),
        also_called(
            word_setting(
                "vision.mode",
                "when pictures are described: auto (for models without vision), always or off",
                vision(&V::mode),
                {"auto", "always", "off"}
            ),
            "fallback",
            "auto"
        ),
        flag_setting(
            "vision.grounding",
            "ask models for bounding boxes in their own format",
            vision(&V::grounding)
        ),
        laid_over(
            map_setting(
                "vision.grounding_models",
                "bounding box format of a model; `none` removes a shipped one",
                vision(&V::grounding_models),
                check_formats
            ),
            vision(&V::grounding_models)
        ),
        integer_setting(
            "vision.timeout_s",
            "timeout of one description, in seconds",
            vision(&V::timeout_s),
            {1, 3600}
        ),
        flag_setting("vision.tool", "models may call analyze_image", vision(&V::tool)),
        integer_setting(
            "vision.max_images_per_call",
            "most pictures in one call of analyze_image",
            vision(&V::max_images_per_call),
            {1, 20}
        ),
        integer_setting(
            "vision.max_batch",
            "most pictures of one turn that are described together; 1: never together",
            vision(&V::max_batch),
            {1, 10}
        ),
        integer_setting(
            "vision.cache_size", "cached answers of analyze_image", vision(&V::cache_size), {0, 500}
        ),
        number_setting(
            "vision.phash_threshold",
            "similarity from which pictures are reported as alike",
            vision(&V::phash_threshold),
            {0, 1}
        ),
        flag_setting(
            "vision.include_context",
            "also send the text of the turn to the vision model",
            vision(&V::include_context)
        ),
    };
}

std::vector<Key> routing_keys() {
    using R = RoutingSettings;
    return {
        flag_setting(
            "routing.strict",
            "false: send text in place of a picture if no model can see it",
            Inner{&Settings::routing, &R::strict}
        ),
        list_setting(
            "routing.fallback",
            "models to try, in this order, when one fails",
            Inner{&Settings::routing, &R::fallback},
            check_model_names
        ),
    };
}

std::vector<Key> agent_keys() {
    using P = PermissionSettings;
    const auto rules = [](auto P::*member) { return Inner{&Settings::permissions, member}; };
    using T = ToolSettings;
    const auto tools = [](auto T::*member) { return Inner{&Settings::tools, member}; };
    auto plugins =
        list_setting("plugins", "folders of plugins", Own{&Settings::plugins}, check_folders);
    plugins.beside_file = true;
    return {
        list_setting(
            "workspace.roots",
            "folders that models may read; your home folder and `/` only if listed",
            Inner{&Settings::workspace, &WorkspaceSettings::roots},
            check_roots
        ),
        list_setting("permissions.allow", "tools that run without approval", rules(&P::allow)),
        list_setting("permissions.ask", "tools that need approval", rules(&P::ask)),
        adding_up(
            list_setting(
                "permissions.deny", "tools that never run; all layers are combined", rules(&P::deny)
            ),
            rules(&P::deny)
        ),
        list_setting(
            "tools.enabled",
            "tools or toolsets to offer; empty: all",
            tools(&T::enabled),
            check_tool_patterns
        ),
        adding_up(
            list_setting(
                "tools.disabled",
                "tools or toolsets not to offer; all layers are combined",
                tools(&T::disabled),
                check_tool_patterns
            ),
            tools(&T::disabled)
        ),
        plugins,
    };
}

std::vector<Key> machine_keys() {
    using L = LocalSettings;
    return {
        list_setting(
            "local.languages",
            "languages that local/ocr reads",
            Inner{&Settings::local, &L::languages},
            check_languages
        ),
        integer_setting(
            "local.timeout_s",
            "timeout of local/ocr in seconds; it then returns what it has found",
            Inner{&Settings::local, &L::timeout_s},
            {1, 3600}
        ),
        text_setting(
            "local.tessdata", "folder of the language data", Inner{&Settings::local, &L::tessdata}
        ),
        integer_setting(
            "cache.entries",
            "answers kept on disk; 0 keeps none",
            Inner{&Settings::cache, &CacheSettings::entries},
            {0, 100'000}
        ),
        list_setting(
            "browser.allow",
            "origins that the browser may open in addition to public https sites",
            Inner{&Settings::browser, &BrowserSettings::allow},
            check_origins
        ),
        text_setting(
            "browser.program",
            "path of Chromium; empty: search the usual places",
            Inner{&Settings::browser, &BrowserSettings::program}
        ),
        integer_setting(
            "browser.timeout_s",
            "timeout of one screenshot, in seconds",
            Inner{&Settings::browser, &BrowserSettings::timeout_s},
            {1, 600}
        ),
        text_setting(
            "store.sessions",
            "where sessions are kept: sqlite:FILE (postgres:// is not available yet)",
            Inner{&Settings::store, &StoreSettings::sessions},
            check_sessions_store
        ),
        text_setting(
            "store.blobs",
            "where pictures are kept: file:FOLDER (s3:// is not available yet)",
            Inner{&Settings::store, &StoreSettings::blobs},
            check_blob_store
        ),
    };
}

std::vector<Key> serve_keys() {
    using S = ServeSettings;
    const auto serve = [](auto S::*member) { return Inner{&Settings::serve, member}; };
    return {
        text_setting("serve.host", "address of `fovea serve`", serve(&S::host), check_not_empty),
        integer_setting(
            "serve.port", "port of `fovea serve`; 0: any free port", serve(&S::port), {0, 65535}
        ),
        list_setting(
            "serve.hosts",
            "further host names that requests may use, such as `fovea.example.org:7420`",
            serve(&S::hosts)
        ),
        list_setting(
            "serve.origins",
            "origins whose web pages may use it, such as `https://app.example.org`",
            serve(&S::origins)
        ),
        text_setting(
            "serve.socket", "a Unix socket beside the port; empty: none", serve(&S::socket)
        ),
        text_setting(
            "serve.tls.cert", "certificates for TLS, a PEM file; empty: no TLS", serve(&S::tls_cert)
        ),
        text_setting("serve.tls.key", "its private key, a PEM file", serve(&S::tls_key)),
        integer_setting(
            "serve.turns_at_once",
            "turns of all sessions that run at once; others wait",
            serve(&S::turns_at_once),
            {1, 256}
        ),
        integer_setting(
            "serve.ask_timeout_s",
            "seconds to wait for approval of a tool call; no answer counts as a denial",
            serve(&S::ask_timeout_s),
            {1, 86'400}
        ),
        text_setting(
            "otel.endpoint",
            "where `fovea serve` sends traces (OTLP over HTTP), as `http://127.0.0.1:4318`; empty: "
            "nowhere",
            Inner{&Settings::otel, &OtelSettings::endpoint},
            check_base_url
        ),
    };
}

std::vector<Key> gateway_keys() {
    using G = GatewaySettings;
    const auto gateway = [](auto G::*member) { return Inner{&Settings::gateway, member}; };
    return {
        map_setting(
            "gateway.models",
            "models by the names that programs use: `\"claude-*\" = \"deepseek/deepseek-chat\"`",
            gateway(&G::models),
            check_aliases
        ),
        flag_setting(
            "gateway.forward_keys",
            "the program's own key goes on to the server, instead of the configured one",
            gateway(&G::forward_keys)
        ),
        flag_setting(
            "gateway.pass_other",
            "other routes of the server pass, too (files, batches)",
            gateway(&G::pass_other)
        ),
        word_setting(
            "gateway.aging",
            "how old pictures of programs are scaled down: off or cache-aware",
            gateway(&G::aging),
            {"off", "cache-aware"}
        ),
        flag_setting(
            "gateway.cache",
            "answer identical requests at temperature 0 from a cache",
            gateway(&G::cache)
        ),
        integer_setting(
            "gateway.turns_at_once",
            "requests that are changed or converted at once; others wait",
            gateway(&G::turns_at_once),
            {1, 256}
        ),
        integer_setting(
            "gateway.max_body_bytes",
            "bytes of one request",
            gateway(&G::max_body_bytes),
            {1024, std::int64_t{1} << 30}
        ),
        integer_setting(
            "gateway.hold_bytes",
            "bytes of requests under way that are kept in memory, so that they can be healed",
            gateway(&G::hold_bytes),
            {1 << 20, std::int64_t{64} << 30}
        ),
        number_setting(
            "gateway.usd_per_day",
            "budget of each token for one day (UTC); 0: no limit",
            gateway(&G::usd_per_day),
            {0, 1'000'000}
        ),
        integer_setting(
            "gateway.requests_per_minute",
            "requests of each token in a minute; 0: no limit",
            gateway(&G::requests_per_minute),
            {0, 1'000'000}
        ),
    };
}

std::vector<Key> make_keys() {
    std::vector<Key> all;
    for (auto&& some :
         {top_keys(),
          image_keys(),
          aging_keys(),
          vision_keys(),
          routing_keys(),
          agent_keys(),
          machine_keys(),
          serve_keys(),
          gateway_keys()}) {
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

// Spellings of other programs' files, which load here as they are.
constexpr std::pair<std::string_view, std::string_view> kOtherSpellings[] = {
    {"apiKey", "api_key"},
    {"baseUrl", "base_url"},
    {"auxiliary.vision.apiKey", "auxiliary.vision.api_key"},
    {"auxiliary.vision.baseUrl", "auxiliary.vision.base_url"},
};

std::vector<std::string_view> key_names() {
    std::vector<std::string_view> names;
    for (const auto& key : keys()) names.push_back(key.name);
    for (const auto& collection : collections()) names.push_back(collection.name);
    return names;
}

std::vector<std::string_view> section_names() {
    std::vector<std::string_view> names;
    for (const auto name : key_names()) {
        for (auto dot = name.find('.'); dot != std::string_view::npos;
             dot = name.find('.', dot + 1)) {
            const auto section = name.substr(0, dot);
            if (std::ranges::find(names, section) == names.end()) names.push_back(section);
        }
    }
    return names;
}

}  // namespace

std::span<const Key> keys() {
    static const std::vector<Key> all = make_keys();
    return all;
}

const Key* find_key(std::string_view name) {
    for (const auto& [other, own] : kOtherSpellings) {
        if (name == other) name = own;
    }
    const auto all = keys();
    const auto found = std::ranges::find(all, name, &Key::name);
    return found == all.end() ? nullptr : &*found;
}

Result<void> set_from_text(const Key& key, std::string_view text, Settings& settings) {
    return set_from_text(key, text, [&](const Value& value) { return key.set(settings, value); });
}

std::span<const std::string_view> sections() {
    static const std::vector<std::string_view> all = section_names();
    return all;
}

std::string_view nearest_key(std::string_view name) {
    const auto known = key_names();
    if (const auto nearest = nearest_name(name, known); !nearest.empty()) return nearest;
    // In the wrong table, or in none. Where several tables have it, nobody knows which is meant.
    const auto own = name.substr(name.rfind('.') + 1);
    const auto has_it = [&](std::string_view key) {
        return key.size() > own.size() && key.ends_with(own) &&
               key[key.size() - own.size() - 1] == '.';
    };
    const auto found = std::ranges::find_if(known, has_it);
    return found != known.end() && std::ranges::count_if(known, has_it) == 1 ? *found
                                                                             : std::string_view{};
}

std::string_view nearest_table(std::string_view name) {
    std::vector<std::string_view> known(sections().begin(), sections().end());
    for (const auto& collection : collections()) known.push_back(collection.name);
    return nearest_name(name, known);
}

std::string environment_name(std::string_view key) {
    std::string name = "FOVEA_";
    for (const char c : key) {
        const bool small = c >= 'a' && c <= 'z';
        const bool kept = small || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        name += !kept ? '_' : static_cast<char>(small ? c - 'a' + 'A' : c);
    }
    return name;
}

std::string_view environment_alias(std::string_view key) {
    return key == "routing.strict" ? "FOVEA_STRICT_ROUTING" : std::string_view{};
}

}  // namespace fovea::config
