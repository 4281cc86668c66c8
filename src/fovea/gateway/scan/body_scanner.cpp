#include "fovea/gateway/scan/body_scanner.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace fovea::gateway {
namespace {

// Base64 in a text is looked for at every so many characters: lines of mail have 76, and pictures have many lines.
constexpr std::size_t kStep = 48;
constexpr std::size_t kLeastRun = 60;
constexpr std::string_view kBeginnings[] = {"iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "JVBERi0"};

constexpr std::array<bool, 256> make_base64_table() {
    std::array<bool, 256> is_base64{};
    for (unsigned char c = 'a'; c <= 'z'; ++c) is_base64[c] = true;
    for (unsigned char c = 'A'; c <= 'Z'; ++c) is_base64[c] = true;
    for (unsigned char c = '0'; c <= '9'; ++c) is_base64[c] = true;
    is_base64['+'] = is_base64['/'] = true;
    return is_base64;
}
constexpr auto kIsBase64 = make_base64_table();

bool is_base64(char c) {
    return kIsBase64[static_cast<unsigned char>(c)];
}

bool begins_as_file(std::string_view text) {
    return std::ranges::any_of(kBeginnings, [&](std::string_view begin) {
        return text.starts_with(begin);
    });
}

std::size_t find(std::string_view text, char c, std::size_t from) {
    if (from >= text.size()) return text.size();
    const auto* const found = std::memchr(text.data() + from, c, text.size() - from);
    return found == nullptr
               ? text.size()
               : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

bool is_image_type(std::string_view type) {
    return type == "image" || type == "image_url" || type == "input_image";
}
bool is_document_type(std::string_view type) {
    return type == "document" || type == "file" || type == "input_file";
}

}  // namespace

void BodyScanner::feed(std::string_view bytes) {
    std::size_t i = 0;
    while (i < bytes.size()) {
        if (in_string_) {
            const auto used = feed_string(bytes.substr(i));
            i += used;
            at_ += used;
            continue;
        }
        const char c = bytes[i++];
        const auto at = at_++;
        switch (c) {
            case '"': begin_string(at + 1); break;
            case '{': open(true); break;
            case '[': open(false); break;
            case '}':
            case ']': shut(); break;
            case ',':
                end_number();
                wants_key_ = depth_ > 0 && is_object_[depth_ - 1];
                break;
            case ':': wants_key_ = false; break;
            case 't':
                if (depth_ == 1 && key_ == "stream") found_.streams = true;
                break;
            default:
                if (is_temperature() && c > ' ' && number_.size() < kHead) number_ += c;
                break;
        }
    }
}

// Ollama's stands among its options.
bool BodyScanner::is_temperature() const {
    if (key_ != "temperature") return false;
    return depth_ == 1 || (depth_ == 2 && top_key_ == "options");
}

void BodyScanner::end_number() {
    if (number_.empty()) return;
    found_.is_cold = number_.find_first_not_of("0.") == number_.npos;
    number_.clear();
}

void BodyScanner::open(bool is_object) {
    if (depth_ == 0 && !is_object) found_.is_odd = true;
    if (depth_ == kMaxDepth) {
        found_.is_odd = true;
        return;
    }
    is_object_[depth_++] = is_object;
    wants_key_ = is_object;
}

void BodyScanner::shut() {
    if (depth_ == 0) {
        found_.is_odd = true;
        return;
    }
    end_number();
    --depth_;
    wants_key_ = false;
}

void BodyScanner::begin_string(std::uint64_t at) {
    if (depth_ == 0) found_.is_odd = true;
    in_string_ = true;
    is_key_ = wants_key_;
    has_escapes_ = false;
    begin_ = at;
    head_.clear();
    tail_.clear();
}

// How much of it was the string, with its closing quote.
std::size_t BodyScanner::feed_string(std::string_view bytes) {
    std::size_t i = 0;
    if (after_backslash_) {
        after_backslash_ = false;
        take_escaped(bytes.front());
        i = 1;
    }
    // Both are looked for once; an escaped text has many of either.
    auto quote = find(bytes, '"', i);
    auto backslash = find(bytes, '\\', i);
    while (i < bytes.size()) {
        const auto end = std::min(quote, backslash);
        take_text(bytes.substr(i, end - i));
        if (end == bytes.size()) return end;
        if (quote < backslash) {
            in_string_ = false;
            end_string(at_ + quote);
            return quote + 1;
        }
        has_escapes_ = true;
        if (backslash + 1 == bytes.size()) {
            after_backslash_ = true;
            return bytes.size();
        }
        take_escaped(bytes[backslash + 1]);
        i = backslash + 2;
        if (quote < i) quote = find(bytes, '"', i);
        backslash = find(bytes, '\\', i);
    }
    return i;
}

// Some escape slashes, which base64 has; what any other escape stands for is none of its letters.
void BodyScanner::take_escaped(char c) {
    take_text(c == '/' ? "/" : " ");
}

void BodyScanner::take_text(std::string_view text) {
    if (head_.size() < kHead) head_.append(text.substr(0, kHead - head_.size()));
    if (is_key_ || found_.has_hidden || !is_in_messages()) return;
    // Nothing but a file: whoever sees its end decides.
    if (begins_as_file(head_) || head_.starts_with("data:")) return;
    if (text.size() + tail_.size() >= kLeastRun) look_for_hidden(text);
    if (text.size() >= 2 * kLeastRun) {
        tail_ = text.substr(text.size() - 2 * kLeastRun);
    } else {
        tail_.append(text);
        if (tail_.size() > 2 * kLeastRun) tail_.erase(0, tail_.size() - 2 * kLeastRun);
    }
}

// A run begins at most a step before the place where it is seen first.
void BodyScanner::look_for_hidden(std::string_view text) {
    const auto look = [this](std::string_view in, bool is_cut) {
        for (std::size_t at = kStep; at < in.size(); at += kStep) {
            if (!is_base64(in[at])) continue;
            auto begin = at;
            while (begin > 0 && at - begin <= kStep && is_base64(in[begin - 1])) --begin;
            // In the middle of a run nothing begins.
            if (begin > 0 ? is_base64(in[begin - 1]) : is_cut) continue;
            const auto rest = in.substr(begin);
            if (!begins_as_file(rest)) continue;
            const auto run = rest.substr(0, kLeastRun);
            if (run.size() == kLeastRun && std::ranges::all_of(run, is_base64)) {
                found_.has_hidden = true;
            }
        }
    };
    if (!tail_.empty()) look(tail_ + std::string(text.substr(0, 2 * kLeastRun)), false);
    look(text, !tail_.empty() && is_base64(tail_.back()));
}

bool BodyScanner::is_in_messages() const {
    return depth_ > 1 && (top_key_ == "messages" || top_key_ == "input");
}

void BodyScanner::end_string(std::uint64_t end) {
    if (!is_key_) return end_value(end);
    key_ = head_.substr(0, 32);
    if (depth_ == 1) top_key_ = key_;
}

void BodyScanner::end_value(std::uint64_t end) {
    if (depth_ == 1 && key_ == "model") {
        if (found_.model || has_escapes_ || end - begin_ > kHead) found_.is_odd = true;
        found_.model = Span{begin_, end};
        found_.model_name = head_;
    }
    if (!is_in_messages()) return;
    if (key_ == "type" && !has_escapes_) {
        if (is_image_type(head_)) ++found_.images;
        if (is_document_type(head_)) ++found_.documents;
    }
    if (head_.starts_with("data:")) {
        const auto comma = head_.find(',');
        const auto mark = head_.find(";base64,");
        if (mark == head_.npos || mark + 7 != comma) return;
        found_.files.push_back(
            {.base64 = {begin_ + comma + 1, end},
             .mime = head_.substr(5, head_.find(';') - 5),
             .is_plain = !has_escapes_}
        );
        // A data URL where a text is expected is hidden, too.
        if (key_ == "text" || key_ == "content" || key_ == "output") found_.has_hidden = true;
        return;
    }
    const bool is_images = key_ == "images";  // Ollama's
    if (is_images) ++found_.images;
    if (is_images || key_ == "data" || key_ == "file_data") {
        if (is_images || begins_as_file(head_)) {
            found_.files.push_back({.base64 = {begin_, end}, .is_plain = !has_escapes_});
        }
        return;
    }
    if (end - begin_ >= 2 * kLeastRun && begins_as_file(head_)) found_.has_hidden = true;
}

}  // namespace fovea::gateway
