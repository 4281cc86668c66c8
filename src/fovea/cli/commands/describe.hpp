// fovea describe: what pictures, documents and recordings show, or the answer to a question about them.
#pragma once

#include "fovea/cli/command.hpp"

#include <optional>
#include <string>
#include <vector>

namespace fovea::cli {

struct DescribeArguments {
    std::vector<std::string> inputs;
    std::optional<std::string> question;
    std::vector<std::string> crops;  // [INDEX:]FORM
    std::optional<std::string> model;
    std::optional<std::string> session = {};  // to log it in, and to keep it in with `save`
    bool save = false;                        // the description of one picture, for the session
    bool json = false;
    bool boxes = false;
    bool plain = false;                     // the bare answer to the question
    std::optional<std::string> overlay;     // a PNG to write
    std::optional<std::string> marks = {};  // a PNG to write
    bool again = false;                     // ask even where an answer is kept
    std::string line_prefix;                // before each line for people, "[Vision Proxy] "
    bool each = false;                      // one after the other, not all in one look
    std::optional<std::string> pages = {};  // of documents
    std::optional<std::string> start = {};  // of recordings: "12.5" or "1:02.5"
    std::optional<std::string> end = {};
    std::optional<std::string> languages = {};  // "eng+chi_sim", in the place of local.languages
};

void add_describe(CLI::App& app, Chosen& chosen);
void add_redescribe(CLI::App& app, Chosen& chosen);  // describe --save

int run_describe(const DescribeArguments& arguments, const Invocation& invocation);

}  // namespace fovea::cli
