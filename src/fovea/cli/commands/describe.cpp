#include "fovea/cli/commands/describe.hpp"

#include "fovea/analysis/time_range.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/cli/commands/analyze_files.hpp"
#include "fovea/cli/commands/describe_input.hpp"
#include "fovea/cli/commands/describe_pictures.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/interrupt.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/host/pictures_seen.hpp"
#include "fovea/host/sight.hpp"
#include "fovea/ingest/bad_inputs.hpp"
#include "fovea/media/transform/crop_list.hpp"
#include "fovea/people/progress_bar.hpp"
#include "fovea/protocol/error_json.hpp"
#include "fovea/reading/languages.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>
#include <system_error>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>

namespace fovea::cli {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxQuestion = 4000;  // characters

std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

// Whether it would be written over, by whatever name.
bool is_an_input(const std::string& out, const std::vector<std::string>& inputs) {
    return std::ranges::any_of(inputs, [&](const std::string& input) {
        std::error_code not_there;
        return out == input || std::filesystem::equivalent(out, input, not_there);
    });
}

// What is wrong with the arguments themselves; empty when nothing is.
std::string usage_problem(const DescribeArguments& arguments) {
    if (std::ranges::count(arguments.inputs, "-") > 1) {
        return "standard input can be read only once";
    }
    if (arguments.question && arguments.question->empty()) return "--question must not be empty";
    if (arguments.question && characters(*arguments.question) > kMaxQuestion) {
        return fmt::format(
            "--question has {} characters; the limit is {}",
            characters(*arguments.question),
            kMaxQuestion
        );
    }
    if (arguments.plain && (!arguments.question || arguments.json)) {
        return "--plain prints the bare answer to a --question; --json has it as value";
    }
    if (arguments.languages) {
        const auto names = reading::split_languages(*arguments.languages);
        if (names.empty() || !std::ranges::all_of(names, reading::is_language_name)) {
            return "--lang takes names of languages, as eng+chi_sim, not \"" +
                   *arguments.languages + "\"";
        }
    }
    const auto crops = media::parse_crops(arguments.crops, arguments.inputs.size());
    if (!crops.ok()) return crops.error().message;
    analysis::Scope scope;
    const auto range = analysis::set_range(arguments.start, arguments.end, scope);
    if (!range.ok()) return range.error().message;
    if (arguments.each && arguments.overlay) {
        return "--overlay writes one file: use it without --each, with one picture";
    }
    if (arguments.marks && (arguments.each || arguments.inputs.size() > 1)) {
        return "--marks writes one file; give one picture, and leave --each out";
    }
    if (arguments.marks && arguments.question) {
        return "--marks numbers all controls of a picture; leave --question out";
    }
    for (const auto* out : {&arguments.marks, &arguments.overlay}) {
        if (*out && is_an_input(**out, arguments.inputs)) {
            return **out + " is the picture itself; name another file to write";
        }
    }
    if (arguments.marks && arguments.marks == arguments.overlay) {
        return "--marks and --overlay name the same file";
    }
    if (!arguments.save) return "";
    if (!arguments.session) return "--save needs --session, which names the session to save to";
    const bool several = arguments.inputs.size() > 1 && !arguments.each;
    if (several || arguments.question || !arguments.crops.empty()) {
        return "--save takes one whole picture, without --question and --crop";
    }
    return "";
}

std::string with_prefix(const std::string& prefix, std::string_view text) {
    auto lines = prefix;
    for (const char c : text) {
        lines += c;
        if (c == '\n') lines += prefix;
    }
    return lines;
}

// What came of one look, for whoever reads it.
struct Told {
    json::object object;
    std::string text;                // made safe to show
    std::vector<std::string> notes;  // for people, beside the text
    bool certain = true;             // false: a bare answer was wanted, and there is none
};

// Of a document or a recording nothing is cropped, framed or kept: the option that asks for it.
std::string_view option_for_pictures(const DescribeArguments& arguments) {
    if (!arguments.crops.empty()) return "--crop";
    if (arguments.boxes) return "--boxes";
    if (arguments.overlay) return "--overlay";
    if (arguments.marks) return "--marks";
    if (arguments.save) return "--save";
    return arguments.session ? "--session" : "";
}

class Describing {
public:
    Describing(const DescribeArguments& arguments, const Invocation& invocation)
        : arguments_(arguments),
          invocation_(invocation),
          sight_(invocation),
          pictures_(arguments, invocation, sight_) {}

    Result<void> open() { return pictures_.open(); }

    // All inputs in one look.
    Result<Told> together() {
        const auto most = static_cast<std::size_t>(invocation_.settings().images.max_per_message);
        if (arguments_.inputs.size() > most) {
            return Error{
                ErrorCode::LimitExceeded,
                fmt::format(
                    "{} inputs are too many at once (images.max_per_message is {}); use --each to "
                    "describe them one by one",
                    arguments_.inputs.size(),
                    most
                )};
        }
        return describe(0, arguments_.inputs.size());
    }

    // So many, beginning with the `first`th, in one look.
    Result<Told> describe(std::size_t first, std::size_t count) {
        const auto crops = TRY(media::parse_crops(arguments_.crops, arguments_.inputs.size()));
        std::vector<DescribeInput> inputs;
        ingest::BadInputs bad;
        for (auto i = first; i < first + count; ++i) {
            const auto& name = arguments_.inputs[i];
            auto input = look_at_input(name, pictures_.doors(), max_picture_bytes(), stop());
            if (!input.ok()) {
                bad.add(ingest::name_of(ingest::parse_source(name)), input.error());
                continue;
            }
            if (const auto crop = crops.find(i); crop != crops.end()) {
                input.value().crop = crop->second;
            }
            inputs.push_back(std::move(input).value());
        }
        if (bad.any()) return bad.error();
        const auto other =
            std::ranges::find_if(inputs, [](const auto& input) { return input.kind.has_value(); });
        return other == inputs.end() ? describe_pictures(std::move(inputs))
                                     : describe_files(std::move(inputs));
    }

    std::stop_token stop() const { return interrupt_.token(); }

private:
    std::size_t max_picture_bytes() const {
        return static_cast<std::size_t>(invocation_.settings().images.max_file_bytes);
    }

    Result<Told> describe_pictures(std::vector<DescribeInput> inputs) {
        if (!arguments_.each && (arguments_.pages || arguments_.start || arguments_.end)) {
            return Error{
                ErrorCode::InvalidInput,
                "--pages is only for PDFs, --start and --end are only for videos, and none was "
                "given"};
        }
        const auto seen = TRY(pictures_.describe(std::move(inputs), stop()));
        const auto boxes = arguments_.boxes ? host::ShowBoxes::Yes : host::ShowBoxes::No;
        if (arguments_.plain) {
            return plainly({seen_json(seen), plain_text(seen), seen.notes}, seen.description.text);
        }
        return Told{seen_json(seen), seen_text(seen, boxes), seen.notes};
    }

    // Nothing where nothing is certain; why, to whoever watches.
    static Told plainly(Told told, std::string_view whole) {
        if (told.text.empty()) told.notes.push_back(why_not_plain(whole));
        told.certain = !told.text.empty();
        return told;
    }

    // As `fovea analyze` and `fovea video` do it.
    Result<Told> describe_files(std::vector<DescribeInput> inputs) {
        const auto recording =
            std::ranges::find(inputs, std::optional(host::MediaKind::Video), &DescribeInput::kind);
        const bool moves = recording != inputs.end();
        if (moves && inputs.size() > 1) {
            return Error{
                ErrorCode::InvalidInput,
                ingest::name_of(recording->source) +
                    " is a video, which must be described alone; use --each to describe the inputs "
                    "one by one"};
        }
        if (const auto option = option_for_pictures(arguments_); !option.empty()) {
            const auto other = std::ranges::find_if(inputs, [](const auto& each) {
                return each.kind.has_value();
            });
            return Error{
                ErrorCode::InvalidInput,
                fmt::format(
                    "{} is only for pictures, and {} is a {}",
                    option,
                    ingest::name_of(other->source),
                    moves ? "recording" : "document"
                )};
        }
        AnalyzeArguments asked{
            .expected =
                moves ? analysis::Expected::Videos : analysis::Expected::PicturesAndDocuments,
            .sources = {},
            .prompt =
                moves ? "Describe this video in detail." : "Describe this document in detail.",
            .pages = arguments_.pages,
            .start = arguments_.start,
            .end = arguments_.end,
            .model = arguments_.model};
        // Of several files of different kinds each takes what is meant for it.
        if (arguments_.each && moves) asked.pages.reset();
        if (arguments_.each && !moves) asked.start = asked.end = std::nullopt;
        if (arguments_.question) asked.prompt = *arguments_.question;
        std::vector<AskedFile> files;
        for (auto& input : inputs) {
            files.push_back({std::move(input.source), std::move(input.received)});
        }
        const auto answered = TRY(ask_about_files(asked, std::move(files), sight_, stop()));
        if (arguments_.plain) {
            return plainly(
                {answer_json(answered), plain_answer(answered), answered.analysis.notes},
                answered.analysis.text
            );
        }
        return Told{answer_json(answered), answer_text(answered), answered.analysis.notes};
    }

    const DescribeArguments& arguments_;
    const Invocation& invocation_;
    const Interrupt interrupt_;
    host::Sight sight_;
    PictureDescriber pictures_;
};

// False when nobody reads the results any more.
bool print(const DescribeArguments& arguments, const Told& told) {
    if (arguments.json) return print_line(json_text(told.object));
    const bool silent = arguments.plain && told.text.empty();
    const bool is_read = silent || print_line(with_prefix(arguments.line_prefix, told.text));
    for (const auto& note : told.notes) {
        fmt::print(stderr, "fovea describe: {}\n", printable(note));
    }
    return is_read;
}

bool print_one_of_many(
    const DescribeArguments& arguments, std::size_t index, Result<Told> described
) {
    const auto& name = arguments.inputs[index];
    if (arguments.json) {
        json::object object{{"input", to_utf8(name)}};
        if (described.ok()) {
            for (auto& field : described.value().object) {
                object.insert_or_assign(field.key(), std::move(field.value()));
            }
        } else {
            object["error"] = protocol::error_json(described.error());
        }
        return print_line(json_text(object));
    }
    if (!described.ok()) {
        const auto& error = described.error();
        std::string_view message = error.message;
        if (message.starts_with(name + ": ")) message.remove_prefix(name.size() + 2);
        fmt::print(
            stderr,
            "{}: {}: {}\n",
            printable(name),
            wire_name(error.code),
            printable(std::string(message))
        );
        return true;
    }
    described.value().text = "==> " + printable(name) + " <==\n" + described.value().text + "\n";
    return print(arguments, described.value());
}

int describe_each(const DescribeArguments& arguments, Describing& describing) {
    people::ProgressBar bar(std::getenv("TERM"));
    bool all_done = true;
    bool certain = true;
    const auto total = arguments.inputs.size();
    for (std::size_t i = 0; i < total && !describing.stop().stop_requested(); ++i) {
        if (total > 1) bar.show("described", i, total);
        auto described = describing.describe(i, 1);
        bar.clear();
        if (!described.ok() && described.error().code == ErrorCode::Cancelled) break;
        all_done = all_done && described.ok();
        certain = certain && (!described.ok() || described.value().certain);
        if (!print_one_of_many(arguments, i, std::move(described))) break;
    }
    if (describing.stop().stop_requested()) return kCancelled;
    if (!all_done) return kInputError;
    return certain ? kSuccess : kNoCertainAnswer;
}

int run_with(const DescribeArguments& arguments, const Invocation& invocation) {
    auto problem = usage_problem(arguments);
    if (arguments.session && invocation.keeping == host::Keeping::Nothing) {
        problem = "--session and --ephemeral exclude each other: --ephemeral keeps no session";
    }
    if (!problem.empty()) {
        return report_usage("fovea describe", problem, arguments.json);
    }
    Describing describing(arguments, invocation);
    if (const auto opened = describing.open(); !opened.ok()) {
        return report_failure("fovea describe", opened.error(), arguments.json);
    }
    if (arguments.each) return describe_each(arguments, describing);
    const auto told = describing.together();
    if (!told.ok()) return report_failure("fovea describe", told.error(), arguments.json);
    print(arguments, told.value());
    return told.value().certain ? kSuccess : kNoCertainAnswer;
}

}  // namespace

int run_describe(const DescribeArguments& arguments, const Invocation& invocation) {
    if (!arguments.languages) return run_with(arguments, invocation);
    auto loaded = invocation.loaded;
    loaded.settings.local.languages = reading::split_languages(*arguments.languages);
    return run_with(
        arguments,
        {.loaded = loaded,
         .parts = invocation.parts,
         .data = invocation.data,
         .keeping = invocation.keeping}
    );
}

}  // namespace fovea::cli
