// A request as a certain model can take it: what it cannot see becomes honest text, and pictures in
// tool results go to where it looks for them. Before any dialect writes it, so that all do the same.
//
// - without vision a picture is `[Image: <alt>, WxH]` (P2);
// - without PDF a document is `[Document: <name>]`; a recording is `[Video: <name>]` to all but Gemini;
// - where tool results are text only, their pictures follow in a user message behind all results of
//   the turn, each labelled with the call it came from (C3);
// - thinking goes back only to the kind of provider that thought it.
#pragma once

#include "fovea/providers/dialect.hpp"
#include "fovea/providers/provider.hpp"

#include <string>
#include <string_view>

namespace fovea::providers {

std::string placeholder(const content::ImageBlock& image);
std::string placeholder(const content::DocumentBlock& document);
std::string placeholder(const content::VideoBlock& video);

Request adapt(const Request& request, const ModelTraits& traits, std::string_view kind);

}  // namespace fovea::providers
