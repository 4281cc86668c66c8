#include "fovea/proxy/fence/tag_names.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/proxy/fence/entities.hpp"
#include "fovea/proxy/fence/lookalikes.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace fovea::proxy {
namespace {

// As looks_of() spells them: l is i.
constexpr std::array<std::string_view, 3> kNames = {
    "visionproxydescription",
    "visionproxyanaiysis",
    "visionproxyjointdescription",
};
constexpr std::size_t kVisionLetters = 6;

// Entities that spell entities. Nobody decodes a text more often than this, and without an end the
// time would grow with the square of the length.
constexpr int kMaxDecodings = 8;

bool is_plain_separator(const Piece& piece) {
    constexpr std::u32string_view kPlain = U" \t\r\n_-\u00A0\u2013\u2014";
    return piece.as_itself && kPlain.find(piece.code) != kPlain.npos;
}

// Could not be taken for a bracket or a slash, nor be the end of a spelling of one.
bool is_harmless_before(const Piece& piece) {
    constexpr std::u32string_view kHarmless =
        U"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        U".,:()[]{}\"'`*=|\u2018\u2019\u201C\u201D\u2022\u00B7";
    return piece.as_itself && kHarmless.find(piece.code) != kHarmless.npos;
}

bool is_harmless_after(const Piece& piece) {
    return is_harmless_before(piece) || (piece.as_itself && piece.code == ';');
}

// Reads pieces one after another and remembers the names among them. Separators and unseen
// characters count for nothing, so a name is a run of tokens with the right letters.
class NameFinder {
public:
    void read(const Piece& piece) {
        const auto looks = looks_of(piece.code);
        if (piece.odd_before) note_odd();
        if (looks.look == LooksLike::Unseen || looks.look == LooksLike::Separator) {
            if (!is_plain_separator(piece)) note_odd();
        } else if (looks.letters.empty()) {
            push(piece, 0);
        } else {
            for (const char letter : looks.letters) push(piece, letter);
        }
    }

    std::vector<TagName> take() { return std::move(found_); }

private:
    struct Token {
        Piece piece;
        char letter = 0;     // of a name; 0: none
        bool plain = false;  // ASCII, as itself, with nothing but plain separators before it
    };

    // The token `distance` before the last one, which is 0 away.
    const Token& token(std::size_t distance) const {
        return tokens_[(count_ - 1 - distance) % kKept];
    }

    void note_odd() {
        odd_ = true;
        if (mentioned_) found_.push_back(*mentioned_);
        mentioned_.reset();
    }

    void push(const Piece& piece, char letter) {
        if (mentioned_ && !is_harmless_after(piece)) found_.push_back(*mentioned_);
        mentioned_.reset();
        tokens_[count_ % kKept] = {piece, letter, piece.as_itself && piece.code < 0x80 && !odd_};
        ++count_;
        odd_ = false;
        for (const auto name : kNames) {
            if (letter == name.back() && ends_with(name)) note_name(name.size());
        }
    }

    bool ends_with(std::string_view name) const {
        if (count_ < name.size()) return false;
        for (std::size_t i = 0; i < name.size(); ++i) {
            if (token(i).letter != name[name.size() - 1 - i]) return false;
        }
        return true;
    }

    // The last `length` tokens are a name.
    void note_name(std::size_t length) {
        TagName name;
        name.after_vision = token(length - kVisionLetters).piece.end;
        const auto seen = std::min(count_, kKept);
        auto before = length;
        while (before < seen && is_slash(token(before).piece)) ++before;
        if (before < seen && token(before).piece.code == '<' && token(before).piece.as_itself)
            name.bracket = token(before).piece.begin;
        bool mentioned = count_ == length || is_harmless_before(token(length).piece);
        for (std::size_t i = 0; i < length; ++i) mentioned = mentioned && token(i).plain;
        if (mentioned) {
            mentioned_ = name;  // if what follows is as harmless
        } else {
            found_.push_back(name);
        }
    }

    static bool is_slash(const Piece& piece) { return piece.code == '/' || piece.code == '\\'; }

    static constexpr std::size_t kKept = 64;  // a name, and the slashes and the bracket before it

    std::array<Token, kKept> tokens_;
    std::size_t count_ = 0;             // of all tokens so far
    bool odd_ = false;                  // since the last token, something not plain was skipped
    std::optional<TagName> mentioned_;  // the name that has just ended, so far only mentioned
    std::vector<TagName> found_;
};

// What the reading makes of a piece before it decodes.
Piece normalised(Piece piece, const Looks& looks, Reading reading) {
    if (reading.plain_forms_first && piece.code >= 0x80 && looks.plain != 0) {
        piece.code = static_cast<unsigned char>(looks.plain);
        piece.as_itself = false;
    }
    return piece;
}

void normalise(std::vector<Piece>& pieces, Reading reading) {
    std::size_t kept = 0;
    bool dropped = false;
    for (Piece piece : pieces) {
        const auto looks = looks_of(piece.code);
        if (reading.unseen_vanish_first && looks.look == LooksLike::Unseen) {
            dropped = true;
            continue;
        }
        piece.odd_before = piece.odd_before || std::exchange(dropped, false);
        pieces[kept++] = normalised(piece, looks, reading);
    }
    pieces.resize(kept);
}

// Without the beginning of an entity all is as it stands: no need to hold all pieces at once.
std::vector<TagName> names_without_entities(std::string_view text, Reading reading) {
    NameFinder finder;
    for (std::size_t at = 0; at < text.size();) {
        const auto character = first_character(text.substr(at));
        const Piece piece{.code = character.code, .begin = at, .end = at + character.bytes};
        finder.read(normalised(piece, looks_of(piece.code), reading));
        at = piece.end;
    }
    return finder.take();
}

std::vector<TagName> names_in(const std::vector<Piece>& pieces) {
    NameFinder finder;
    for (const auto& piece : pieces) finder.read(piece);
    return finder.take();
}

bool is_ascii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// Most texts hold none, and code is full of "&&".
bool may_hold_entities(std::string_view text) {
    constexpr std::string_view kFullWidth = "\xEF\xBC\x86";
    constexpr std::string_view kSmall = "\xEF\xB9\xA0";
    if (text.find(kFullWidth) != text.npos || text.find(kSmall) != text.npos) return true;
    for (auto at = text.find('&'); at != text.npos; at = text.find('&', at + 1)) {
        constexpr std::string_view kNoEntity = " \t\r\n&\"'()*,-./:;<=>?@[]_`{|}";
        if (at + 1 < text.size() && kNoEntity.find(text[at + 1]) == kNoEntity.npos) return true;
    }
    return false;
}

}  // namespace

std::vector<TagName> find_tag_names(std::string_view text, Reading reading) {
    if (!may_hold_entities(text)) {
        // To vanish first or later is then the same, and ASCII has no other forms.
        if (reading.unseen_vanish_first) return {};
        if (reading.plain_forms_first && is_ascii(text)) return {};
        return names_without_entities(text, reading);
    }
    auto pieces = pieces_of(text);
    std::vector<TagName> names;
    for (int round = 0; round <= kMaxDecodings; ++round) {
        normalise(pieces, reading);
        const auto more = names_in(pieces);
        names.insert(names.end(), more.begin(), more.end());
        if (!decode_entities(pieces)) break;
    }
    // A name that is there before decoding is there afterwards, its bracket perhaps decoded.
    std::ranges::sort(names, {}, [](const auto& name) {
        return std::pair(name.after_vision, name.bracket);
    });
    const auto same = [](const auto& one, const auto& other) {
        return one.after_vision == other.after_vision;
    };
    names.erase(std::unique(names.begin(), names.end(), same), names.end());
    return names;
}

}  // namespace fovea::proxy
