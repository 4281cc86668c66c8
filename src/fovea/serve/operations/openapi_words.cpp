#include "fovea/serve/operations/openapi_words.hpp"

namespace fovea::serve {
namespace {

constexpr const char* kJson = "application/json";
constexpr const char* kNumber = R"({"type":"integer","minimum":0})";

AnswerWords json_answer(int status, std::string about, std::string schema) {
    return {status, std::move(about), kJson, std::move(schema)};
}

RouteWords change_of_image(const char* verb, const char* summary) {
    return {
        .method = "POST",
        .path = std::string("/sessions/{sid}/images/{image}/") + verb,
        .id = std::string(verb) + "Image",
        .summary = summary,
        .answers = {json_answer(200, "the image as it is now", "Image")},
        .body_schema = "Nothing"};
}

std::vector<RouteWords> make_words() {
    const ParameterWords limit{"limit", "at most so many", kNumber};
    return {
        {.method = "POST",
         .path = "/sessions",
         .id = "createSession",
         .summary = "Begin a session",
         .answers = {json_answer(201, "the new session", "Session")},
         .body_schema = "NewSession"},
        {.method = "GET",
         .path = "/sessions",
         .id = "listSessions",
         .summary = "Your sessions, the last used first",
         .answers = {json_answer(200, "a page of them", "SessionPage")},
         .parameters = {limit, {"after", "the `next` of the page before", R"({"type":"string"})"}}},
        {.method = "GET",
         .path = "/sessions/{sid}",
         .id = "getSession",
         .summary = "One session",
         .answers = {json_answer(200, "the session", "Session")}},
        {.method = "PATCH",
         .path = "/sessions/{sid}",
         .id = "changeSession",
         .summary = "Give it a title, or another model from the next turn on",
         .answers = {json_answer(200, "the session as it is now", "Session")},
         .body_schema = "SessionChange",
         .needs_body = true},
        {.method = "POST",
         .path = "/sessions/{sid}/branch",
         .id = "branchSession",
         .summary = "A new session with all that was said before a message",
         .answers = {json_answer(201, "the new session", "Session")},
         .body_schema = "Branch",
         .needs_body = true},
        {.method = "DELETE",
         .path = "/sessions/{sid}",
         .id = "deleteSession",
         .summary = "Delete a session and the pictures that no other one holds",
         .answers = {{204, "it is gone"}}},
        {.method = "GET",
         .path = "/sessions/{sid}/history",
         .id = "getHistory",
         .summary = "What was said, with pictures by id",
         .answers = {json_answer(200, "a page of messages", "History")},
         .parameters = {limit, {"after", "the `next` of the page before", kNumber}}},
        {.method = "GET",
         .path = "/sessions/{sid}/log",
         .id = "getLog",
         .summary = "What was told so far, as envelopes without pictures' bytes",
         .answers = {json_answer(200, "a page of envelopes", "Log")},
         .parameters = {limit, {"after", "the `next` of the page before, or a seq", kNumber}}},
        {.method = "GET",
         .path = "/sessions/{sid}/usage",
         .id = "getUsage",
         .summary = "Tokens and cost by model",
         .answers = {json_answer(200, "what it took so far", "Usage")}},
        {.method = "GET",
         .path = "/sessions/{sid}/events",
         .id = "streamEvents",
         .summary = "Events as they happen (Server-Sent Events); each data line is an Envelope",
         .answers = {{200, "a stream that does not end", "text/event-stream"}},
         .parameters =
             {{"last_seq", "replay what came after that number", kNumber},
              {"Last-Event-ID", "the same, as browsers send it", kNumber, "header"}}},
        {.method = "POST",
         .path = "/sessions/{sid}/messages",
         .id = "postMessage",
         .summary = "Say something; the answer comes as events, or with wait=true",
         .answers =
             {json_answer(200, "how the turn ended (wait=true)", "TurnResult"),
              json_answer(202, "the turn is kept, and waits for its time", "Accepted")},
         .parameters =
             {{"wait",
               "answer when the turn has ended",
               R"({"type":"string","enum":["true","false"]})"},
              {"Idempotency-Key",
               "the same key again is the same turn",
               R"({"type":"string","maxLength":255})",
               "header"}},
         .body_schema = "Message",
         .multipart_schema = "MessageForm",
         .needs_body = true},
        {.method = "GET",
         .path = "/sessions/{sid}/turns",
         .id = "listTurns",
         .summary = "Turns that run or wait",
         .answers = {json_answer(200, "their ids, the running one first", "Turns")}},
        {.method = "DELETE",
         .path = "/sessions/{sid}/turns/{turn}",
         .id = "withdrawTurn",
         .summary = "Withdraw a turn that still waits",
         .answers = {{204, "it will not run"}}},
        {.method = "POST",
         .path = "/sessions/{sid}/cancel",
         .id = "cancelSession",
         .summary = "Cancel the running turn and those that wait",
         .answers = {json_answer(202, "they are told to stop", "Cancelled")},
         .body_schema = "Nothing"},
        {.method = "POST",
         .path = "/sessions/{sid}/permissions/{call}",
         .id = "answerPermission",
         .summary = "Allow a tool's call, or not",
         .answers = {{204, "the answer is heard"}},
         .body_schema = "Decision",
         .needs_body = true},
        {.method = "GET",
         .path = "/sessions/{sid}/images",
         .id = "listImages",
         .summary = "Every picture of a session, and what became of it",
         .answers = {json_answer(200, "in the order of their first appearance", "Images")}},
        {.method = "GET",
         .path = "/sessions/{sid}/images/{image}",
         .id = "getImage",
         .summary = "The bytes of a picture",
         .answers =
             {{200, "all of them", "image/*"},
              {206, "the range that was asked for", "image/*"},
              {304, "those that are known already"}},
         .parameters =
             {{"variant",
               "full (as it came), low or thumb",
               R"({"type":"string","enum":["full","low","thumb"]})"}}},
        {.method = "GET",
         .path = "/sessions/{sid}/images/{image}/reading",
         .id = "readImage",
         .summary = "The words and controls that local/ocr finds on a picture",
         .answers = {json_answer(200, "with boxes in pixels of the whole picture", "Reading")}},
        {.method = "GET",
         .path = "/sessions/{sid}/files",
         .id = "listFiles",
         .summary = "The documents of a session",
         .answers = {json_answer(200, "in the order in which they came", "Files")}},
        {.method = "GET",
         .path = "/sessions/{sid}/files/{file}",
         .id = "getFile",
         .summary = "The bytes of a document",
         .answers =
             {{200, "all of them", "application/pdf"},
              {206, "the range that was asked for", "application/pdf"},
              {304, "those that are known already"}}},
        {.method = "GET",
         .path = "/sessions/{sid}/files/{file}/pages",
         .id = "countPages",
         .summary = "How many pages a document has",
         .answers = {json_answer(200, "the document", "File")}},
        {.method = "GET",
         .path = "/sessions/{sid}/files/{file}/pages/{page}",
         .id = "getPagePicture",
         .summary = "A page of a document as a picture; the first is 1",
         .answers = {{200, "the picture", "image/*"}, {304, "it is known already"}},
         .parameters =
             {{"variant", "full or thumb", R"({"type":"string","enum":["full","thumb"]})"}}},
        {.method = "GET",
         .path = "/sessions/{sid}/files/{file}/pages/{page}/reading",
         .id = "readPage",
         .summary = "The words that local/ocr finds on a page",
         .answers = {json_answer(200, "with boxes in pixels of the page's picture", "Reading")}},
        {.method = "GET",
         .path = "/sessions/{sid}/compare",
         .id = "compareImages",
         .summary = "How alike two pictures of a session are, and where they differ",
         .answers = {json_answer(200, "boxes of what changed", "Compared")},
         .parameters =
             {{"before", "an image_id", R"({"type":"string"})"},
              {"after", "an image_id", R"({"type":"string"})"}}},
        {.method = "GET",
         .path = "/sessions/{sid}/export",
         .id = "exportSession",
         .summary = "A session with its pictures, as a tar file",
         .answers = {{200, "session.json and blobs/", "application/x-tar"}}},
        {.method = "POST",
         .path = "/import",
         .id = "importSession",
         .summary = "Take a session out of such a tar file; another name where its own is taken",
         .answers = {json_answer(201, "what was taken", "Imported")},
         .needs_body = true},
        {.method = "GET",
         .path = "/whoami",
         .id = "whoAmI",
         .summary = "Whose token this is, and what a message may hold",
         .answers = {json_answer(200, "name, scopes, version and limits", "Whoami")}},
        {.method = "GET",
         .path = "/models",
         .id = "listModels",
         .summary = "The models there are, what they can do and cost",
         .answers = {json_answer(200, "the configured one is `default`", "Models")}},
        {.method = "GET",
         .path = "/estimate",
         .id = "estimatePicture",
         .summary = "What a picture of that size will come to with a model",
         .answers = {json_answer(200, "tokens and tiles", "Estimate")},
         .parameters =
             {{"width", "its pixels", kNumber},
              {"height", "its pixels", kNumber},
              {"mime", "image/jpeg for a photograph", R"({"type":"string"})"},
              {"model", "the configured one where it is left out", R"({"type":"string"})"}}},
        {.method = "GET",
         .path = "/usage",
         .id = "getAllUsage",
         .summary = "Tokens and cost by day, model and session, of your sessions",
         .answers = {json_answer(200, "a row each", "UsageDays")}},
        change_of_image("pin", "Keep a picture from ageing"),
        change_of_image("unpin", "Let it age again"),
        change_of_image("drop", "Send a picture no more"),
        change_of_image("restore", "Send it again"),
        {.method = "GET",
         .path = "/",
         .id = "getPage",
         .summary = "The page for people; with ?token=… a cookie takes the token's place",
         .answers = {{200, "a page", "text/html"}, {303, "to the same page without the token"}},
         .parameters = {{"token", "as `fovea serve` printed it", R"({"type":"string"})"}},
         .tag = "operations"},
        {.method = "GET",
         .path = "/livez",
         .id = "getLive",
         .summary = "Whether the process is alive",
         .answers = {json_answer(200, "it is", "State")},
         .tag = "operations"},
        {.method = "GET",
         .path = "/readyz",
         .id = "getReady",
         .summary = "Whether it takes requests",
         .answers = {json_answer(200, "it does", "State"), json_answer(503, "it stops", "State")},
         .tag = "operations"},
        {.method = "GET",
         .path = "/healthz",
         .id = "getHealth",
         .summary = "Another name of /readyz",
         .answers = {json_answer(200, "it does", "State"), json_answer(503, "it stops", "State")},
         .tag = "operations"},
        {.method = "GET",
         .path = "/metrics",
         .id = "getMetrics",
         .summary = "Counters for Prometheus",
         .answers = {{200, "in its text format", "text/plain"}},
         .tag = "operations"},
        {.method = "GET",
         .path = "/openapi.json",
         .id = "getOpenapi",
         .summary = "This document",
         .answers = {{200, "OpenAPI 3.1", kJson}},
         .tag = "operations"},
    };
}

}  // namespace

std::span<const RouteWords> route_words() {
    static const auto kWords = make_words();
    return kWords;
}

bool is_beyond_openapi(std::string_view path) {
    return path == "/socket.io/" || path == "/mcp" || path == "/engine.io/" ||
           path == "/conformance/mcp";
}

std::string_view component_schemas() {
    return R"({
"Nothing": {"type": "object", "additionalProperties": false},
"State": {"type": "object", "properties": {"status": {"type": "string"}}, "required": ["status"]},
"Problem": {"type": "object", "required": ["type", "title", "status", "detail", "code"], "properties": {
    "type": {"type": "string"}, "title": {"type": "string"}, "status": {"type": "integer"},
    "detail": {"type": "string"}, "code": {"type": "string"}, "request_id": {"type": "string"}}},
"NewSession": {"type": "object", "additionalProperties": false, "properties": {
    "session_id": {"type": "string"}, "workspace": {"type": "string"}, "model": {"type": "string"}}},
"Session": {"type": "object", "required": ["session_id", "title", "created", "last_use", "images"],
  "properties": {"session_id": {"type": "string"}, "title": {"type": "string"},
    "created": {"type": "string", "format": "date-time"}, "last_use": {"type": "string", "format": "date-time"},
    "images": {"type": "integer"}, "turns": {"type": "array", "items": {"type": "integer"}},
    "model": {"type": "string"}, "workspace": {"type": "string"}}},
"Imported": {"type": "object", "required": ["session_id", "renamed"], "properties": {
    "session_id": {"type": "string"}, "renamed": {"type": "boolean"}, "entries": {"type": "integer"},
    "images": {"type": "integer"}}},
"SessionChange": {"type": "object", "additionalProperties": false, "properties": {
    "title": {"type": "string"}, "model": {"type": "string"}}},
"Branch": {"type": "object", "additionalProperties": false, "required": ["before_seq"], "properties": {
    "before_seq": {"type": "integer"}}},
"Log": {"type": "object", "required": ["session_id", "events", "last_seq", "next"], "properties": {
    "session_id": {"type": "string"}, "last_seq": {"type": "integer"}, "next": {"type": ["integer", "null"]},
    "events": {"type": "array", "items": {"type": "object", "required": ["type", "session_id", "seq", "ts", "data"],
      "properties": {"type": {"type": "string"}, "session_id": {"type": "string"}, "seq": {"type": "integer"},
        "ts": {"type": "string", "format": "date-time"}, "data": {"type": "object"}}}}}},
"Reading": {"type": "object", "required": ["width", "height", "complete", "text", "words", "elements"], "properties": {
    "width": {"type": "integer"}, "height": {"type": "integer"}, "complete": {"type": "boolean"},
    "text": {"type": "string"},
    "words": {"type": "array", "items": {"type": "object", "required": ["text", "box", "confidence"], "properties": {
      "text": {"type": "string"}, "box": {"type": "array", "items": {"type": "number"}},
      "confidence": {"type": "number"}}}},
    "elements": {"type": "array", "items": {"type": "object", "required": ["number", "kind", "label", "box"],
      "properties": {"number": {"type": "integer"}, "kind": {"type": "string"}, "label": {"type": "string"},
        "value": {"type": "string"}, "box": {"type": "array", "items": {"type": "number"}},
        "states": {"type": "array", "items": {"type": "string"}}, "confidence": {"type": "number"}}}}}},
"File": {"type": "object", "required": ["file_id", "url", "mime", "filename", "bytes"], "properties": {
    "file_id": {"type": "string"}, "url": {"type": "string"}, "mime": {"type": "string"},
    "filename": {"type": "string"}, "bytes": {"type": "integer"}, "pages": {"type": "integer"}}},
"Files": {"type": "object", "required": ["session_id", "files"], "properties": {
    "session_id": {"type": "string"}, "files": {"type": "array", "items": {"$ref": "#/components/schemas/File"}}}},
"Compared": {"type": "object", "required": ["identical", "similarity", "same_size"], "properties": {
    "identical": {"type": "boolean"}, "similarity": {"type": "number"}, "same_size": {"type": "boolean"},
    "changed_fraction": {"type": "number"},
    "changed": {"type": "array", "items": {"type": "array", "items": {"type": "number"}}},
    "colour_changes": {"type": "array", "items": {"type": "object"}}}},
"Whoami": {"type": "object", "required": ["name", "scopes", "version", "limits"], "properties": {
    "name": {"type": "string"}, "scopes": {"type": "array", "items": {"type": "string"}},
    "version": {"type": "string"}, "limits": {"type": "object", "properties": {
      "images_per_message": {"type": "integer"}, "images_per_session": {"type": "integer"},
      "image_bytes": {"type": "integer"}}}}},
"Models": {"type": "object", "required": ["default", "vision", "models"], "properties": {
    "as_of": {"type": "string"}, "currency": {"type": "string"}, "default": {"type": "string"},
    "vision": {"type": "string"}, "models": {"type": "array", "items": {"type": "object",
      "required": ["id", "vision", "tools", "ready"], "properties": {
        "id": {"type": "string"}, "name": {"type": ["string", "null"]}, "provider": {"type": ["string", "null"]},
        "vision": {"type": "boolean"}, "pdf": {"type": "boolean"}, "video": {"type": "boolean"},
        "tools": {"type": "boolean"}, "json_schema": {"type": "boolean"}, "context": {"type": ["integer", "null"]},
        "max_output": {"type": ["integer", "null"]}, "price_in": {"type": ["number", "null"]},
        "price_out": {"type": ["number", "null"]}, "status": {"type": ["string", "null"]},
        "as_of": {"type": ["string", "null"]}, "ready": {"type": "boolean"}, "why": {"type": "string"}}}}}},
"Estimate": {"type": "object", "required": ["model", "sees", "tokens", "tiles", "downscaled"], "properties": {
    "model": {"type": "string"}, "sees": {"type": "boolean"}, "tokens": {"type": "integer"},
    "tiles": {"type": "integer"}, "downscaled": {"type": "boolean"}}},
"UsageDays": {"type": "object", "required": ["days", "complete"], "properties": {
    "complete": {"type": "boolean"}, "days": {"type": "array", "items": {"type": "object",
      "required": ["day", "model", "session_id", "calls", "cost_usd", "cost_known"], "properties": {
        "day": {"type": "string"}, "model": {"type": "string"}, "session_id": {"type": "string"},
        "calls": {"type": "integer"}, "input_tokens": {"type": "integer"}, "output_tokens": {"type": "integer"},
        "cache_read_tokens": {"type": "integer"}, "cache_write_tokens": {"type": "integer"},
        "reasoning_tokens": {"type": "integer"}, "cost_usd": {"type": "number"}, "cost_known": {"type": "boolean"}}}}}},
"SessionPage": {"type": "object", "required": ["sessions", "next"], "properties": {
    "sessions": {"type": "array", "items": {"$ref": "#/components/schemas/Session"}},
    "next": {"type": ["string", "null"]}}},
"History": {"type": "object", "required": ["session_id", "messages", "last_seq", "next"], "properties": {
    "session_id": {"type": "string"}, "last_seq": {"type": "integer"}, "next": {"type": ["integer", "null"]},
    "messages": {"type": "array", "items": {"type": "object", "required": ["seq", "ts", "role", "content"],
      "properties": {"seq": {"type": "integer"}, "ts": {"type": "string", "format": "date-time"},
        "role": {"type": "string", "enum": ["user", "assistant"]},
        "content": {"type": "array", "items": {"type": "object"}}}}}}},
"Usage": {"type": "object", "required": ["session_id", "cost_usd", "models"], "properties": {
    "session_id": {"type": "string"}, "cost_usd": {"type": "number"}, "models": {"type": "object"}}},
"Message": {"type": "object", "additionalProperties": false, "properties": {
    "message": {"type": "string"}, "workspace": {"type": "string"},
    "images": {"$ref": "#/components/schemas/Uploads"}, "files": {"$ref": "#/components/schemas/Uploads"}}},
"Uploads": {"type": "array", "items": {"oneOf": [{"type": "string"}, {"type": "object", "properties": {
      "data": {"type": "string"}, "mime": {"type": "string"}, "name": {"type": "string"},
      "url": {"type": "string"}, "image_id": {"type": "string"}, "crop": {}}}]}},
"MessageForm": {"type": "object", "properties": {
    "message": {"type": "string"}, "workspace": {"type": "string"},
    "images[]": {"description": "one, or several under the same name", "anyOf": [
        {"type": "string", "contentMediaType": "image/png"},
        {"type": "array", "items": {"type": "string", "contentMediaType": "image/png"}}]},
    "files[]": {"description": "one, or several under the same name", "anyOf": [
        {"type": "string", "contentMediaType": "application/octet-stream"},
        {"type": "array", "items": {"type": "string", "contentMediaType": "application/octet-stream"}}]}}},
"Accepted": {"type": "object", "required": ["session_id", "turn_id"], "properties": {
    "session_id": {"type": "string"}, "turn_id": {"type": "integer"}}},
"TurnResult": {"type": "object", "required": ["turn_id"], "properties": {
    "turn_id": {"type": "integer"}, "subtype": {"type": "string"}, "is_error": {"type": "boolean"},
    "result": {"type": "string"}, "model": {"type": "string"}, "cost_usd": {"type": "number"},
    "usage": {"type": "object"}, "receipt": {"type": "array", "items": {"type": "object"}},
    "receipt_more": {"type": "integer"},
    "error": {"type": "object", "properties": {"code": {"type": "string"}, "message": {"type": "string"}}}, "stop_reason": {"type": "string"}, "duration_ms": {"type": "integer"}}},
"Turns": {"type": "object", "required": ["session_id", "turns"], "properties": {
    "session_id": {"type": "string"}, "turns": {"type": "array", "items": {"type": "integer"}}}},
"Cancelled": {"type": "object", "required": ["session_id", "cancelled"], "properties": {
    "session_id": {"type": "string"}, "cancelled": {"type": "boolean"}}},
"Decision": {"type": "object", "additionalProperties": false, "required": ["allow"], "properties": {
    "allow": {"type": "boolean"}, "reason": {"type": "string"}}},
"Image": {"type": "object", "required": ["url", "mime", "width", "height", "state"], "properties": {
    "image_id": {"type": "string"}, "url": {"type": "string"}, "mime": {"type": "string"},
    "width": {"type": "integer"}, "height": {"type": "integer"}, "filename": {"type": "string"},
    "alt": {"type": "string"}, "state": {"type": "string"}, "estimated_tokens": {"type": "integer"},
    "age": {"type": "integer"}, "pinned": {"type": "boolean"}, "dropped": {"type": "boolean"}}},
"Images": {"type": "object", "required": ["session_id", "images"], "properties": {
    "session_id": {"type": "string"}, "images": {"type": "array",
      "items": {"$ref": "#/components/schemas/Image"}}}}
})";
}

}  // namespace fovea::serve
