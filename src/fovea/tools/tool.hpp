// Something that a model may call (T1): its name, what it wants, and what it does.
//
//     class Glob final : public Tool { … };
//     const ToolOutcome outcome = tool.run({.id = use.id, .input = use.input}, stop);
//
// run() never fails to give an outcome: what went wrong is words that a model can act on, with
// `is_error` and the error itself. It blocks until the work is done or `stop` is asked for; several
// threads may call it at once. Pictures in an outcome are stored already (S1); their bytes are never
// in it. Input is whatever the model wrote: each tool checks all of it.
#pragma once

#include "fovea/base/error.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/ingest/workspace.hpp"
#include "fovea/providers/provider.hpp"
#include "fovea/store/entry.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::tools {

struct Progress {
    double done = 0;
    std::optional<double> total = {};
    std::string message = {};
};

struct ToolCall {
    std::string id;     // of the model's call
    std::string input;  // a JSON object, as text
    std::function<void(const Progress&)> on_progress = {};
    bool agreed = false;  // a person was asked about it, and said yes
};

struct ToolOutcome {
    std::vector<content::ToolOutput> content;
    bool is_error = false;
    std::optional<Error> error = {};
    // Of models that the tool itself asked; they count towards the session (ETH-10).
    providers::Usage usage = {};
    std::string usage_model = {};            // who was asked: "openai/gpt-5-mini"; empty: nobody
    std::vector<store::Entry> entries = {};  // for the session's journal
};

// The workspace of a call: files that ask first are open where a person agreed to it.
ingest::Workspace workspace_for(const ToolCall& call, const ingest::Workspace& workspace);

// Words for the model, with the code in front: "FILE_NOT_FOUND: …".
ToolOutcome failed(const Error& error);
ToolOutcome said(std::string text);

// Whether it may run when no rule speaks of it (A2).
enum class Effect : std::uint8_t {
    ReadsWorkspace,  // and nothing else: allowed
    Other,           // asks a person first
};

class Tool {
public:
    virtual ~Tool() = default;

    virtual const providers::ToolSpec& spec() const = 0;
    virtual Effect effect() const = 0;

    // A group that can be offered or withheld as one: "files", "vision", "mcp:NAME" (ETH-16).
    virtual std::string toolset() const = 0;

    virtual ToolOutcome run(const ToolCall& call, const std::stop_token& stop) = 0;
};

}  // namespace fovea::tools
