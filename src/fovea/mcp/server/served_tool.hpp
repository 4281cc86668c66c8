// A tool that other programs may call, as this server offers it.
//
//     ServedTool{.name = "view_image", …,
//                .run = [](const Call& call, const std::stop_token& stop) -> Result<Answer> { … }};
//
// Two kinds (hosts drop pictures that stand beside structured content): an analysis has an output
// schema and gives `structured`, which never holds bytes; a tool that shows a picture has neither
// and gives `picture`. Whatever went wrong is an Error, which the client's model reads.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/json_schema.hpp"
#include "fovea/base/result.hpp"
#include "fovea/ingest/workspace.hpp"
#include "fovea/mcp/server/person_questions.hpp"
#include "fovea/tools/tool.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::mcp {

struct Call {
    boost::json::object arguments;  // satisfy the input schema
    // Where paths lie: the client's roots, or the configured ones. May ask the client.
    std::function<Result<std::shared_ptr<const ingest::Workspace>>(const std::stop_token&)>
        workspace;
    std::function<void(const tools::Progress&)> on_progress = [](const tools::Progress&) {};
    // Asks the person in front of the client, where there is one who can be asked.
    std::function<Said(const std::string& question, const std::stop_token&)> ask_person =
        [](const std::string&, const std::stop_token&) { return Said::Nothing; };
};

struct ShownPicture {
    Bytes bytes;
    std::string mime;
};

// Something that resources/read gives.
struct Link {
    std::string uri;
    std::string name;
    std::string title;
    std::string mime;
    std::uint64_t bytes = 0;  // 0: not told
};

struct Answer {
    std::string text;  // first: what stands behind may be cut off by a host
    std::optional<boost::json::object> structured = {};
    std::vector<std::string> in_words = {"text"};  // members of `structured` that the text says
    std::optional<ShownPicture> picture = {};
    std::vector<Link> links = {};
};

// What a call may touch, for the annotations that clients decide by.
enum class Reach : std::uint8_t {
    ThisMachine,
    Others,  // it may ask a remote model or fetch a URL
};

struct ServedTool {
    std::string name;
    std::string description;
    boost::json::object input_schema;                  // an object at its root, no anyOf there
    std::optional<boost::json::object> output_schema;  // likewise
    Reach reach = Reach::Others;
    // Several threads may call it at once; it ends soon after `stop`. Takes the call: its arguments may be large.
    std::function<Result<Answer>(Call call, const std::stop_token& stop)> run;
    // Other ways to say the same are put into the form of the schema, before they are checked.
    std::function<void(boost::json::object& arguments)> adapt = {};
};

// The tools of a server, checked and in their order.
class ToolTable {
public:
    // InvalidInput for a schema that is none, and for a name that is there twice.
    static Result<ToolTable> of(std::vector<ServedTool> tools);

    struct Row {
        ServedTool tool;
        JsonSchema input;
    };

    const Row* find(std::string_view name) const;  // null: there is none
    const std::vector<Row>& rows() const { return rows_; }

private:
    explicit ToolTable(std::vector<Row> rows) : rows_(std::move(rows)) {}

    std::vector<Row> rows_;
};

// As tools/list has it, with lean schemas.
boost::json::object to_json(const ServedTool& tool);

}  // namespace fovea::mcp
