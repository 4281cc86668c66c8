#include "fovea/providers/openai_responses/openai_responses.hpp"

#include "fovea/providers/dialect_functions.hpp"
#include "fovea/providers/openai_errors.hpp"
#include "fovea/providers/openai_parts.hpp"

namespace fovea::providers::openai_responses {

std::unique_ptr<Dialect> make_openai_responses() {
    return dialect_of(
        {.kind = kKind,
         .write = write_request,
         .authentication = bearer,
         .read_reply = read_reply,
         .open_stream = open_stream,
         .read_failure = read_openai_failure}
    );
}

}  // namespace fovea::providers::openai_responses
