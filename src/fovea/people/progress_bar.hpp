// How far long work is, on one line of a terminal that is written over and then taken away (O3).
//
//     ProgressBar bar(std::getenv("TERM"));
//     bar.show("pages", 12, 300);      // pages [#                       ] 12/300
//     bar.clear();
//
// On standard error, and only where that is a terminal; written into a pipe or a file it says nothing.
// The line is never wider than the terminal, which is asked each time because people resize it. A word
// about the inputs is not on it, so no name can break it. Several threads may tell.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

namespace fovea::people {

class ProgressBar {
public:
    explicit ProgressBar(const char* terminal);  // its kind; none, or "dumb", has no bars
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    ~ProgressBar() { clear(); }

    void show(std::string_view what, std::size_t done, std::size_t total);
    void clear();

private:
    bool is_terminal_;
    std::mutex mutex_;  // guards last_
    std::string last_;  // what stands there now
};

// The line itself, shorter than `columns`: where there is little room the bar shrinks, then it goes,
// then the words go.
std::string progress_line(
    std::string_view what, std::size_t done, std::size_t total, std::size_t columns
);

// Takes away a line that stands there now. For a signal handler that ends the program.
void clear_progress_line();

}  // namespace fovea::people
