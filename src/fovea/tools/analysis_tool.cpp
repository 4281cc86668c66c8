#include "fovea/tools/analysis_tool.hpp"

#include "fovea/ingest/bad_inputs.hpp"
#include "fovea/ingest/data_url.hpp"

#include <filesystem>
#include <utility>

namespace fovea::tools {
namespace {

using analysis::Expected;
using analysis::Material;

constexpr std::size_t kMaxUrl = 16 << 10;
constexpr std::size_t kMaxFiles = 20;

Result<Material> from_path(
    const std::string& path,
    Expected expected,
    const AnalysisSources& sources,
    const std::stop_token& stop
) {
    if (path.starts_with("sha256:") && sources.find_stored) {
        auto image = TRY(sources.find_stored(path));
        return Material{
            .kind = analysis::MaterialKind::Picture,
            .source = std::move(image.source),
            .mime = std::move(image.mime),
            .filename = std::move(image.filename),
            .size = image.size};
    }
    auto file = TRY(sources.workspace.open_file(path));
    auto name = std::filesystem::path(path).filename().string();
    return analysis::take_material(
        TRY(media::OpenFile::of(std::move(file).release())),
        std::move(name),
        expected,
        sources.intake,
        stop
    );
}

Result<Material> from_base64(
    const std::string& text,
    Expected expected,
    const AnalysisSources& sources,
    const std::stop_token& stop
) {
    const auto most = analysis::max_bytes_of(expected, sources.intake);
    auto bytes =
        TRY(ingest::is_data_url(text) ? ingest::bytes_of_data_url(text, most)
                                      : ingest::bytes_of_base64(text, most));
    return analysis::take_material(std::move(bytes), {}, expected, sources.intake, stop);
}

Result<Material> from_url(
    const std::string& url,
    Expected expected,
    const AnalysisSources& sources,
    const std::stop_token& stop
) {
    TRY(ingest::take_url(url, sources.intake.gate));  // before anything is asked
    return analysis::take_material(ingest::UrlSource{url}, expected, sources.intake, stop);
}

Result<std::vector<Material>> take_files(
    const ToolInput& input,
    Expected expected,
    const AnalysisSources& sources,
    const std::stop_token& stop
) {
    const auto path = TRY(input.text("file_path"));
    const auto url = TRY(input.text("file_url", {.max_bytes = kMaxUrl}));
    const auto most = analysis::max_bytes_of(expected, sources.intake);
    const auto base64 = TRY(input.text("file_base64", {.max_bytes = most / 3 * 4 + 200}));
    const auto paths = TRY(input.texts("file_paths", {.most = kMaxFiles}));
    const int given =
        path.has_value() + url.has_value() + base64.has_value() + (paths.empty() ? 0 : 1);
    if (given != 1) {
        return Error{
            ErrorCode::InvalidInput,
            "give exactly one of file_path, file_url, file_base64 and file_paths; " +
                std::to_string(given) + " were given"};
    }
    std::vector<Material> files;
    if (path) files.push_back(TRY(from_path(*path, expected, sources, stop)));
    if (url) files.push_back(TRY(from_url(*url, expected, sources, stop)));
    if (base64) files.push_back(TRY(from_base64(*base64, expected, sources, stop)));
    ingest::BadInputs bad;
    for (const auto& each : paths) {
        auto file = from_path(each, expected, sources, stop);
        if (file.ok()) {
            files.push_back(std::move(file).value());
        } else {
            bad.add(each, file.error());
        }
    }
    if (bad.any()) return bad.error();
    return files;
}

AnalyzedFiles tell(
    Result<analysis::Analysis, analysis::AnalysisFailed> done,
    std::vector<Material> files,
    std::size_t max_characters
) {
    if (!done.ok()) {
        AnalyzedFiles told{.outcome = failed(done.error().error)};
        told.outcome.usage = done.error().usage;
        if (told.outcome.usage != providers::Usage()) {
            told.outcome.usage_model = done.error().model;
        }
        return told;
    }
    auto analysis = std::move(done).value();
    AnalyzedFiles told{.outcome = said(analysis::fenced(analysis, files, max_characters))};
    if (!analysis.from_cache) {
        told.outcome.usage = analysis.usage;
        told.outcome.usage_model = analysis.model;
    }
    told.files = std::move(files);
    told.analysis = std::move(analysis);
    return told;
}

analysis::OnProgress progress_for(const ToolCall& call) {
    if (!call.on_progress) return {};
    return [tell = call.on_progress](analysis::Stage stage, std::size_t done, std::size_t total) {
        tell(
            {.done = static_cast<double>(done),
             .total = static_cast<double>(total),
             .message = std::string(name_of(stage))}
        );
    };
}

}  // namespace

AnalysisTool::AnalysisTool(
    providers::ToolSpec spec,
    Expected expected,
    std::size_t max_characters,
    AnalysisSources sources,
    AskAnalysis ask
)
    : spec_(std::move(spec)),
      expected_(expected),
      max_characters_(max_characters),
      sources_(std::move(sources)),
      ask_(std::move(ask)) {}

Result<analysis::AnalysisRequest> AnalysisTool::request_of(
    boost::json::object arguments, const ToolCall& call, const std::stop_token& stop
) const {
    auto asked = TRY(read(std::move(arguments)));
    asked.request.scope.on_progress = progress_for(call);
    auto sources = sources_;
    sources.workspace = workspace_for(call, sources_.workspace);
    asked.request.files = TRY(take_files(asked.input, expected_, sources, stop));
    return std::move(asked.request);
}

AnalyzedFiles AnalysisTool::analyze(
    boost::json::object arguments, const ToolCall& call, const std::stop_token& stop
) const {
    const auto request = request_of(std::move(arguments), call, stop);
    if (!request.ok()) return {.outcome = failed(request.error())};
    return tell(ask_(request.value(), stop), request.value().files, max_characters_);
}

ToolOutcome AnalysisTool::run(const ToolCall& call, const std::stop_token& stop) {
    auto arguments = read_arguments(call.input);
    if (!arguments.ok()) return failed(arguments.error());
    return analyze(std::move(arguments).value(), call, stop).outcome;
}

}  // namespace fovea::tools
