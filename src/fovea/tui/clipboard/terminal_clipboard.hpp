// The clipboard by way of the terminal, which also works over ssh: kitty's OSC 5522. A conversation of control
// sequences: what there is, then the best of it.
//
//     TerminalClipboard reading({.max_bytes = 32 << 20}, rules);
//     tty << reading.begin();
//     for (each OSC sequence that arrives) {
//         const auto step = reading.take(sequence);
//         tty << step.write;
//         if (step.done) …
//     }
//
// The terminal may ask the person first, so there is no deadline of its own here: whoever waits gives up by a key.
#pragma once

#include "fovea/tui/clipboard/clipboard.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::tui {

class TerminalClipboard {
public:
    // Borrows the settings.
    explicit TerminalClipboard(const ClipboardSettings& settings) : settings_(settings) {}

    std::string begin();

    struct Step {
        bool is_ours = false;  // the sequence belonged to this conversation
        std::string write = {};
        std::optional<Result<Copied>> done = {};
    };
    // One whole OSC sequence, from its ESC to its end.
    Step take(std::string_view sequence);

private:
    struct Reply;
    Step ask(std::string_view type);
    Step finish_list();
    Step finish_data();
    Step fail(std::string_view status) const;

    const ClipboardSettings& settings_;
    std::string types_;  // offered, while listing
    std::string asked_;  // the type that is being read; empty while listing
    std::string data_;   // of it
};

}  // namespace fovea::tui
