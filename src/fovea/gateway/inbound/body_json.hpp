// A body as JSON in which the files stay where they are: long texts of base64 are not copied into the
// tree, so that a body of 20 MB is in memory once.
//
//     const auto json = TRY(BodyJson::parse(body));
//     json.root();
//     json.text(value);     // of any string in it; a view of the body where it is a file
//
// Borrows the body. Whoever calls includes <boost/json.hpp>.
#pragma once

#include "fovea/base/result.hpp"

#include <boost/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::gateway {

// Texts of base64 from this length on are left in the body.
inline constexpr std::size_t kLeastLifted = 4096;

class BodyJson {
public:
    // InvalidInput for what is no JSON object, or is nested too deeply.
    static Result<BodyJson> parse(std::string_view body);

    const boost::json::value& root() const { return root_; }

    // "" for what is no string. Valid as long as the body and this.
    std::string_view text(const boost::json::value& value) const;

    // The value as JSON again, its files in it.
    std::string json(const boost::json::value& value) const;

private:
    // The number of the lifted text that stands for itself in the tree.
    std::optional<std::size_t> lifted_in(const boost::json::value& value) const;
    void restore(boost::json::value& value) const;

    boost::json::value root_;
    std::string mark_;  // before the number of a lifted text; it comes nowhere in the body
    std::vector<std::string_view> lifted_;
};

}  // namespace fovea::gateway
