// One question about files, as `fovea analyze` and `fovea video` ask it, and `fovea describe` about
// documents and recordings.
#pragma once

#include "fovea/analysis/analysis.hpp"
#include "fovea/analysis/material.hpp"
#include "fovea/base/result.hpp"
#include "fovea/cli/commands/analyze.hpp"
#include "fovea/host/sight.hpp"
#include "fovea/ingest/receive.hpp"
#include "fovea/ingest/source.hpp"

#include <boost/json/object.hpp>

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::cli {

struct AskedFile {
    ingest::Source source;
    std::optional<ingest::Received> received = {};  // its bytes, where they are here already
};

struct AnsweredFiles {
    analysis::Expected expected;
    analysis::Analysis analysis;
    std::vector<analysis::Material> files;
};

// Shows how far it is on a terminal. `arguments.sources` are not looked at: these are `files`. An
// error names every file that cannot be taken.
Result<AnsweredFiles> ask_about_files(
    const AnalyzeArguments& arguments,
    std::vector<AskedFile> files,
    host::Sight& sight,
    const std::stop_token& stop
);

boost::json::object answer_json(const AnsweredFiles& answered);
std::string answer_text(const AnsweredFiles& answered);  // for a person, made safe to show

// The bare answer: empty where local/ocr is not certain of one; of other models, all that they said.
std::string plain_answer(const AnsweredFiles& answered);

// Why there is no bare answer, in a sentence, with what comes nearest to one: `told` is the whole answer.
std::string why_not_plain(std::string_view told);

}  // namespace fovea::cli
