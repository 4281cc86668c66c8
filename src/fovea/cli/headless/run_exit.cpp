#include "fovea/cli/headless/run_exit.hpp"

#include "fovea/cli/exit_code.hpp"

namespace fovea::cli {
namespace {

using agent::Ending;
using agent::Fault;

int exit_code_of_error(const agent::RunResult& result) {
    switch (result.fault) {
        case Fault::Runtime: break;
        case Fault::Assistant:
        case Fault::Input: return kInputError;
        case Fault::NoInput: return kNoInput;
        case Fault::Usage: return kUsage;
    }
    const bool configuration = result.error && result.error->code == ErrorCode::ConfigInvalid;
    return configuration ? kConfiguration : kRuntimeError;
}

}  // namespace

int exit_code_of(const agent::RunResult& result) {
    switch (result.ending) {
        case Ending::Success: return kSuccess;
        case Ending::Error: return exit_code_of_error(result);
        case Ending::MaxTurns: return kMaxTurns;
        case Ending::BudgetExceeded: return kBudgetExceeded;
        case Ending::Cancelled: return kCancelled;
    }
    return kRuntimeError;
}

}  // namespace fovea::cli
