// A program that runs beside a test: started, waited for until it says that it is ready, ended with
// the test.
//
//     auto server = BackgroundProgram::start({"python3", "server.py"});
//     ask(server->ready().at("url"));
//
// Ready is its first line of standard output, one JSON object; so nobody sleeps or asks in a loop.
// Its standard input stays open as long as this object lives: a program that ends with its input
// never outlives a test that crashed. Standard error is the test's own.
#pragma once

#include <boost/json.hpp>
#include <sys/types.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::testing {

class BackgroundProgram {
public:
    // Null, after a test failure that says why, when it ends or says something else first.
    static std::unique_ptr<BackgroundProgram> start(const std::vector<std::string>& command);

    BackgroundProgram(const BackgroundProgram&) = delete;
    BackgroundProgram& operator=(const BackgroundProgram&) = delete;
    ~BackgroundProgram();

    const boost::json::object& ready() const { return ready_; }

    // For a program that answers each line with one, as those do that are started with --lines: a test process starts
    // one and asks it many times. `more` follows the line as it is. An empty object, after a test failure, when there
    // is no answer.
    boost::json::object ask(const boost::json::value& line, std::string_view more = {}) const;

private:
    BackgroundProgram(pid_t child, int input, int output)
        : child_(child), input_(input), output_(output) {}

    std::string next_line() const;

    pid_t child_;
    int input_;
    int output_;  // kept open, so that a later word does not kill the program
    boost::json::object ready_;
    mutable std::string said_;  // and not asked for yet
};

}  // namespace fovea::testing
