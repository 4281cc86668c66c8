// Whatever a server sends, it is refused or is a message that is written and read again as the same;
// a list of tools in it stays within its limits.
#include "fovea/base/foreign_json.hpp"
#include "fovea/mcp/broken_message.hpp"
#include "fovea/mcp/message.hpp"
#include "fovea/mcp/tool_list.hpp"
#include "fovea/mcp/tool_name.hpp"

#include <boost/json.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

void list_tools(const boost::json::object& page) {
    fovea::mcp::ToolList list;
    fovea::mcp::add_page(page, list);
    for (const auto& tool : list.tools) {
        const auto name = fovea::mcp::tool_name("server", tool.name);
        require(!name.empty() && name.size() <= 64);
        require(boost::json::parse(tool.input_schema).as_object().at("type") == "object");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace fovea::mcp;
    const std::string_view line(reinterpret_cast<const char*>(data), size);
    const auto broken = look_at_broken(line);
    require(!broken.is_answer || broken.id.has_value());
    const auto mended = fovea::mend_json(line);
    require(fovea::mend_json(mended) == mended);
    const auto message = parse_message(line);
    if (!message.ok()) return 0;
    const auto text = write_message(message.value());
    require(text.find('\n') == std::string::npos);
    const auto again = parse_message(text);
    require(again.ok() && write_message(again.value()) == text);
    if (const auto* response = std::get_if<Response>(&message.value())) {
        const auto* result = std::get_if<boost::json::value>(&response->outcome);
        if (result != nullptr && result->is_object()) list_tools(result->get_object());
    }
    return 0;
}
