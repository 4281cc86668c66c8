// Texts that take the place of others; what is between them stays as it is.
//
//     Edits<std::string> edits(json);
//     edits.replace(span, "7");
//     edits.insert(at, ",…");
//     edits.apply();
#pragma once

#include "fovea/gateway/scan/body_scanner.hpp"
#include "fovea/providers/body.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace fovea::gateway {

inline void append(std::string& to, std::string_view text) {
    to += text;
}
inline void append(providers::Body& to, std::string_view text) {
    to.text(text);
}
inline void append(providers::Body& to, const providers::Body& body) {
    for (const auto& piece : body.pieces()) {
        to.text(piece.text);
        if (piece.file) to.base64(*piece.file, piece.file_bytes);
    }
}

template <class Text>
class Edits {
public:
    // Borrows the text.
    explicit Edits(std::string_view text) : text_(text) {}

    void replace(Span span, Text with) {
        edits_.emplace(span.begin, std::pair(span.end, std::move(with)));
    }
    void insert(std::uint64_t at, Text what) { replace({at, at}, std::move(what)); }
    bool is_empty() const { return edits_.empty(); }

    Text apply() const {
        Text whole;
        std::uint64_t done = 0;
        for (const auto& [begin, edit] : edits_) {
            if (begin < done) continue;  // inside of what was replaced
            append(whole, text_.substr(done, begin - done));
            append(whole, edit.second);
            done = edit.first;
        }
        append(whole, text_.substr(done));
        return whole;
    }

private:
    const std::string_view text_;
    std::multimap<std::uint64_t, std::pair<std::uint64_t, Text>> edits_;
};

}  // namespace fovea::gateway
