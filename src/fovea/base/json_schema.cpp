#include "fovea/base/json_schema.hpp"

#include "fovea/base/json_schema_compiled.hpp"
#include "fovea/base/json_schema_keywords.hpp"
#include "fovea/base/json_schema_uri.hpp"
#include "fovea/base/shorten.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

namespace fovea {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxDepth = 128;
constexpr std::size_t kMaxSchemas = 20'000;
constexpr std::size_t kMaxPatterns = 1000;
constexpr std::size_t kMaxPlaceText = 200;
constexpr std::size_t kMaxWords = 400;
constexpr std::int64_t kPatternMemory = 1 << 20;

Error wrong_at(const std::string& place, const std::string& what) {
    return {
        ErrorCode::InvalidInput,
        "the schema is wrong at " + shorten(place, kMaxPlaceText) + ": " +
            shorten(what, kMaxWords)};
}

bool is_old_draft(const json::value& schema) {
    const auto* object = schema.if_object();
    const auto* uri = object == nullptr ? nullptr : object->if_contains("$schema");
    if (uri == nullptr || !uri->is_string()) return false;
    const std::string_view text = uri->get_string();
    return text.find("draft-04") != text.npos || text.find("draft-06") != text.npos ||
           text.find("draft-07") != text.npos;
}

// Visits every schema in the document, then follows the references.
class Compiler {
public:
    explicit Compiler(JsonSchema::Compiled& to) : to_(to) {}

    Result<void> compile() {
        resources_[""] = &to_.root;
        TRY(visit({to_.root, "", "#", 0}));
        // A reference may lead to a place that no keyword makes a schema, which may refer further.
        while (!pending_.empty()) {
            const auto reference = std::move(pending_.back());
            pending_.pop_back();
            const auto* target = TRY(find(reference));
            to_.references[reference.text] = target;
            TRY(visit({*target, reference.base, reference.place, 0}));
        }
        return {};
    }

private:
    struct Visit {
        const json::value& schema;
        std::string base;   // the URI that references are relative to
        std::string place;  // for messages
        std::size_t depth;
    };
    struct Reference {
        const json::value* text;
        std::string base;
        std::string place;
    };

    Result<void> visit(const Visit& at) {
        if (!visited_.insert(&at.schema).second) return {};
        if (visited_.size() > kMaxSchemas || at.depth > kMaxDepth) {
            return wrong_at(at.place, "it is too large or too deep");
        }
        if (at.schema.is_bool()) return {};
        const auto* object = at.schema.if_object();
        if (object == nullptr) return wrong_at(at.place, "must be an object, true or false");
        const auto checked = check_schema_keywords(*object);
        if (!checked.ok()) return wrong_at(at.place, checked.error().message);
        const auto base = TRY(read_names(*object, at));
        for (const char* keyword : {"unevaluatedItems", "unevaluatedProperties"}) {
            to_.has_unevaluated = to_.has_unevaluated || object->contains(keyword);
        }
        TRY(read_patterns(*object, at));
        return visit_inside(*object, {at.schema, base, at.place, at.depth + 1});
    }

    // Notes "$id" and anchors, and the references that have to be found.
    Result<std::string> read_names(const json::object& object, const Visit& at) {
        auto base = at.base;
        const bool alone = to_.reference_stands_alone && object.contains("$ref");
        for (const char* keyword : {"$id", "id"}) {
            const auto* id = object.if_contains(keyword);
            if (id == nullptr || !id->is_string() || alone) continue;
            if (std::string_view(keyword) == "id" && !to_.reference_stands_alone) continue;
            const auto [uri, fragment] = schema_uri::split_fragment(id->get_string());
            if (!fragment.empty()) anchors_[base + "#" + std::string(fragment)] = &at.schema;
            if (uri.empty()) continue;
            base = schema_uri::resolved(base, uri);
            resources_.emplace(base, &at.schema);
        }
        for (const char* keyword : {"$anchor", "$dynamicAnchor"}) {
            const auto* anchor = object.if_contains(keyword);
            if (anchor == nullptr) continue;
            const std::string name(anchor->get_string());
            anchors_[base + "#" + name] = &at.schema;
            // Which one a $dynamicRef means would depend on the way that leads there.
            if (std::string_view(keyword) == "$dynamicAnchor" && !dynamic_.insert(name).second) {
                return wrong_at(at.place, "a second $dynamicAnchor of one name is not understood");
            }
        }
        if (object.contains("$recursiveAnchor") && &at.schema != &to_.root) {
            return wrong_at(at.place, "a $recursiveAnchor below the root is not understood");
        }
        for (const char* keyword : {"$ref", "$dynamicRef", "$recursiveRef"}) {
            const auto* reference = object.if_contains(keyword);
            if (reference == nullptr) continue;
            pending_.push_back({reference, base, at.place + "/" + keyword});
        }
        return base;
    }

    Result<void> add_pattern(std::string_view pattern, const std::string& place) {
        if (to_.patterns.contains(pattern)) return {};
        if (to_.patterns.size() >= kMaxPatterns)
            return wrong_at(place, "there are too many patterns");
        re2::RE2::Options options;
        options.set_log_errors(false);
        options.set_max_mem(kPatternMemory);
        auto compiled = std::make_unique<re2::RE2>(to_re2(pattern), options);
        if (!compiled->ok()) {
            return wrong_at(place, "the pattern is not understood: " + compiled->error());
        }
        to_.patterns.emplace(std::string(pattern), std::move(compiled));
        return {};
    }

    Result<void> read_patterns(const json::object& object, const Visit& at) {
        if (const auto* pattern = object.if_contains("pattern")) {
            TRY(add_pattern(pattern->get_string(), at.place + "/pattern"));
        }
        const auto* properties = object.if_contains("patternProperties");
        if (properties == nullptr || !properties->is_object()) return {};
        for (const auto& member : properties->get_object()) {
            TRY(add_pattern(member.key(), at.place + "/patternProperties"));
        }
        return {};
    }

    Result<void> visit_list(const json::value& list, const Visit& at) {
        if (!list.is_array()) return wrong_at(at.place, "must be a list of schemas");
        for (std::size_t i = 0; i < list.get_array().size(); ++i) {
            const auto place = at.place + "/" + std::to_string(i);
            TRY(visit({list.get_array()[i], at.base, place, at.depth}));
        }
        return {};
    }

    Result<void> visit_inside(const json::object& object, const Visit& at) {
        for (const auto keyword : kOneSchema) {
            const auto* inner = object.if_contains(keyword);
            if (inner == nullptr) continue;
            TRY(visit({*inner, at.base, at.place + "/" + std::string(keyword), at.depth}));
        }
        for (const auto keyword : kListOfSchemas) {
            const auto* list = object.if_contains(keyword);
            if (list == nullptr) continue;
            TRY(visit_list(*list, {*list, at.base, at.place + "/" + std::string(keyword), at.depth})
            );
        }
        for (const auto keyword : kMapOfSchemas) {
            const auto* map = object.if_contains(keyword);
            if (map == nullptr) continue;
            const auto place = at.place + "/" + std::string(keyword);
            if (!map->is_object()) return wrong_at(place, "must be an object of schemas");
            for (const auto& member : map->get_object()) {
                TRY(visit(
                    {member.value(),
                     at.base,
                     place + "/" + schema_uri::escaped(member.key()),
                     at.depth}
                ));
            }
        }
        return visit_old_forms(object, at);
    }

    // Keywords whose values are schemas in some drafts and lists in others.
    Result<void> visit_old_forms(const json::object& object, const Visit& at) {
        if (const auto* items = object.if_contains("items")) {
            const Visit inner{*items, at.base, at.place + "/items", at.depth};
            TRY(items->is_array() ? visit_list(*items, inner) : visit(inner));
        }
        const auto* dependencies = object.if_contains("dependencies");
        if (dependencies == nullptr) return {};
        const auto place = at.place + "/dependencies";
        if (!dependencies->is_object()) return wrong_at(place, "must be an object");
        for (const auto& member : dependencies->get_object()) {
            if (member.value().is_array()) continue;
            TRY(visit(
                {member.value(), at.base, place + "/" + schema_uri::escaped(member.key()), at.depth}
            ));
        }
        return {};
    }

    Result<const json::value*> find(const Reference& reference) const {
        const std::string_view text = reference.text->get_string();
        const auto [uri, fragment] = schema_uri::split_fragment(text);
        const auto base = schema_uri::resolved(reference.base, uri);
        const auto resource = resources_.find(base);
        const json::value* found = nullptr;
        if (resource == resources_.end()) {
            return wrong_at(
                reference.place,
                "\"" + std::string(text.substr(0, 200)) +
                    "\" is not in this schema, and nothing is fetched from elsewhere"
            );
        }
        const auto name = schema_uri::decoded(fragment);
        if (name.empty()) {
            found = resource->second;
        } else if (name.starts_with('/')) {
            boost::system::error_code failed;
            found = resource->second->find_pointer(name, failed);
        } else if (const auto anchor = anchors_.find(base + "#" + name); anchor != anchors_.end()) {
            found = anchor->second;
        }
        if (found != nullptr) return found;
        return wrong_at(
            reference.place,
            "there is no \"" + std::string(text.substr(0, 200)) + "\" in this schema"
        );
    }

    JsonSchema::Compiled& to_;
    std::unordered_set<const json::value*> visited_;
    std::unordered_set<std::string> dynamic_;
    std::map<std::string, const json::value*> resources_;  // by URI
    std::map<std::string, const json::value*> anchors_;    // by URI#name
    std::vector<Reference> pending_;
};

}  // namespace

JsonSchema::JsonSchema(std::shared_ptr<const Compiled> compiled) : compiled_(std::move(compiled)) {}

Result<JsonSchema> JsonSchema::compile(std::string_view text) {
    if (text.size() > kMaxText) {
        return Error{ErrorCode::InvalidInput, "the schema is larger than 1 MiB"};
    }
    boost::system::error_code failed;
    json::parse_options options;
    options.max_depth = kMaxDepth;
    const auto value = json::parse({text.data(), text.size()}, failed, {}, options);
    if (failed) {
        return Error{ErrorCode::InvalidInput, "the schema is not JSON: " + failed.message()};
    }
    return compile(value);
}

Result<JsonSchema> JsonSchema::compile(const json::value& schema) {
    auto compiled = std::make_shared<Compiled>();
    compiled->root = schema;
    compiled->reference_stands_alone = is_old_draft(schema);
    TRY(Compiler(*compiled).compile());
    return JsonSchema(std::move(compiled));
}

const json::value& JsonSchema::document() const {
    return compiled_->root;
}

}  // namespace fovea
