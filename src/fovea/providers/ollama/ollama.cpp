#include "fovea/providers/ollama/ollama.hpp"

#include "fovea/providers/dialect_functions.hpp"
#include "fovea/providers/openai_parts.hpp"

namespace fovea::providers::ollama {

std::unique_ptr<Dialect> make_ollama() {
    return dialect_of(
        {.kind = kKind,
         .write = write_request,
         .authentication = bearer,
         .read_reply = read_reply,
         .open_stream = open_stream,
         .read_failure = read_failure}
    );
}

}  // namespace fovea::providers::ollama
