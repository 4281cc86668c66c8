#include "fovea/cli/commands/tool.hpp"

#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/interrupt.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/cli/usage_report.hpp"
#include "fovea/content/json.hpp"
#include "fovea/delivery/session_turn.hpp"
#include "fovea/host/machine.hpp"
#include "fovea/host/own_tools.hpp"
#include "fovea/host/session_choice.hpp"
#include "fovea/host/session_picture.hpp"
#include "fovea/host/vision.hpp"
#include "fovea/tools/lift_base64.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <optional>
#include <utility>

namespace fovea::cli {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxInput = 1u << 20;
constexpr std::string_view kAnalyzeImage = "analyze_image";

// What analyze_image says beyond its words.
json::object details_of(const tools::Analyzed& analyzed) {
    const auto& description = analyzed.description;
    json::array boxes;
    for (const auto& seen : description.boxes) {
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
    const auto& usage = description.usage;
    return {
        {"cached", description.from_cache},
        {"grounding_format", description.grounding_format},
        {"boxes", std::move(boxes)},
        {"input_tokens", usage.input_tokens},
        {"output_tokens", usage.output_tokens},
        {"cost_usd", usage.cost_usd}};
}

std::string text_of(const tools::ToolOutcome& outcome) {
    std::string text;
    for (const auto& block : outcome.content) {
        const auto* words = std::get_if<content::TextBlock>(&block);
        if (words == nullptr) continue;
        if (!text.empty() && !text.ends_with('\n')) text += '\n';
        text += words->text;
    }
    return text;
}

json::array content_of(const tools::ToolOutcome& outcome) {
    json::array content;
    for (const auto& block : outcome.content) {
        content.push_back(std::visit(
            [](const auto& each) { return content::to_json(content::ContentBlock(each)); }, block
        ));
    }
    return content;
}

class ToolRun {
public:
    ToolRun(const ToolArguments& arguments, const Invocation& invocation, std::stop_token stop)
        : arguments_(arguments), stop_(std::move(stop)), invocation_(invocation) {}

    Result<int> run() {
        machine_ = TRY(host::Machine::open(
            invocation_,
            arguments_.session ? host::StoreUse::KeepsSession : host::StoreUse::AnswersOnly
        ));
        vision_ = TRY(host::Vision::open(invocation_, *machine_));
        tools_ = TRY(host::OwnTools::open(
            invocation_,
            *machine_,
            *vision_,
            [this](const std::string& name) { return find_stored(name); },
            invocation_.settings().permissions
        ));
        const bool is_analyze = arguments_.name == kAnalyzeImage;
        auto* tool = tools_->box().find(arguments_.name);
        if (tool == nullptr && !is_analyze) return unknown();
        if (!arguments_.input) {
            return show(is_analyze ? host::analyze_image_spec(vision_->settings()) : tool->spec());
        }
        if (tool == nullptr) {
            return Error{
                ErrorCode::VisionNotSupported,
                "analyze_image is off; turn it on with: fovea vision-proxy mode auto and fovea "
                "vision-proxy tool on"};
        }
        if (arguments_.session) {
            session_ = TRY(host::find_session(machine_->sessions(), *arguments_.session));
            const auto entries = TRY(machine_->sessions().read(*session_));
            view_ = TRY(delivery::view_of(entries));
        }
        // Whoever types it need not be asked.
        const tools::ToolCall call{.id = "1", .input = TRY(input_text()), .agreed = true};
        if (!is_analyze) return finish(tool->run(call, stop_), {});
        auto analyzed = tools_->analyze_image()->analyze(call, stop_);
        return finish(std::move(analyzed.outcome), details_of(analyzed));
    }

private:
    Result<std::string> input_text() const {
        if (*arguments_.input != "-") return *arguments_.input;
        const auto bytes = TRY(ingest::read_source(ingest::StdinSource{}, kMaxInput));
        return std::string(as_text(bytes));
    }

    Result<content::ImageBlock> find_stored(const std::string& name) {
        if (!session_) {
            return ingest::take_image(ingest::parse_source(name), machine_->intake(), stop_);
        }
        return host::find_session_picture(view_, name, *machine_, stop_);
    }

    int unknown() {
        const auto names = tools_->box().names();
        auto advice = did_you_mean(arguments_.name, {names.begin(), names.end()});
        if (advice.empty()) advice = fmt::format("; available: {}", fmt::join(names, ", "));
        return report_usage(
            "fovea tool", "unknown tool \"" + arguments_.name + "\"" + advice, arguments_.json
        );
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

    Result<int> finish(tools::ToolOutcome outcome, json::object details) {
        tools::lift_base64(outcome, machine_->intake(), stop_);
        if (session_) TRY(machine_->sessions().append(*session_, outcome.entries));
        if (outcome.error) return report_failure("fovea tool", *outcome.error, arguments_.json);
        const auto text = text_of(outcome);
        if (!arguments_.json) {
            const auto shown = printable_lines(text);
            print_line(shown.ends_with('\n') ? shown.substr(0, shown.size() - 1) : shown);
            return kSuccess;
        }
        json::object printed{{"text", to_utf8(text)}, {"content", content_of(outcome)}};
        for (auto& member : details) printed.emplace(member.key(), std::move(member.value()));
        print_line(json_text(printed));
        return kSuccess;
    }

    const ToolArguments& arguments_;
    std::stop_token stop_;
    const Invocation& invocation_;
    std::unique_ptr<host::Machine> machine_;
    std::unique_ptr<host::Vision> vision_;
    std::unique_ptr<host::OwnTools> tools_;
    std::optional<std::string> session_;
    delivery::SessionView view_;
};

}  // namespace

int run_tool(const ToolArguments& arguments, const Invocation& invocation) {
    const Interrupt interrupt;
    const auto code = ToolRun(arguments, invocation, interrupt.token()).run();
    return code.ok() ? code.value() : report_failure("fovea tool", code.error(), arguments.json);
}

}  // namespace fovea::cli
