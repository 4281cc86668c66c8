// The conversation in a terminal: keys in, commands to the session; its events in, lines out. One thread owns all of
// it; work that takes a while is an errand (mailbox.hpp).
//
// Its parts lie beside it: app.cpp turns the loop, app_frame.cpp says what is shown, app_keys.cpp what a key does,
// app_talk.cpp speaks with the session, app_pictures.cpp takes pictures in, app_view.cpp shows them, app_ledger.cpp says
// what became of them, app_models.cpp knows which models there are; app_commands.cpp, app_sessions.cpp and app_vision.cpp
// do what begins with "/".
#pragma once

#include "fovea/host/found_providers.hpp"
#include "fovea/host/parts.hpp"
#include "fovea/store/ledger.hpp"
#include "fovea/tui/app/arguments.hpp"
#include "fovea/tui/app/conversation.hpp"
#include "fovea/tui/app/mailbox.hpp"
#include "fovea/tui/app/picker.hpp"
#include "fovea/tui/app/picture_maker.hpp"
#include "fovea/tui/app/places.hpp"
#include "fovea/tui/app/question.hpp"
#include "fovea/tui/app/run.hpp"
#include "fovea/tui/app/terminal_pictures.hpp"
#include "fovea/tui/app/transcript.hpp"
#include "fovea/tui/editor/completion.hpp"
#include "fovea/tui/editor/edit_buffer.hpp"
#include "fovea/tui/editor/edit_layout.hpp"
#include "fovea/tui/editor/history.hpp"
#include "fovea/tui/screen/painter.hpp"
#include "fovea/tui/terminal/input.hpp"
#include "fovea/tui/terminal/tty.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fovea::tui {

class App {
public:
    App(const TerminalArguments& arguments, const host::Parts& parts, Tty& tty);
    ~App();

    TerminalEnd run(const config::Loaded& loaded);

private:
    using Clock = std::chrono::steady_clock;

    // What stands as a chip in what is being written: a picture or a document, or a long text that was pasted.
    struct Attached {
        std::uint64_t id = 0;
        std::string name;
        std::optional<content::ContentBlock> block = {};
        std::string text = {};
        StyledLine label = {};
    };
    struct Queued {
        std::uint64_t turn = 0;
        std::string words;
        std::vector<content::ContentBlock> blocks = {};
    };
    // A picture that the chosen suggestion names.
    struct Preview {
        std::string path;
        StyledText lines = {};
    };
    // As it stood in the line.
    struct Written {
        std::string words;
        EditBuffer buffer;
        std::map<std::uint64_t, Attached> attached;
    };
    // What waits for the conversation to open.
    struct Unsaid {
        std::string words;
        std::vector<content::ContentBlock> blocks = {};
    };

    // app.cpp
    void take_input();
    void take_signals();
    bool follow_window();
    void tick();
    int timeout_ms() const;
    void paint_now();
    void refresh() { is_dirty_ = true; }
    void leave(TerminalEnd end);
    void say_hello(const config::Loaded& loaded);

    // app_frame.cpp
    Live frame();
    void add_status(StyledText& lines) const;
    void add_editor(Live& live);
    void add_suggestions(StyledText& lines) const;
    StyledText queued_lines() const;
    EditSpace edit_space() const;
    StyledLine label_of(const Chip& chip) const;
    bool is_busy() const;
    bool is_slow_to_open() const;
    int columns() const { return painter_.settings().columns; }

    // app_keys.cpp
    void take(const Key& key);
    void take_key(const Key& key);
    void take(const Pasted& paste);
    void take(const Reply& reply);
    void learn_of_terminal();
    bool take_anywhere(const Key& key);
    bool take_for_suggestions(const Key& key);
    void take_for_search(const Key& key);
    void take_for_editor(const Key& key);
    void move_lines(const Key& key);
    void on_escape();
    void on_interrupt_key();
    void update_suggestions();
    std::size_t command_begin() const;
    void accept_suggestion();
    void set_words(const std::string& words);
    void edit_outside();

    // app_talk.cpp
    void open_conversation(SessionChoice choice);
    void on_opened(Result<std::unique_ptr<Conversation>> opened, const SessionChoice& choice);
    void on_event(const host::NumberedEvent& event);
    void submit();
    void drop_questions();
    void say(std::string words, std::vector<content::ContentBlock> blocks);
    void on_sent(Result<std::uint64_t> turn, Unsaid said);
    void take_back(const std::string& words, const std::vector<content::ContentBlock>& blocks);
    void take_back_unstored(const host::NumberedEvent& end);
    void stop_turn();
    void ask_permission(const agent::PermissionAsked& asked);
    void cycle_asking();
    void run_after_turn();
    void notice(const std::string& words, Role role = Role::Warning);
    void print(StyledText lines);
    void show_earlier();

    // app_commands.cpp
    struct CommandRow {
        CommandWord word;
        void (App::*run)(const std::string& rest);
    };
    static const std::vector<CommandRow>& command_rows();
    static const std::vector<CommandWord>& command_words();
    static bool knows_command(const std::string& line);
    void run_command(const std::string& line);
    void show_help(const std::string&);
    void quit(const std::string&);
    void look_for_paths();
    using TalkWork =
        std::function<std::function<void()>(Conversation& talk, const std::stop_token& stop)>;
    void with_talk(TalkWork work);

    // app_sessions.cpp
    void resume(const std::string& id);
    void begin_anew(const std::string&);
    void compact(const std::string&);
    void export_session(const std::string& name);
    void show_usage(const std::string&);
    void refuse(const Error& error);
    void edit_last();
    void branch_and_say(std::string words, std::vector<content::ContentBlock> blocks);
    void reopen();

    // app_models.cpp
    void change_model(const std::string& name);
    void use_model(const std::string& name);
    void pick_model();
    void look_for_models();
    void greet_unconfigured();
    void keep_model(const std::string& name);
    void list_models();

    // app_vision.cpp
    void vision_proxy(const std::string& rest);
    void run_vision_proxy(const std::string& line);
    std::optional<std::string> ask_and_wait(const std::string& words, const std::stop_token& stop);

    // app_pictures.cpp
    void attach_block(const content::ContentBlock& block);
    void attach_text(const std::string& pasted);
    std::string written_words() const;
    StyledLine label_for(const content::ContentBlock& block) const;
    void relabel_chips();
    void attach_from(std::function<Result<content::ContentBlock>(
                         const ingest::Intake& intake, const std::stop_token& stop
                     )> take);
    void attach_first();
    void attach_paths(const std::vector<std::string>& paths);
    void attach_path(const std::string& path);
    void attach_typed(const std::string& path);
    void attach_bytes(Bytes bytes, std::string filename);
    void read_clipboard();
    void on_copied(Result<Copied> copied);
    ClipboardSettings clipboard_settings() const;
    void screenshot(const std::string& url);
    void take_shot(const std::string& url, std::vector<std::string> allowed);

    // app_view.cpp
    void show_receipt(const std::string&);
    void remember(const content::Message& message);
    void remember(const content::ImageBlock& image);
    void show_picture(PictureToShow picture, int rows);
    void show_thumbnails(const std::vector<content::ImageBlock>& images);
    void show_places(const std::vector<PicturePlaces>& places);
    void show_places_of(const agent::Event& event);
    void view(const std::string& which);
    void open_chip(std::uint64_t id);
    int view_rows() const;
    void look_at_suggestion();
    StyledText preview_lines() const;

    // app_ledger.cpp
    void show_images(const std::string& rest);
    void pick_images();
    void change_image(const std::string& which, store::ImageAction action);
    void change_images_at(std::size_t number, store::ImageAction action);

    const TerminalArguments& arguments_;
    const host::Parts& parts_;
    Tty& tty_;
    Painter painter_;
    InputParser parser_;
    Mailbox mailbox_;
    std::optional<TerminalEnd> ends_;

    Transcript transcript_;
    EditBuffer buffer_;
    History history_;
    Suggestions suggestions_;
    std::size_t suggested_ = 0;          // the one that is chosen
    std::optional<std::string> search_;  // words of Ctrl-R
    std::size_t search_at_ = 0;
    std::deque<Question> questions_;
    std::optional<Picker> picker_;

    TerminalPictures pictures_;
    PictureMaker maker_;
    std::vector<content::ImageBlock> seen_;   // of this conversation, each once, in their order
    std::vector<content::ImageBlock> about_;  // that the last words of the person came with
    std::string answer_;                      // of the turn that runs
    Preview preview_;
    // Which preview is wanted: what is being made for another one is given up.
    std::shared_ptr<std::atomic<std::uint64_t>> preview_wanted_ =
        std::make_shared<std::atomic<std::uint64_t>>(0);
    std::vector<store::LedgerImage> ledger_;  // as the picker shows it
    ClipboardSettings clipboard_;             // while the terminal is asked
    std::optional<TerminalClipboard> terminal_clipboard_;

    std::map<std::uint64_t, Attached> attached_;
    Written written_;  // that was said last
    std::uint64_t next_attached_ = 1;
    std::vector<std::string> paths_;  // for completion
    std::optional<Clock::time_point> paths_at_;
    std::vector<std::string> models_;  // for completion and /model
    std::vector<host::FoundModel> usable_;
    std::vector<host::FoundProvider> found_;  // where nothing is configured
    bool is_unconfigured_ = false;            // local/ocr answers, and nobody chose it
    bool has_looked_for_models_ = false;

    std::shared_ptr<Conversation> talk_;  // null: it is being opened; errands hold it too
    std::string model_;
    bool sees_ = true;
    host::Asking asking_ = host::Asking::Asks;
    std::vector<Queued> queue_;
    int sending_ = 0;              // messages on their way to the session
    std::optional<Queued> begun_;  // that came to its turn last
    std::uint64_t unstored_ = 0;   // the turn that ended because nothing can be stored
    std::deque<Unsaid> unsaid_;
    std::optional<SessionChoice> before_;  // goes on where the one that is being opened cannot
    bool has_begun_ = false;
    std::vector<std::function<void()>> at_opening_;  // pictures that came before
    std::deque<std::function<void()>> after_turn_;   // once nothing runs and nothing waits
    std::uint64_t compacting_ = 0;                   // the turn that makes a summary
    int describing_ = 0;
    int looking_ = 0;                          // pictures of pages that are being taken
    std::optional<std::uint64_t> edits_from_;  // the message that is being said anew

    bool is_dirty_ = true;
    Clock::time_point last_paint_{};
    Clock::time_point busy_since_{};
    Clock::time_point opening_since_{};
    bool opens_stored_ = false;  // which another program may be using
    bool was_busy_ = false;
    Clock::time_point last_letter_{};  // typed without a pause since
    Clock::time_point last_escape_{};
    Clock::time_point last_interrupt_{};
    std::string hint_;                  // below the editor, until the next key
    Clock::time_point silent_since_{};  // since when the parser waits

    std::stop_source leaving_;          // for those who wait for a person's answer
    std::unique_ptr<Errands> drawing_;  // pictures
    std::unique_ptr<Errands> scouts_;   // questions to servers that may not answer
    std::unique_ptr<Errands> errands_;  // last: what they do uses the others
};

}  // namespace fovea::tui
