#include "fovea/analysis/analyze.hpp"

#include "fovea/analysis/citations.hpp"
#include "fovea/analysis/kept_analysis.hpp"
#include "fovea/analysis/local_answer.hpp"
#include "fovea/base/answer_schema.hpp"
#include "fovea/base/digest.hpp"
#include "fovea/delivery/fills_schema.hpp"
#include "fovea/providers/sum_usage.hpp"
#include "fovea/proxy/describe/grounded_model.hpp"

#include <algorithm>
#include <utility>

namespace fovea::analysis {

extern const std::string_view kAnalyzePrompt;  // prompts/analyze.md, built in

namespace {

// Changed by hand when files are arranged otherwise than before.
constexpr std::string_view kArrangement = "3";

void add(providers::Usage& to, const providers::Usage& more) {
    providers::add_tokens(to, more);
    to.cost_usd += more.cost_usd;
}

// The one file of a kind; none where there are several.
std::optional<std::size_t> only(std::span<const Material> files, MaterialKind kind) {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (files[i].kind != kind) continue;
        if (found) return std::nullopt;
        found = i;
    }
    return found;
}

class Question {
public:
    Question(
        const AnalysisRequest& request,
        const AnalysisServices& services,
        delivery::Target target,
        const std::stop_token& stop
    )
        : request_(request), services_(services), target_(std::move(target)), stop_(stop) {
        done_.model = target_.name;
        if (services.format_of && kinds_of(request.files) == Kinds{.pictures = true}) {
            format_ = services.format_of(target_);
        }
    }

    Result<Analysis, AnalysisFailed> run() {
        const auto answered = request_.schema ? compile() : Result<void>();
        if (!answered.ok()) return failed(answered.error());
        const auto key = key_of();
        if (auto known = kept(key)) return std::move(*known);
        // Who asks the same at the same time waits for the first one's answer.
        const auto reserved = services_.answers.reserve(key, stop_);
        if (!reserved) return failed({ErrorCode::Cancelled, "cancelled"});
        if (auto known = kept(key)) return std::move(*known);
        const auto asked = target_.is_local() ? ask_local() : ask_remote();
        if (!asked.ok()) return failed(asked.error());
        if (done_.complete) keep_analysis(services_.answers, key, done_);
        return std::move(done_);
    }

private:
    Result<void> compile() {
        TRY(delivery::check_fills_schema(target_));
        schema_ = TRY(AnswerSchema::compile(*request_.schema));
        return {};
    }

    std::optional<Analysis> kept(const std::string& key) const {
        auto known = kept_analysis(services_.answers, key);
        if (known) known->from_cache = true;
        return known;
    }

    AnalysisFailed failed(const Error& error) const { return {error, target_.name, done_.usage}; }

    // The reader's languages and the way in which it tells. One that cannot be had keeps nothing.
    std::string local_revision() const {
        if (!target_.is_local()) return {};
        const auto local = services_.local();
        return local.ok() ? local.value()->revision() : std::string();
    }

    // Everything that the answer depends on.
    std::string key_of() const {
        auto key = "analysis " + std::string(kArrangement) + "\n" + target_.name + "\n" +
                   target_.settings.base_url + "\n" + sha256(as_bytes(kAnalyzePrompt)).hex() + " " +
                   std::string(proxy::grounding::id_of(format_)) + "\n" + local_revision() + "\n";
        const auto& scope = request_.scope;
        key += scope.pages.value_or("") + "\n";
        key += scope.from ? std::to_string(scope.from->count()) : "";
        key += " " + (scope.to ? std::to_string(scope.to->count()) : "") + "\n";
        for (const auto& file : request_.files) {
            const auto* blob = content::blob_of(file.source);
            key += std::string(name_of(file.kind)) + " ";
            key +=
                blob == nullptr ? std::get<content::UrlRef>(file.source).url : blob->sha256.hex();
            key += " " + file.filename + "\n";
        }
        const auto schema = request_.schema.value_or("");
        return key + std::to_string(schema.size()) + " " + schema + "\n" + request_.prompt;
    }

    Result<void> ask_local() {
        delivery::VariantFiles files(services_.delivery.files);
        auto answer = TRY(answer_locally(
            request_.files,
            request_.prompt,
            request_.scope,
            {.documents = services_.documents,
             .local = services_.local,
             .files = files,
             .timeout = request_.local_timeout},
            stop_
        ));
        done_.text = std::move(answer.text);
        done_.value = std::move(answer.value);
        done_.citations = std::move(answer.citations);
        done_.complete = answer.complete;
        done_.notes = std::move(answer.notes);
        return {};
    }

    Result<void> ask_remote() {
        auto parts = TRY(parts_of(
            request_.files,
            target_,
            request_.scope,
            {.documents = services_.documents,
             .look = services_.look,
             .describer = services_.describer,
             .timeout = request_.timeout},
            stop_
        ));
        done_.notes = std::move(parts.notes);
        providers::Request request{
            .model = target_.model,
            .system = system_for(parts.origins.size()),
            .messages = {{content::Role::User, std::move(parts.blocks)}},
            .json_schema = request_.schema,
            .timeout = request_.timeout};
        request.messages.front().content.emplace_back(content::TextBlock{
            "The question:\n" + request_.prompt});
        const auto reply = TRY(ask_until_it_fits(request));
        done_.text = content::text_of(reply.content);
        done_.complete = reply.finish != providers::FinishReason::Length;
        cite(reply, parts);
        return {};
    }

    std::string system_for(std::size_t pictures) const {
        auto system = std::string(kAnalyzePrompt);
        if (schema_ && !target_.traits.native_schema) system += schema_->instructions();
        return proxy::grounding::with_instruction(std::move(system), format_, pictures);
    }

    Result<providers::Reply> ask_until_it_fits(providers::Request& request) {
        proxy::GroundedModel model(target_, services_.delivery, format_);
        delivery::VariantFiles files(services_.delivery.files);
        for (int retries = 0;; ++retries) {
            auto reply = TRY(model.complete(request, files, stop_));
            add(done_.usage, reply.usage);
            if (!schema_) return reply;
            const auto text = content::text_of(reply.content);
            auto read = schema_->read(text);
            if (read.ok()) {
                done_.parsed = std::move(read).value();
                return reply;
            }
            if (retries == kMaxSchemaRetries) {
                return Error{
                    ErrorCode::ResponseNotJson,
                    "the answer of " + target_.name + " does not satisfy the schema after " +
                        std::to_string(kMaxSchemaRetries) + " retries: " + read.error().message};
            }
            request.messages.push_back(
                {content::Role::Assistant, {content::TextBlock{text.empty() ? "(nothing)" : text}}}
            );
            request.messages.push_back(
                {content::Role::User, {content::TextBlock{ask_again(read.error())}}}
            );
        }
    }

    void cite(const providers::Reply& reply, const Parts& parts) {
        Citable citable{
            .document = only(request_.files, MaterialKind::Document),
            .video = only(request_.files, MaterialKind::Video)};
        if (citable.document) citable.pages = parts.pages[*citable.document];
        if (citable.video) citable.duration = parts.durations[*citable.video];
        done_.citations = read_citations(done_.text, citable);
        std::ranges::move(
            cite_boxes(reply.boxes, parts.origins), std::back_inserter(done_.citations)
        );
    }

    const AnalysisRequest& request_;
    const AnalysisServices& services_;
    delivery::Target target_;
    const std::stop_token& stop_;
    proxy::grounding::Format format_ = proxy::grounding::Format::None;
    std::optional<AnswerSchema> schema_;
    Analysis done_;
};

Result<void> check(const AnalysisRequest& request) {
    if (request.files.empty()) return Error{ErrorCode::InvalidInput, "no file was given"};
    if (request.prompt.empty()) return Error{ErrorCode::InvalidInput, "the prompt is empty"};
    const auto kinds = kinds_of(request.files);
    if (request.scope.pages && !kinds.documents) {
        return Error{ErrorCode::InvalidInput, "pages is only for PDFs, and no PDF was given"};
    }
    if ((request.scope.from || request.scope.to) && !kinds.videos) {
        return Error{
            ErrorCode::InvalidInput,
            "start and end are only for recordings, and no recording was given"};
    }
    return {};
}

Result<delivery::Target> target_for(
    const AnalysisRequest& request, const AnalysisServices& services, const std::stop_token& stop
) {
    TRY(check(request));
    auto names = services.names;
    names.named = request.model;
    return choose_model(names, kinds_of(request.files), [&](const std::string& name) {
        return services.find_model(name, stop);
    });
}

}  // namespace

Result<Analysis, AnalysisFailed> analyze(
    const AnalysisRequest& request, const AnalysisServices& services, const std::stop_token& stop
) {
    auto target = target_for(request, services, stop);
    if (!target.ok()) return AnalysisFailed{target.error()};
    if (!target.value().is_local()) {
        const auto agreed = services.check_consent(target.value());
        if (!agreed.ok()) return AnalysisFailed{agreed.error(), target.value().name};
    }
    return Question(request, services, std::move(target).value(), stop).run();
}

}  // namespace fovea::analysis
