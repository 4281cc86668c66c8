// What a person says to `fovea -p`: the prompt, what is piped in, and pictures (H1, H6, A4).
//
//     fovea -p "what is this?" < shot.png          bytes that are a picture or a PDF are attached
//     git diff | fovea -p "review this"            text goes behind the prompt; anything else is refused
//     fovea -p "compare" --image a.png --image b.png
//     fovea -p "what does @shot.png say?"
#pragma once

#include "fovea/agent/run_result.hpp"
#include "fovea/base/result.hpp"
#include "fovea/cli/headless/arguments.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/ingest/intake.hpp"
#include "fovea/ingest/workspace.hpp"

#include <cstddef>
#include <stop_token>

namespace fovea::cli {

inline constexpr std::size_t kMaxStdin = 10'000'000;

// Something that cannot be used, and whose fault that is.
struct InputProblem {
    Error error;
    agent::Fault fault = agent::Fault::Input;
};

// A file that is not there, one that cannot be used, or a disk without room for it, which is not the
// fault of whoever named the file.
InputProblem problem_of(const Error& error);

// Standard input where it is meant: the prompt is "-" or missing, or something is piped in. Nothing
// where it is a terminal. More than kMaxStdin bytes is ConfigInvalid.
Result<Bytes, InputProblem> read_piped(const HeadlessArguments& arguments);

// Where @path lies, by who wrote it.
struct PromptFiles {
    ingest::Workspace typed;  // on the command line, by a person
    ingest::Workspace piped;
};

// NoInput when there is nothing at all.
Result<content::Message, InputProblem> prompt_message(
    const HeadlessArguments& arguments,
    Bytes piped,
    const ingest::Intake& intake,
    const PromptFiles& files,
    const std::stop_token& stop
);

}  // namespace fovea::cli
