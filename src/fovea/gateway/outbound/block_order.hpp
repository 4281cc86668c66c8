// The pieces of an answer as blocks that come one after the other: a text, a thought, a call. Servers
// may begin a second call before the first is over; what comes too early is kept until it is its turn.
//
//     BlockOrder order(sink);
//     order.take(event);      // sink.open(…), sink.grow(…), sink.close(…)
//     order.finish();
//
// Used by the dialects whose clients expect one block at a time.
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/providers/dialect.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::gateway {

enum class BlockKind : std::uint8_t { Text, Thinking, Call };

struct OpenBlock {
    BlockKind kind = BlockKind::Text;
    std::string id = {};  // of a call
    std::string name = {};
    std::string whole = {};      // what came of it so far: words, or arguments as JSON
    std::string signature = {};  // of a thought; there when it is closed
    std::string provider = {};
};

class BlockSink {
public:
    virtual ~BlockSink() = default;
    virtual void open(const OpenBlock& block) = 0;
    virtual void grow(const OpenBlock& block, std::string_view more) = 0;  // `more` is in `whole`
    virtual void close(const OpenBlock& block) = 0;
};

// Whether the text of a JSON object has come to its end.
class JsonEnd {
public:
    void feed(std::string_view text);
    bool reached() const { return reached_; }

private:
    std::size_t depth_ = 0;
    bool in_string_ = false;
    bool escaped_ = false;
    bool reached_ = false;
};

class BlockOrder {
public:
    explicit BlockOrder(BlockSink& sink) : sink_(sink) {}

    void take(const providers::StreamEvent& event);
    void finish();  // closes what is open, and gives what was kept

    bool any() const { return any_; }  // whether anything came

private:
    struct Waiting {
        std::string id;
        std::string name;
        std::string json;
        JsonEnd end;
    };

    void take_piece(const providers::TextDelta& piece);
    void take_piece(const providers::ThinkingDelta& piece);
    void take_piece(const providers::ToolUseStarted& piece);
    void take_piece(const providers::ToolInputDelta& piece);

    void open(OpenBlock block);
    void grow(std::string_view more);
    void close();
    void next_call();  // of those that wait
    void all_calls();

    BlockSink& sink_;
    std::optional<OpenBlock> open_;
    JsonEnd end_;                  // of the call that is open
    std::deque<Waiting> waiting_;  // calls that began while another was open
    bool any_ = false;
};

// A block as the pieces that it would come in.
std::vector<providers::StreamEvent> pieces_of(const content::ContentBlock& block);

}  // namespace fovea::gateway
