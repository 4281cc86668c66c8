// Answers that must be JSON of a given form (H6): how a model is asked for them, and whether one is.
//
//     const auto schema = TRY(AnswerSchema::compile(text));
//     const auto json = schema.read(answer);      // the JSON, or what is wrong with it
//     if (!json.ok()) say(ask_again(json.error()));
#pragma once

#include "fovea/base/result.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace fovea {

class AnswerSchema {
public:
    // InvalidInput for what is no JSON schema.
    static Result<AnswerSchema> compile(const std::string& text);

    AnswerSchema(AnswerSchema&&) noexcept;
    AnswerSchema& operator=(AnswerSchema&&) noexcept;
    ~AnswerSchema();

    // The JSON in an answer, without anything around it. ResponseNotJson says what is wrong, in words
    // that a model can act on.
    Result<std::string> read(const std::string& answer) const;

    // For the system prompt of a model that cannot be bound to a schema.
    std::string instructions() const;

private:
    struct Compiled;
    explicit AnswerSchema(std::unique_ptr<Compiled> compiled);

    std::unique_ptr<Compiled> compiled_;
};

// The same for any schema, as text.
std::string schema_instructions(std::string_view schema);

std::string ask_again(const Error& error);

}  // namespace fovea
