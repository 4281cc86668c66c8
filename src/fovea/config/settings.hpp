// Everything that can be configured, with its defaults. Plain values: only load.cpp reads files.
//
// `provider`, `api_key`, `base_url`, `agents` and `auxiliary` are other spellings of `model`,
// `vision.model`, `providers` and `models`; load() folds them in, so the rest of the program reads
// the latter alone.
#pragma once

#include "fovea/config/secrets.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fovea::config {

struct ImageSettings {
    std::int64_t max_edge = 1568;            // px; larger pictures are scaled down
    std::int64_t max_bytes = 5 << 20;        // of a prepared picture, before base64
    bool downscale = true;                   // false: what is over max_edge or max_bytes is refused
    std::int64_t max_file_bytes = 32 << 20;  // a larger file is not even read
    std::int64_t max_pixels = 100'000'000;   // declared by the header
    std::int64_t max_per_message = 10;
    std::int64_t max_size_bytes = 10 << 20;  // upload limit of the daemon
    std::int64_t max_per_session = 100;
    std::int64_t low_res_size = 512;           // px; longest edge of the small variant
    std::vector<std::string> accept;           // further formats that are converted at the gate
    std::string aging_policy = "cache-aware";  // cache-aware | turns | off
    std::int64_t aging_full_turns = 1;
    std::int64_t aging_low_turns = 2;
    std::int64_t cleanup_after_days = 7;
    std::string storage_dir;  // empty: the blobs of the data folder

    bool operator==(const ImageSettings&) const = default;
};

// The embedded describer, local/ocr.
struct LocalSettings {
    std::vector<std::string> languages = {"eng"};  // Tesseract's names
    std::int64_t timeout_s = 30;                   // then it says what it found so far
    std::string tessdata = "/usr/share/tesseract-ocr/5/tessdata";

    bool operator==(const LocalSettings&) const = default;
};

struct VisionSettings {
    std::string model = "local/ocr";  // who describes pictures
    std::string mode = "auto";        // auto | always | off
    bool grounding = false;           // ask models for places in their own format
    std::int64_t timeout_s = 60;
    bool tool = true;                       // analyze_image is offered
    std::int64_t max_images_per_call = 10;  // of analyze_image
    std::int64_t max_batch = 4;             // pictures in one joint description; 1: none is made
    std::int64_t cache_size = 50;           // answers of analyze_image that are kept
    double phash_threshold = 0.80;          // pictures at least this alike are said to be
    bool include_context = true;            // the words of the turn go to the vision model, too
    // Over the shipped list: model id -> format; "none" takes a shipped one out.
    std::map<std::string, std::string> grounding_models = {};

    bool operator==(const VisionSettings&) const = default;
};

struct RoutingSettings {
    bool strict = true;  // false: a picture nobody can see becomes its text placeholder
    std::vector<std::string> fallback;

    bool operator==(const RoutingSettings&) const = default;
};

struct CacheSettings {
    std::int64_t entries = 500;  // answers kept on disk; 0: none

    bool operator==(const CacheSettings&) const = default;
};

// One entry of [providers.NAME].
struct ProviderSettings {
    std::string kind;         // anthropic | openai_responses | … ; see providers.hpp
    std::string base_url;     // empty: the kind's public one
    std::string api_key_env;  // the name of a variable, not the key
    std::string api_key_file;
    std::string api_version;  // Anthropic's header; empty: the catalogue's
    std::map<std::string, std::string> headers;
    Secret api_key;              // from a private file or FOVEA_API_KEY
    bool from_stranger = false;  // a project's file brought it unasked; no file sets this

    bool operator==(const ProviderSettings&) const = default;
};

// One entry of [models."id"]: what is set replaces the catalogue's value.
struct ModelSettings {
    std::string provider;  // only for this provider; empty: for all
    std::optional<bool> vision, pdf, video, tools, json_schema, tool_result_images, url_images,
        cache_marks;
    std::optional<std::int64_t> context, max_output;
    std::optional<std::int64_t> max_image_px, max_image_bytes, max_images, max_request_bytes;
    std::optional<std::int64_t> max_pdf_pages, max_pdf_bytes;
    std::optional<double> price_in, price_out, price_cache_read, price_cache_write,
        price_cache_write_1h;  // USD for a million tokens
    std::optional<std::string> image_tokens, grounding, system_role, max_tokens_field, image_detail;

    bool operator==(const ModelSettings&) const = default;
};

struct WorkspaceSettings {
    std::vector<std::string> roots = {"."};

    bool operator==(const WorkspaceSettings&) const = default;
};

// Rules such as "filesystem_read" or "shell(git *)"; deny wins, and adds up over the layers.
struct PermissionSettings {
    std::vector<std::string> allow;
    std::vector<std::string> ask;
    std::vector<std::string> deny;

    bool operator==(const PermissionSettings&) const = default;
};

// One [[hooks]]; the files' hooks add up.
struct HookSettings {
    std::string event;
    std::string matcher;  // globs over tool names, "a|b*"; empty: all
    std::string command;
    bool async = false;
    std::int64_t timeout_s = 60;
    std::vector<std::string> pass_env = {};  // variables of ours beside plain_variables()
    std::string plugin_root = {};  // folder of the plugin that brought it; no file sets this

    bool operator==(const HookSettings&) const = default;
};

// One [mcp.servers.NAME]: a command to start or a URL to call.
struct McpServerSettings {
    std::string command;
    std::vector<std::string> args;
    std::map<std::string, std::string> env;
    std::string url;
    std::map<std::string, std::string> headers;
    std::int64_t timeout_s = 300;  // of a call, without progress
    bool enabled = true;

    bool operator==(const McpServerSettings&) const = default;
};

struct McpSettings {
    std::map<std::string, McpServerSettings> servers;

    bool operator==(const McpSettings&) const = default;
};

// Which tools are offered: patterns over names and toolsets ("filesystem_*", "vision", "mcp:web").
struct ToolSettings {
    std::vector<std::string> enabled;   // empty: all
    std::vector<std::string> disabled;  // wins, and adds up over the layers

    bool operator==(const ToolSettings&) const = default;
};

// The browser that pictures web pages.
struct BrowserSettings {
    std::vector<std::string> allow;  // origins beyond public https: "http://localhost:3000"
    std::string program;             // empty: Chromium where distributions put it
    std::int64_t timeout_s = 30;     // of one picture

    bool operator==(const BrowserSettings&) const = default;
};

struct StoreSettings {
    std::string sessions = "sqlite:fovea.db";  // or postgres://…
    std::string blobs = "file:blobs";          // or s3://bucket/prefix?endpoint=…

    bool operator==(const StoreSettings&) const = default;
};

struct ServeSettings {
    std::string host = "127.0.0.1";
    std::int64_t port = 7420;
    std::vector<std::string> hosts;    // further names of it: "fovea.example.org"
    std::vector<std::string> origins;  // whose pages may ask, beside its own
    std::string socket;                // a Unix socket beside the port; empty: none
    std::string tls_cert, tls_key;     // PEM files; empty: no TLS
    std::int64_t turns_at_once = 4;
    std::int64_t ask_timeout_s = 300;  // for a person's answer; no answer is a no

    bool operator==(const ServeSettings&) const = default;
};

// Model endpoints for other programs, on the daemon.
struct GatewaySettings {
    // What programs name -> provider/model; a "*" in the name stands for anything, one in the model for what it stood for.
    std::map<std::string, std::string> models = {};
    bool forward_keys = false;  // the program's own key goes on to the server
    bool pass_other = false;    // routes beside those for models go on, too
    std::string aging = "off";  // of pictures: off | cache-aware
    bool cache = false;         // identical requests at temperature 0 are answered once
    std::int64_t turns_at_once = 16;
    std::int64_t max_body_bytes = 64 << 20;
    std::int64_t hold_bytes = 256 << 20;  // of requests under way, so that they can be healed
    double usd_per_day = 0;               // of one token; 0: no limit
    std::int64_t requests_per_minute = 0;

    bool operator==(const GatewaySettings&) const = default;
};

struct OtelSettings {
    std::string endpoint;  // of a collector: "http://127.0.0.1:4318"; empty: no traces

    bool operator==(const OtelSettings&) const = default;
};

// agents: [{id, brain: {provider, model, vision}}]
struct AgentSettings {
    std::string id;
    std::string provider;
    std::string model;
    std::optional<bool> vision;  // not set: by the model

    bool operator==(const AgentSettings&) const = default;
};

// auxiliary.vision.*: what is empty is the main model's.
struct AuxiliarySettings {
    std::string provider;
    std::string model;
    std::string base_url;
    Secret api_key;

    bool operator==(const AuxiliarySettings&) const = default;
};

struct Settings {
    std::string model = "local/ocr";  // the main model: provider name / model id
    bool local_only = false;          // true: no socket to anything but loopback is ever opened
    std::string provider;
    std::string base_url;
    Secret api_key;
    std::map<std::string, ProviderSettings> providers;
    ImageSettings images;
    VisionSettings vision;
    RoutingSettings routing;
    LocalSettings local;
    CacheSettings cache;
    std::map<std::string, ModelSettings> models;
    WorkspaceSettings workspace;
    PermissionSettings permissions;
    std::vector<HookSettings> hooks;
    McpSettings mcp;
    ToolSettings tools;
    std::vector<std::string> plugins;  // folders, beside those in the user's own plugins folder
    BrowserSettings browser;
    StoreSettings store;
    ServeSettings serve;
    GatewaySettings gateway;
    OtelSettings otel;
    std::vector<AgentSettings> agents;
    AuxiliarySettings auxiliary_vision;

    bool operator==(const Settings&) const = default;
};

}  // namespace fovea::config
