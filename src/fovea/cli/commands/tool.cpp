#include "fovea/cli/commands/tool.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/interrupt.hpp"
#include "fovea/cli/json_text.hpp"
#include "fovea/cli/opened_delivery.hpp"
#include "fovea/cli/opened_vision.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/cli/session_choice.hpp"
#include "fovea/cli/text.hpp"
#include "fovea/delivery/session_turn.hpp"
#include "fovea/ingest/workspace.hpp"
#include "fovea/proxy/analyze_image.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <utility>

namespace fovea::cli {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxInput = 1u << 20;
constexpr std::string_view kStored = "sha256:";

class ToolRun {
public:
    ToolRun(const ToolArguments& arguments, const Invocation& invocation, std::stop_token stop)
        : arguments_(arguments),
          invocation_(invocation),
          stop_(std::move(stop)),
          opened_(invocation) {}

    Result<int> run() {
        TRY(opened_.open());
        OpenedVision vision(invocation_, opened_);
        TRY(vision.open());
        const auto& proxy = vision.settings();
        const proxy::AnalyzeLimits limits{
            .max_images = static_cast<std::size_t>(proxy.max_images_per_call)};
        if (!arguments_.input) return show(proxy::analyze_tool(limits));
        if (proxy.mode == proxy::ProxyMode::Off || !proxy.tool) {
            return Error{
                ErrorCode::VisionNotSupported,
                "analyze_image is switched off; switch it on with: fovea vision-proxy mode auto "
                "and fovea vision-proxy tool on"};
        }
        if (arguments_.session) {
            session_ = TRY(find_session(opened_.sessions(), *arguments_.session));
            const auto entries = TRY(opened_.sessions().read(*session_));
            view_ = TRY(delivery::view_of(entries));
        }
        const auto text = TRY(input_text());
        const auto input = TRY(proxy::parse_analyze_input(text, limits));
        const auto outcome = proxy::analyze_image(
            input,
            {.find = [this](const std::string& name) { return find(name); },
             .look = vision.look(),
             .check_model = [&](const std::string& model) -> Result<void> {
                 TRY(vision.find_model(model, stop_));
                 return {};
             }},
            {.model = proxy.model,
             .timeout = std::chrono::seconds(invocation_.settings().vision.timeout_s)},
            stop_
        );
        if (session_) TRY(opened_.sessions().append(*session_, outcome.entries));
        return arguments_.json ? print_json(outcome) : print_text(outcome);
    }

private:
    Result<std::string> input_text() const {
        if (*arguments_.input != "-") return *arguments_.input;
        const auto bytes = TRY(ingest::read_source(ingest::StdinSource{}, kMaxInput));
        return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }

    Result<content::ImageBlock> find(const std::string& name) {
        if (name.starts_with(kStored)) {
            if (session_) {
                const auto image = TRY(find_image(view_.images, name));
                return content::ImageBlock{
                    .source = image.image,
                    .mime = image.mime,
                    .size = image.size,
                    .filename = image.filename};
            }
            return ingest::take_image(ingest::parse_source(name), opened_.intake(), stop_);
        }
        const auto workspace = TRY(ingest::Workspace::open(invocation_.settings().workspace.roots));
        const auto most = static_cast<std::size_t>(invocation_.settings().images.max_file_bytes);
        auto bytes = TRY(workspace.read(name, most));
        const auto filename = std::filesystem::path(name).filename().string();
        return ingest::take_image_bytes(std::move(bytes), filename, opened_.intake(), stop_);
    }

    int show(const providers::ToolSpec& tool) const {
        if (arguments_.json) {
            print_line(json_text(json::object{
                {"name", tool.name},
                {"description", tool.description},
                {"input_schema", json::parse(tool.input_schema)}}));
        } else {
            print_line(tool.description);
            print_line(tool.input_schema);
        }
        return kSuccess;
    }

    static int print_text(const proxy::AnalyzeOutcome& outcome) {
        if (outcome.error) return report_failure("fovea tool", *outcome.error, false);
        print_line(printable_lines(outcome.text));
        return kSuccess;
    }

    static int print_json(const proxy::AnalyzeOutcome& outcome) {
        if (outcome.error) return report_failure("fovea tool", *outcome.error, true);
        json::array boxes;
        for (const auto& seen : outcome.description.boxes) {
            boxes.push_back(
                {{"label", to_utf8(seen.label)},
                 {"image", seen.image},
                 {"box",
                  json::array{
                      seen.box.x,
                      seen.box.y,
                      seen.box.x + seen.box.width,
                      seen.box.y + seen.box.height}},
                 {"clamped", seen.clamped},
                 {"point", seen.is_point}}
            );
        }
        const auto& usage = outcome.description.usage;
        print_line(json_text(json::object{
            {"text", to_utf8(outcome.text)},
            {"cached", outcome.description.from_cache},
            {"grounding_format", outcome.description.grounding_format},
            {"boxes", std::move(boxes)},
            {"input_tokens", usage.input_tokens},
            {"output_tokens", usage.output_tokens},
            {"cost_usd", usage.cost_usd}}));
        return kSuccess;
    }

    const ToolArguments& arguments_;
    const Invocation& invocation_;
    std::stop_token stop_;
    OpenedDelivery opened_;
    std::optional<std::string> session_;
    delivery::SessionView view_;
};

}  // namespace

int run_tool(const ToolArguments& arguments, const Invocation& invocation) {
    if (arguments.name != "analyze_image") {
        fmt::print(
            stderr,
            "fovea tool: no tool is called \"{}\"; there is analyze_image\nTry fovea tool "
            "--help.\n",
            printable(arguments.name)
        );
        return kUsage;
    }
    const Interrupt interrupt;
    const auto code = ToolRun(arguments, invocation, interrupt.token()).run();
    return code.ok() ? code.value() : report_failure("fovea tool", code.error(), arguments.json);
}

}  // namespace fovea::cli
