#include "fovea/proxy/commands/words.hpp"

#include <cstddef>
#include <optional>

namespace fovea::proxy {
namespace {

constexpr std::size_t kMaxLine = 64 << 10;  // a question has 4000 characters at most

Error invalid(std::string message) {
    return {ErrorCode::InvalidInput, std::move(message)};
}

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Reads one line, a character at a time.
class Splitter {
public:
    void take(char c) {
        if (escaped_) {
            // Inside "…" a \ before anything else is a \, as in C:\new.
            if (quote_ == '"' && c != '"' && c != '\\') word() += '\\';
            word() += c;
            escaped_ = false;
        } else if (c == '\\' && quote_ != '\'') {
            escaped_ = true;
        } else if (quote_ != 0) {
            if (c == quote_) {
                quote_ = 0;
            } else {
                word() += c;
            }
        } else if (c == '"' || c == '\'') {
            quote_ = c;
            word();  // "" is a word
        } else if (is_blank(c)) {
            finish_word();
        } else {
            word() += c;
        }
    }

    Result<std::vector<std::string>> finish() {
        if (quote_ != 0) return invalid(std::string("a ") + quote_ + " is not closed");
        if (escaped_) return invalid("the line ends with a single \\");
        finish_word();
        return std::move(words_);
    }

private:
    std::string& word() {
        if (!word_) word_.emplace();
        return *word_;
    }
    void finish_word() {
        if (word_) words_.push_back(*std::move(word_));
        word_.reset();
    }

    std::vector<std::string> words_;
    std::optional<std::string> word_;  // the one that is being read
    char quote_ = 0;                   // the one that is open
    bool escaped_ = false;
};

}  // namespace

Result<std::vector<std::string>> split_words(std::string_view line) {
    if (line.size() > kMaxLine) {
        return invalid(
            "the line has " + std::to_string(line.size()) + " bytes; the limit is 65536"
        );
    }
    Splitter splitter;
    for (const char c : line) splitter.take(c);
    return splitter.finish();
}

}  // namespace fovea::proxy
