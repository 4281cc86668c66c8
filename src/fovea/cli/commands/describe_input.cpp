#include "fovea/cli/commands/describe_input.hpp"

#include "fovea/analysis/material.hpp"
#include "fovea/people/human.hpp"

#include <fmt/format.h>

#include <variant>

namespace fovea::cli {

Result<DescribeInput> look_at_input(
    const std::string& name,
    const ingest::Doors& doors,
    std::size_t max_picture_bytes,
    const std::stop_token& stop
) {
    DescribeInput input{.source = ingest::parse_source(name)};
    const auto* url = std::get_if<ingest::UrlSource>(&input.source);
    if (url != nullptr && analysis::is_opened_by_models(url->url)) {
        input.kind = host::MediaKind::Video;
        return input;
    }
    const bool lies_in_a_file = std::holds_alternative<ingest::FileSource>(input.source) ||
                                std::holds_alternative<ingest::StoredSource>(input.source);
    if (lies_in_a_file) {
        input.kind = host::media_kind(input.source, doors.stored);
        return input;
    }
    input.received =
        TRY(ingest::receive(input.source, host::max_bytes_of(host::MediaKind::Video), doors, stop));
    const auto& bytes = input.received->bytes;
    input.kind = host::media_kind(bytes);
    const auto most = input.kind ? host::max_bytes_of(*input.kind) : max_picture_bytes;
    if (bytes.size() <= most) return input;
    return Error{
        ErrorCode::FileTooLarge,
        fmt::format(
            "{} ({}) is over the limit of {}",
            ingest::name_of(input.source),
            people::human_bytes(bytes.size()),
            people::human_bytes(most)
        )};
}

}  // namespace fovea::cli
