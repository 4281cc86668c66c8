// How far long work is, on one line of a terminal that is written over and then taken away (O3).
//
//     ProgressBar bar;
//     bar.show("reading pages", 12, 300);      // reading pages  [####            ]  12/300
//     bar.clear();
//
// On standard error, and only where that is a terminal; written into a pipe or a file it says nothing.
// Several threads may tell.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

namespace fovea::cli {

class ProgressBar {
public:
    ProgressBar();
    ~ProgressBar() { clear(); }

    void show(std::string_view what, std::size_t done, std::size_t total);
    void clear();

private:
    bool is_terminal_;
    std::mutex mutex_;  // guards last_
    std::string last_;  // what stands there now
};

// The line itself.
std::string progress_line(std::string_view what, std::size_t done, std::size_t total);

}  // namespace fovea::cli
