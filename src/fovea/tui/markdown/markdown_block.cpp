#include "fovea/tui/markdown/markdown_block.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/tui/markdown/code_lines.hpp"
#include "fovea/tui/markdown/entities.hpp"
#include "fovea/tui/markdown/safe_link.hpp"

#include <md4c.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace fovea::tui {
namespace {

constexpr unsigned kDialect = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS |
                              MD_FLAG_PERMISSIVEURLAUTOLINKS | MD_FLAG_NOHTMLBLOCKS;
constexpr int kMaxRule = 40;  // columns
constexpr int kMinRoom = 8;   // deeper nesting does not indent any more

std::string_view text_of(const MD_ATTRIBUTE& attribute) {
    return {attribute.text, attribute.size};
}

// An attribute with its entities written out.
std::string plain(const MD_ATTRIBUTE& attribute) {
    std::string out;
    for (std::size_t i = 0; attribute.size > 0 && attribute.substr_offsets[i] < attribute.size;
         ++i) {
        const auto from = attribute.substr_offsets[i];
        const auto part = text_of(attribute).substr(from, attribute.substr_offsets[i + 1] - from);
        const auto type = attribute.substr_types[i];
        if (type == MD_TEXT_ENTITY) {
            out += entity_text(part);
        } else {
            out += type == MD_TEXT_NULLCHAR ? kReplacementCharacter : part;
        }
    }
    return out;
}

bool is_line_break(std::string_view html) {
    const auto tag = lowered(html);
    return tag == "<br>" || tag == "<br/>" || tag == "<br />";
}

// What stands before each line of a block: the bullet before the first, blanks before the others.
struct Container {
    StyledLine first;
    StyledLine others;
    bool is_tight = true;
    bool is_list = false;
    unsigned next = 1;  // number of the next item
    bool is_ordered = false;
};

class Layout {
public:
    explicit Layout(int columns) : columns_(std::max(columns, 1)) { containers_.emplace_back(); }

    StyledText take() {
        end_leaf();
        return std::move(lines_);
    }
    std::optional<Table> take_table() { return std::move(first_table_); }

    int enter(MD_BLOCKTYPE type, void* detail);
    int leave(MD_BLOCKTYPE type);
    int enter(MD_SPANTYPE type, void* detail);
    int leave(MD_SPANTYPE type);
    int text(MD_TEXTTYPE type, std::string_view text);

private:
    Style style() const {
        Style now = leaf_style_;
        if (code_ > 0) now.colour = Colour::of(Role::Code);
        now.bold = now.bold || strong_ > 0;
        now.italic = now.italic || emphasis_ > 0;
        now.struck = struck_ > 0;
        now.underline = now.underline || !links_.empty();
        return now;
    }

    void add(std::string text, std::optional<Style> as = {}) {
        words_.back().add(
            std::move(text), as.value_or(style()), links_.empty() ? "" : links_.back().safe
        );
    }
    void break_line() { words_.emplace_back(); }
    bool has_words() const { return words_.size() > 1 || !words_.front().empty(); }

    int room() const {
        int used = 0;
        for (const auto& container : containers_) {
            if (has_room(used, container.others)) used += container.others.width();
        }
        return std::max(columns_ - used, std::min(kMinRoom, columns_));
    }

    // What is deeper does not indent any more.
    bool has_room(int used, const StyledLine& more) const {
        return used + more.width() <= columns_ - kMinRoom;
    }

    // With what the containers put before it.
    void put(const StyledLine& line) {
        StyledLine whole;
        int used = 0;
        for (auto& container : containers_) {
            if (has_room(used, container.others)) {
                used += container.others.width();
                whole.add(container.first);
            }
            container.first = container.others;
        }
        whole.add(line);
        lines_.push_back(std::move(whole));
    }
    void put(const StyledText& lines) {
        for (const auto& line : lines) put(line);
    }

    void gap() {
        if (lines_.empty() || !wants_gap_) return;
        wants_gap_ = false;
        // Of a quote the bar goes on; of a list nothing stands on an empty line.
        StyledLine line;
        for (const auto& container : containers_) {
            if (!container.is_list) line.add(container.others);
        }
        lines_.push_back(std::move(line));
    }

    void begin_leaf(Style as = {}) {
        end_leaf();
        gap();
        leaf_style_ = as;
    }
    void end_leaf() {
        if (!has_words()) return;
        gap();
        for (const auto& line : std::exchange(words_, StyledText(1))) put(wrap(line, room()));
        leaf_style_ = {};
    }

    void end_code() {
        std::string_view rest = code_text_;
        if (rest.ends_with('\n')) rest.remove_suffix(1);
        for (;;) {
            const auto end = std::min(rest.find('\n'), rest.size());
            put(wrap_anywhere(code_lines_.line(rest.substr(0, end)), room()));
            if (end == rest.size()) break;
            rest.remove_prefix(end + 1);
        }
        code_text_.clear();
    }

    struct Link {
        std::string safe;     // empty: not one to click on
        std::string address;  // to be shown behind the words
        std::size_t begin;    // of the words
    };

    int columns_;
    StyledText lines_;
    std::vector<Container> containers_;
    StyledText words_{1};  // of the leaf that is open, line by line
    Style leaf_style_;
    int strong_ = 0, emphasis_ = 0, struck_ = 0, code_ = 0;
    std::vector<Link> links_;
    bool wants_gap_ = false;
    bool in_code_ = false;
    std::string code_text_;
    CodeLines code_lines_;
    std::optional<Table> table_;
    std::optional<Table> first_table_;
    bool in_head_ = false;
};

int Layout::enter(MD_BLOCKTYPE type, void* detail) {
    switch (type) {
        case MD_BLOCK_DOC:
        case MD_BLOCK_HTML:
        case MD_BLOCK_TBODY: break;
        case MD_BLOCK_QUOTE: {
            begin_leaf();
            const StyledLine bar("│ ", style_of(Role::Quiet));
            containers_.push_back({.first = bar, .others = bar});
            break;
        }
        case MD_BLOCK_UL: {
            begin_leaf();
            const auto* list = static_cast<MD_BLOCK_UL_DETAIL*>(detail);
            containers_.push_back({.is_tight = list->is_tight != 0, .is_list = true});
            break;
        }
        case MD_BLOCK_OL: {
            begin_leaf();
            const auto* list = static_cast<MD_BLOCK_OL_DETAIL*>(detail);
            containers_.push_back(
                {.is_tight = list->is_tight != 0,
                 .is_list = true,
                 .next = list->start,
                 .is_ordered = true}
            );
            break;
        }
        case MD_BLOCK_LI: {
            end_leaf();
            gap();
            auto& list = containers_.back();
            auto mark = list.is_ordered ? std::to_string(list.next++) + ". " : std::string("• ");
            const auto* item = static_cast<MD_BLOCK_LI_DETAIL*>(detail);
            if (item->is_task != 0) mark += item->task_mark == ' ' ? "[ ] " : "[x] ";
            StyledLine first(mark);
            StyledLine others(std::string(static_cast<std::size_t>(first.width()), ' '));
            containers_.push_back(
                {.first = std::move(first),
                 .others = std::move(others),
                 .is_tight = list.is_tight,
                 .is_list = true}
            );
            break;
        }
        case MD_BLOCK_HR:
            begin_leaf();
            {
                std::string rule;
                for (int i = 0; i < std::min(room(), kMaxRule); ++i) rule += "─";
                put(StyledLine(std::move(rule), style_of(Role::Quiet)));
            }
            break;
        case MD_BLOCK_H: {
            const auto* heading = static_cast<MD_BLOCK_H_DETAIL*>(detail);
            auto as = bold_of(Role::Heading);
            as.underline = heading->level == 1;
            begin_leaf(as);
            break;
        }
        case MD_BLOCK_CODE: {
            begin_leaf();
            const auto* code = static_cast<MD_BLOCK_CODE_DETAIL*>(detail);
            code_lines_ = CodeLines(code->fence_char == 0 ? "" : plain(code->lang));
            in_code_ = true;
            containers_.push_back({.first = StyledLine("  "), .others = StyledLine("  ")});
            break;
        }
        case MD_BLOCK_P: begin_leaf(); break;
        case MD_BLOCK_TABLE:
            begin_leaf();
            table_.emplace();
            break;
        case MD_BLOCK_THEAD: in_head_ = true; break;
        case MD_BLOCK_TR:
            if (table_ && !in_head_) table_->rows.emplace_back();
            break;
        case MD_BLOCK_TH:
        case MD_BLOCK_TD: {
            words_ = StyledText(1);
            if (!table_ || !in_head_) break;
            const auto align = static_cast<MD_BLOCK_TD_DETAIL*>(detail)->align;
            table_->aligns.push_back(
                align == MD_ALIGN_RIGHT    ? Align::Right
                : align == MD_ALIGN_CENTER ? Align::Centre
                                           : Align::Left
            );
            break;
        }
    }
    return 0;
}

int Layout::leave(MD_BLOCKTYPE type) {
    switch (type) {
        case MD_BLOCK_DOC:
        case MD_BLOCK_HTML:
        case MD_BLOCK_TBODY:
        case MD_BLOCK_TR: break;
        case MD_BLOCK_THEAD: in_head_ = false; break;
        case MD_BLOCK_TH:
        case MD_BLOCK_TD: {
            auto cell = std::exchange(words_, StyledText(1));
            if (!table_) break;
            (in_head_ ? table_->head : table_->rows.back()).push_back(std::move(cell));
            break;
        }
        case MD_BLOCK_TABLE:
            put(table_lines(*table_, room()));
            if (!first_table_) first_table_ = std::move(table_);
            table_.reset();
            wants_gap_ = true;
            break;
        case MD_BLOCK_CODE:
            end_code();
            in_code_ = false;
            containers_.pop_back();
            wants_gap_ = true;
            break;
        case MD_BLOCK_LI: {
            end_leaf();
            // An item of nothing still has its mark.
            auto& item = containers_.back();
            if (item.first != item.others && item.first.width() > 0) put(StyledLine());
            wants_gap_ = !item.is_tight;
            containers_.pop_back();
            break;
        }
        case MD_BLOCK_QUOTE:
        case MD_BLOCK_UL:
        case MD_BLOCK_OL:
            end_leaf();
            containers_.pop_back();
            // Behind a list inside of a tight one comes its next item.
            wants_gap_ = !(containers_.back().is_list && containers_.back().is_tight);
            break;
        case MD_BLOCK_HR:
        case MD_BLOCK_H:
        case MD_BLOCK_P:
            end_leaf();
            wants_gap_ = true;
            break;
    }
    return 0;
}

int Layout::enter(MD_SPANTYPE type, void* detail) {
    switch (type) {
        case MD_SPAN_EM: ++emphasis_; break;
        case MD_SPAN_STRONG: ++strong_; break;
        case MD_SPAN_DEL: ++struck_; break;
        case MD_SPAN_CODE: ++code_; break;
        case MD_SPAN_A: {
            auto address = plain(static_cast<MD_SPAN_A_DETAIL*>(detail)->href);
            auto safe = safe_link(address);
            links_.push_back({std::move(safe), std::move(address), words_.back().plain().size()});
            break;
        }
        case MD_SPAN_IMG: {
            auto address = plain(static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src);
            auto safe = safe_link(address);
            add("[image: ", style_of(Role::Quiet));
            links_.push_back({std::move(safe), std::move(address), words_.back().plain().size()});
            break;
        }
        case MD_SPAN_LATEXMATH:
        case MD_SPAN_LATEXMATH_DISPLAY:
        case MD_SPAN_WIKILINK:
        case MD_SPAN_U: break;  // not of this dialect
    }
    return 0;
}

int Layout::leave(MD_SPANTYPE type) {
    switch (type) {
        case MD_SPAN_EM: --emphasis_; break;
        case MD_SPAN_STRONG: --strong_; break;
        case MD_SPAN_DEL: --struck_; break;
        case MD_SPAN_CODE: --code_; break;
        case MD_SPAN_A:
        case MD_SPAN_IMG: {
            const auto link = links_.back();
            links_.pop_back();
            if (type == MD_SPAN_IMG) add("]", style_of(Role::Quiet));
            // Where it leads stands behind it: not every terminal has links, and words may say another address.
            const auto all = words_.back().plain();
            const auto words = all.substr(std::min(link.begin, all.size()));
            const auto address = link.safe.empty() ? link.address : link.safe;
            const bool says_it = words == address || "mailto:" + words == address;
            if (!says_it && !address.empty() && !address.starts_with('#')) {
                add(" (" + address + ")", style_of(Role::Quiet));
            }
            break;
        }
        case MD_SPAN_LATEXMATH:
        case MD_SPAN_LATEXMATH_DISPLAY:
        case MD_SPAN_WIKILINK:
        case MD_SPAN_U: break;  // not of this dialect
    }
    return 0;
}

int Layout::text(MD_TEXTTYPE type, std::string_view text) {
    if (in_code_) {
        code_text_ += type == MD_TEXT_NULLCHAR ? kReplacementCharacter : text;
        return 0;
    }
    switch (type) {
        case MD_TEXT_NULLCHAR: add(std::string(kReplacementCharacter)); break;
        // As chats show it, and the page of the web client: lines that a model ends are meant to end.
        case MD_TEXT_BR:
        case MD_TEXT_SOFTBR: break_line(); break;
        case MD_TEXT_ENTITY: add(entity_text(text)); break;
        case MD_TEXT_HTML:
            if (is_line_break(text)) {
                break_line();
                break;
            }
            [[fallthrough]];
        case MD_TEXT_NORMAL:
            // "one<br> two"
            if (words_.size() > 1 && words_.back().empty()) {
                text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
            }
            add(std::string(text));
            break;
        case MD_TEXT_CODE:
        case MD_TEXT_LATEXMATH: add(std::string(text)); break;
    }
    return 0;
}

void run(std::string_view text, Layout& layout) {
    MD_PARSER parser{};
    parser.flags = kDialect;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
        return static_cast<Layout*>(self)->enter(type, detail);
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* self) {
        return static_cast<Layout*>(self)->leave(type);
    };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) {
        return static_cast<Layout*>(self)->enter(type, detail);
    };
    parser.leave_span = [](MD_SPANTYPE type, void*, void* self) {
        return static_cast<Layout*>(self)->leave(type);
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* words, MD_SIZE size, void* self) {
        return static_cast<Layout*>(self)->text(type, {words, size});
    };
    md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &parser, &layout);
}

}  // namespace

StyledText markdown_block(std::string_view text, int columns) {
    Layout layout(columns);
    run(text, layout);
    return layout.take();
}

std::optional<Table> markdown_table(std::string_view text) {
    Layout layout(1000);
    run(text, layout);
    return layout.take_table();
}

}  // namespace fovea::tui
