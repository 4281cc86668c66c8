#include "fovea/tools/vision_analyze.hpp"

#include "fovea/analysis/analysis.hpp"
#include "fovea/mcp/server/tools/arguments.hpp"
#include "fovea/mcp/server/tools/consent.hpp"
#include "fovea/mcp/server/tools/file_answer.hpp"
#include "fovea/mcp/server/tools/tools.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::mcp {

extern const std::string_view kVisionAnalyzeWords;  // prompts/vision_analyze.md

ServedTool vision_analyze_tool(const Eyes& eyes) {
    auto spec = tools::vision_analyze_spec();
    auto input = boost::json::parse(spec.input_schema).as_object();
    input.at("properties").as_object()["model"] = model_argument();
    return {
        .name = std::move(spec.name),
        .description = std::string(kVisionAnalyzeWords),
        .input_schema = std::move(input),
        .output_schema = envelope_schema(),
        .reach = Reach::Others,
        .run = [&eyes](Call call, const std::stop_token& stop) -> Result<Answer> {
            const tools::VisionAnalyze tool(
                sources_for(call, eyes, stop), analyze_with_consent(call, eyes)
            );
            return answer_of(
                tool.analyze(named_plainly(std::move(call.arguments)), tool_call(call), stop),
                analysis::kVisionResultCharacters
            );
        }};
}

}  // namespace fovea::mcp
