// How a run ended, and what it took.
#pragma once

#include "fovea/base/error.hpp"
#include "fovea/delivery/document_row.hpp"
#include "fovea/delivery/receipt.hpp"
#include "fovea/providers/provider.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fovea::agent {

enum class Ending : std::uint8_t { Success, Error, MaxTurns, BudgetExceeded, Cancelled };

// Whose doing an error is.
enum class Fault : std::uint8_t {
    Runtime,    // a provider, the store, the machine
    Assistant,  // a refusal, an answer that does not fit the schema, a hook that said no
    Input,      // what was given cannot be used
    NoInput,    // what was named is not there
    Usage,      // it was asked for in a way that is not understood
};

struct ModelUsage {
    providers::Usage usage;
    double cost_usd = 0;
    bool is_priced = true;
    std::uint64_t calls = 0;
    std::uint64_t context = 0;     // tokens that the model takes; 0: not known
    std::uint64_t max_output = 0;  // and gives

    bool operator==(const ModelUsage&) const = default;
};

struct PermissionDenial {
    std::string tool;
    std::string tool_use_id;
    std::string input;   // JSON
    std::string reason;  // the rule or the hook

    bool operator==(const PermissionDenial&) const = default;
};

struct RunResult {
    Ending ending = Ending::Success;
    std::string text;                                   // the answer, of a success
    std::string last_assistant_text;                    // the last words that were not empty
    std::string unkept_answer = {};                     // of an error: what could not be stored
    std::optional<std::string> structured_output = {};  // JSON that satisfies the schema
    std::optional<Error> error = {};
    Fault fault = Fault::Runtime;
    providers::FinishReason finish = providers::FinishReason::Stop;

    std::string session_id;
    bool is_resumable = true;  // false: the session is not kept
    std::string model;
    std::uint64_t turns = 0;  // calls of the main model
    std::uint64_t tool_calls = 0;
    std::uint64_t retries = 0;
    std::uint64_t prefix_rewrites = 0;  // requests in which something old changed (X2)
    providers::Usage usage;             // of all models together
    double cost_usd = 0;
    std::map<std::string, ModelUsage> by_model;  // by "provider/model"
    std::vector<PermissionDenial> denials;
    std::vector<delivery::ReceiptRow> receipt;          // of every picture in the conversation (S5)
    std::vector<delivery::DocumentRow> documents = {};  // of every document in it
    std::chrono::milliseconds took{0};
    std::chrono::milliseconds waited{0};  // for models
};

}  // namespace fovea::agent
