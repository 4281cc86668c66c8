#include "fovea/config/tree.hpp"

#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

namespace fovea::config {
namespace {

std::size_t line_of(const YAML::Mark& mark) {
    return mark.line < 0 ? 0 : static_cast<std::size_t>(mark.line) + 1;
}

template <class T>
std::optional<T> number_from(const std::string& text) {
    T number{};
    const auto* const end = text.data() + text.size();
    const auto* const begin = text.data() + (text.starts_with('+') ? 1 : 0);
    const auto [stopped, status] = std::from_chars(begin, end, number);
    if (status != std::errc{} || stopped != end || begin == end) return std::nullopt;
    return number;
}

// YAML 1.2's core schema. Older readers take yes, no, on and off for flags, and then `mode: off`
// would not be the word that it is.
Node scalar(const std::string& text, bool quoted, std::size_t line) {
    if (quoted) return {text, line};
    if (text == "true" || text == "True" || text == "TRUE") return {true, line};
    if (text == "false" || text == "False" || text == "FALSE") return {false, line};
    if (const auto number = number_from<std::int64_t>(text)) return {*number, line};
    const auto number = number_from<double>(text);
    // from_chars reads "inf" and "nan" too; those are words here.
    if (number && std::isfinite(*number)) return {*number, line};
    return {text, line};
}

Result<Node> to_node(const YAML::Node& from, TreeBudget& budget, std::size_t depth) {
    const auto line = line_of(from.Mark());
    if (!budget.take(depth)) return at_line(line, "too deep or too large");
    if (from.IsMap()) {
        Table members;
        for (const auto& member : from) {
            if (!member.first.IsScalar()) return at_line(line, "a name must be a string");
            auto node = TRY(to_node(member.second, budget, depth + 1));
            // A block stands below its name; errors are about the name's line.
            node.line = line_of(member.first.Mark());
            TRY(add_member(members, member.first.Scalar(), std::move(node)));
        }
        return Node{std::move(members), line};
    }
    if (from.IsSequence()) {
        List items;
        for (const auto& inner : from) items.push_back(TRY(to_node(inner, budget, depth + 1)));
        return Node{std::move(items), line};
    }
    if (from.IsScalar()) return scalar(from.Scalar(), from.Tag() != "?", line);
    return Node{Null{}, line};
}

class NoEvents final : public YAML::EventHandler {
public:
    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
    void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
    void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&)
        override {}
    void OnSequenceStart(
        const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value
    ) override {}
    void OnSequenceEnd() override {}
    void OnMapStart(
        const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value
    ) override {}
    void OnMapEnd() override {}
};

// YAML::LoadAll would count them, but yaml-cpp up to 0.8 finds documents without end behind a comma
// that stands alone (its pull request 1319): one more than the first is all that is asked for.
bool has_more_than_one_document(const std::string& text) {
    std::istringstream in(text);
    YAML::Parser parser(in);
    NoEvents none;
    return parser.HandleNextDocument(none) && parser.HandleNextDocument(none);
}

}  // namespace

Result<Node> parse_yaml_tree(const std::string& text) {
    try {
        if (has_more_than_one_document(text)) {
            return at_line(0, "only one YAML document is allowed");
        }
        const auto document = YAML::Load(text);
        if (document.IsNull()) return Node{Table{}, 1};
        TreeBudget budget;
        return to_node(document, budget, 0);
    } catch (const YAML::DeepRecursion& error) {
        return at_line(line_of(error.mark), "too deep or too large");
    } catch (const YAML::Exception& error) {
        return at_line(line_of(error.mark), error.msg);
    } catch (const std::exception& error) {
        return at_line(0, error.what());
    }
}

}  // namespace fovea::config
