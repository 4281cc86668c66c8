#include "support/request_checks.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "support/background_program.hpp"
#include "support/node_tests.hpp"
#include "support/run_program.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;

std::vector<std::string> strings_of(const json::value& list) {
    std::vector<std::string> strings;
    for (const auto& one : list.as_array()) strings.emplace_back(one.as_string());
    return strings;
}

}  // namespace

CheckedRequest check_request(
    std::string_view kind, std::string_view body, const RequestFacts& facts
) {
    static const auto checker = BackgroundProgram::start(
        {"/usr/bin/python3",
         "-B",
         test_paths::source_dir() + "/tests/checker/check_request.py",
         "--lines"}
    );
    if (!checker) return {.problems = {"the checker did not start"}};
    json::object question{
        {"kind", kind}, {"limits", json::value_from(facts.limits)}, {"size", body.size()}};
    if (!facts.model.empty()) question["model"] = facts.model;
    if (!facts.path.empty()) question["path"] = facts.path;
    const auto told = checker->ask(question, body);
    if (!told.contains("problems"))
        return {.problems = {"the checker failed: " + json::serialize(told)}};
    CheckedRequest checked{
        .problems = strings_of(told.at("problems")),
        .images = told.at("images").as_array(),
        .documents = told.at("documents").as_array(),
        .urls = told.at("urls").as_array()};
    for (const auto& text : told.at("texts").as_array())
        checked.texts.emplace_back(text.at("text").as_string());
    return checked;
}

std::vector<std::string> sdk_type_problems(const std::vector<KindAndBody>& bodies) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("fovea-sdk-types-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    std::vector<std::string> command = {node_program(), node_tests_folder() + "/typecheck.mjs"};
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const auto file = folder / (std::to_string(i) + ".json");
        std::ofstream(file, std::ios::binary) << bodies[i].body;
        command.push_back(bodies[i].kind + "=" + file.string());
    }
    const auto finished = run_program(command);
    std::filesystem::remove_all(folder);
    boost::json::error_code error;
    const auto told = json::parse(finished.out, error);
    if (error) return std::vector<std::string>(bodies.size(), "typecheck.mjs: " + finished.err);
    std::vector<std::string> problems;
    for (const auto& one : told.as_array()) {
        auto& all = problems.emplace_back();
        for (const auto& problem : strings_of(one.at("problems"))) all += problem + "\n";
    }
    return problems;
}

}  // namespace fovea::testing
