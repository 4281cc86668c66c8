// Whether a model can be asked for an answer of a given form (H6, T2).
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/delivery/target.hpp"

namespace fovea::delivery {

// ResponseNotJson for a model whose answer cannot be bound to a schema: local/ocr quotes what it reads,
// and numbers that stand on a page, or tell where something stands, are no answer in that form.
Result<void> check_fills_schema(const Target& target);

}  // namespace fovea::delivery
