#include "fovea/base/answer_schema.hpp"

#include "fovea/base/extract_json.hpp"
#include "fovea/base/json_schema.hpp"
#include "fovea/base/json_text.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea {

namespace json = boost::json;

struct AnswerSchema::Compiled {
    std::string text;
    JsonSchema schema;
};

AnswerSchema::AnswerSchema(std::unique_ptr<Compiled> compiled) : compiled_(std::move(compiled)) {}
AnswerSchema::AnswerSchema(AnswerSchema&&) noexcept = default;
AnswerSchema& AnswerSchema::operator=(AnswerSchema&&) noexcept = default;
AnswerSchema::~AnswerSchema() = default;

Result<AnswerSchema> AnswerSchema::compile(const std::string& text) {
    auto schema = TRY(JsonSchema::compile(text));
    return AnswerSchema(std::make_unique<Compiled>(Compiled{text, std::move(schema)}));
}

Result<std::string> AnswerSchema::read(const std::string& answer) const {
    const auto value = TRY(extract_json(answer));
    const auto checked = compiled_->schema.check(value);
    if (!checked.ok()) return Error{ErrorCode::ResponseNotJson, checked.error().message};
    return json_text(value);
}

std::string AnswerSchema::instructions() const {
    return schema_instructions(compiled_->text);
}

std::string schema_instructions(std::string_view schema) {
    return "\n\nAnswer with one JSON value and nothing else: no words around it, no code fence. It "
           "must satisfy this JSON schema:\n" +
           std::string(schema) + "\n";
}

std::string ask_again(const Error& error) {
    return "Your answer does not satisfy the JSON schema: " + error.message +
           "\nAnswer again with only the corrected JSON.";
}

}  // namespace fovea
