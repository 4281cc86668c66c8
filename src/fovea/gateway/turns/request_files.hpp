// Files out of a request: checked at the gate, stored by their hash. One that cannot be read becomes words that say so,
// and is told of once, however often its program sends it again.
#pragma once

#include "fovea/gateway/dialect.hpp"
#include "fovea/gateway/splice/hidden_files.hpp"
#include "fovea/host/machine.hpp"

#include <deque>
#include <map>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace fovea::gateway {

// What the same base64 was before; any thread.
class SeenFiles {
public:
    struct Seen {
        content::ContentBlock block;
        std::string problem = {};  // a sentence; empty: it could be read
    };
    std::optional<Seen> find(const Sha256& text) const;
    void put(const Sha256& text, Seen seen);

private:
    static constexpr std::size_t kMost = 4096;

    mutable std::mutex mutex_;
    std::map<Sha256, Seen> seen_;
    std::deque<Sha256> order_;
};

class RequestFiles final : public FileTaker {
public:
    // Borrows all.
    RequestFiles(host::Machine& machine, SeenFiles& seen, const std::stop_token& stop)
        : machine_(machine), seen_(seen), stop_(stop) {}

    content::ContentBlock take_image(const InlineFile& file) override;
    content::ContentBlock take_document(const InlineFile& file) override;
    content::ContentBlock take_image_at(std::string_view url) override;

    // Of one text, with its files for the program's own body; none where there are none.
    std::optional<LiftedText> lift(const std::string& text);
    // Pictures and documents in the middle of texts stand behind them afterwards; false where there were none.
    bool lift_hidden(std::vector<content::Message>& messages);

    // Those that could not be read: all, and those that nobody was told of yet.
    const std::vector<std::string>& problems() const { return problems_; }
    const std::vector<std::string>& news() const { return news_; }

private:
    struct Problem {
        std::string text = {};  // empty: there is none
        bool lasts = true;      // the same file has it again
    };
    content::ContentBlock take(Bytes bytes, const InlineFile& file, Problem& problem);
    static content::ContentBlock not_taken(
        std::string_view what, const Error& error, Problem& problem
    );
    void tell(const std::string& problem);
    content::ContentBlock take_base64(const InlineFile& file, std::string_view what);
    struct Lifting {
        std::string text;
        std::vector<content::ContentBlock> files = {};
        std::vector<std::string> base64 = {};  // of each
    };
    std::optional<Lifting> take_out(const std::string& text);
    template <class Block>
    std::vector<Block> lifted(const content::TextBlock& text);

    host::Machine& machine_;
    SeenFiles& seen_;
    const std::stop_token& stop_;
    std::vector<std::string> problems_;
    std::vector<std::string> news_;
};

}  // namespace fovea::gateway
