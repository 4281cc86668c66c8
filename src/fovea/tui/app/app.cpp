#include "fovea/tui/app/app.hpp"

#include "fovea/base/printable.hpp"
#include "fovea/host/named_model.hpp"
#include "fovea/host/this_process.hpp"
#include "fovea/models/capabilities.hpp"
#include "fovea/store/data_folder.hpp"
#include "fovea/tui/app/plain.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <utility>

namespace fovea::tui {
namespace {

using std::chrono::milliseconds;

// As often as anybody sees a difference; keys are shown at once.
constexpr milliseconds kFrame{33};
constexpr milliseconds kSilence{50};  // after that an Escape is a key
constexpr milliseconds kLongSilence{1000};
constexpr milliseconds kSlowToOpen{1000};  // nobody wants to be told of less
constexpr std::size_t kMaxRead = 64u << 10;

// A terminal that prints lines and nothing else, or none that says what it is.
bool is_dumb() {
    const char* const name = std::getenv("TERM");
    return name == nullptr || *name == '\0' || std::string_view(name) == "dumb";
}

bool wants_no_colour() {
    const char* const wish = std::getenv("NO_COLOR");
    return wish != nullptr && *wish != '\0';
}

PaintSettings paint_settings(const Tty& tty) {
    const auto size = tty.size();
    return {
        .columns = size.columns,
        .rows = size.rows,
        .colours = wants_no_colour() ? Colours::Off : Colours::Shown,
        .synchronised = false};  // until the terminal says that it knows it
}

WindowSize window_size(const Tty& tty) {
    const auto size = tty.size();
    return {
        .rows = size.rows,
        .columns = size.columns,
        .pixels = {
            static_cast<std::uint32_t>(std::max(size.width_px, 0)),
            static_cast<std::uint32_t>(std::max(size.height_px, 0))}};
}

// Beside the sessions; nowhere where nothing is to be kept.
std::filesystem::path history_file(const TerminalArguments& arguments) {
    if (arguments.ephemeral) return {};
    const auto folder = store::make_data_folder(host::data_sources(arguments.data));
    return folder.ok() ? folder.value().root / "history" : std::filesystem::path();
}

std::string short_folder() {
    std::error_code bad;
    const auto here = std::filesystem::current_path(bad).string();
    const char* const home = std::getenv("HOME");
    const std::string own = home == nullptr ? "" : home;
    if (own.size() > 1 && (here == own || here.starts_with(own + "/"))) {
        return "~" + here.substr(own.size());
    }
    return here;
}

}  // namespace

App::App(const TerminalArguments& arguments, const host::Parts& parts, Tty& tty)
    : arguments_(arguments),
      parts_(parts),
      tty_(tty),
      painter_(paint_settings(tty)),
      history_(history_file(arguments)),
      pictures_([](const char* name) -> const char* { return std::getenv(name); }),
      drawing_(std::make_unique<Errands>(mailbox_)),
      errands_(std::make_unique<Errands>(mailbox_)) {}

App::~App() {
    // Nobody answers any more.
    leaving_.request_stop();
    drop_questions();
    // Before what they use.
    errands_.reset();
    scouts_.reset();
    drawing_.reset();
    talk_.reset();
}

void App::say_hello(const config::Loaded& loaded) {
    const host::Situation situation{.loaded = loaded, .parts = parts_, .data = arguments_.data};
    model_ = host::full_model_name(situation, arguments_.model);
    const auto named = host::find_named_model(loaded.settings, model_);
    sees_ = host::capabilities_of(named, loaded.settings).vision.value;
    StyledLine line("fovea", bold_of());
    line.add(" " FOVEA_VERSION, style_of(Role::Quiet)).add(" · ", style_of(Role::Quiet));
    line.add(model_);
    line.add(" · ", style_of(Role::Quiet));
    line.add(
        sees_ ? "sees" : "blind, pictures go to it in words",
        style_of(sees_ ? Role::Good : Role::Warning)
    );
    line.add(" · " + short_folder(), style_of(Role::Quiet));
    const std::string help = "/help for commands";
    const int room = columns() - line.width() - static_cast<int>(help.size());
    if (room >= 3) {
        line.add(std::string(static_cast<std::size_t>(room), ' ') + help, style_of(Role::Quiet));
        print({std::move(line), StyledLine()});
    } else {
        print(wrap(line, columns()));
        print({StyledLine(help, style_of(Role::Quiet)), StyledLine()});
    }
}

TerminalEnd App::run(const config::Loaded& loaded) {
    tty_.write(pictures_.questions());
    pictures_.resize(window_size(tty_));
    transcript_.set_on_pictures([this](const std::vector<content::ImageBlock>& images) {
        show_thumbnails(images);
    });
    say_hello(loaded);
    if (!pictures_.why_not().empty()) notice(pictures_.why_not(), Role::Error);
    open_conversation(
        {.id = arguments_.resume,
         .most_recent = arguments_.go_on && !arguments_.resume,
         .new_name = arguments_.session_id}
    );
    if (arguments_.prompt && arguments_.images.empty()) unsaid_.push_back({*arguments_.prompt});
    paint_now();
    while (!ends_) {
        std::array<struct pollfd, 4> ready{
            {{.fd = tty_.input(), .events = POLLIN, .revents = 0},
             {.fd = tty_.signals(), .events = POLLIN, .revents = 0},
             {.fd = mailbox_.fd(), .events = POLLIN, .revents = 0},
             {.fd = tty_.is_behind() ? tty_.output() : -1, .events = POLLOUT, .revents = 0}}};
        ::poll(ready.data(), ready.size(), timeout_ms());
        if (ready[1].revents != 0) take_signals();
        if (ready[0].revents != 0) take_input();
        if (ready[2].revents != 0) mailbox_.open();
        if (ready[3].revents != 0 && !tty_.write_waiting()) leave(TerminalEnd::Told);
        tick();
    }
    tty_.write(painter_.wipe());
    const bool was_used = transcript_.is_running() || transcript_.last_result();
    transcript_.end_answer(columns());  // as far as it came
    if (talk_ && was_used && talk_->machine().is_kept()) {
        print(notice_lines("continue with: fovea --resume " + talk_->id(), Role::Quiet, columns()));
    }
    tty_.write(painter_.paint(transcript_.take_all(), {}));
    tty_.write("\r\n" + painter_.leave());
    return *ends_;
}

void App::leave(TerminalEnd end) {
    if (!ends_) ends_ = end;
}

void App::take_input() {
    std::string bytes(kMaxRead, '\0');
    const auto got = ::read(tty_.input(), bytes.data(), bytes.size());
    if (got <= 0) return leave(TerminalEnd::Left);  // the terminal is gone
    bytes.resize(static_cast<std::size_t>(got));
    for (auto& input : parser_.feed(bytes)) {
        std::visit([this](const auto& each) { take(each); }, input);
        if (ends_) return;
    }
    silent_since_ = Clock::now();
    paint_now();
}

void App::take_signals() {
    const auto news = tty_.take_signals();
    if (news.ends != 0) return leave(TerminalEnd::Told);
    if (news.stops) {
        tty_.write(painter_.wipe());
        return tty_.stop();  // its going on is news of its own
    }
    if (news.continued) {
        painter_.forget();
        tty_.write("\r\n");
        refresh();
    }
    if (follow_window()) paint_now();
}

// Whether it has another size.
bool App::follow_window() {
    const auto size = tty_.size();
    const auto& now = painter_.settings();
    if (size.columns == now.columns && size.rows == now.rows) return false;
    tty_.write(painter_.resize(size.columns, size.rows));
    pictures_.resize(window_size(tty_));
    return true;
}

bool App::is_busy() const {
    return transcript_.is_running() || sending_ > 0 || describing_ > 0 || looking_ > 0 ||
           compacting_ > 0 || (!talk_ && !unsaid_.empty()) || !queue_.empty() || is_slow_to_open();
}

bool App::is_slow_to_open() const {
    return !talk_ && Clock::now() - opening_since_ >= kSlowToOpen;
}

void App::tick() {
    const auto now = Clock::now();
    if (parser_.is_waiting()) {
        const auto waited = std::chrono::duration_cast<milliseconds>(now - silent_since_);
        if (waited >= kSilence) {
            for (const auto& input : parser_.flush(waited)) {
                std::visit([this](const auto& each) { take(each); }, input);
                refresh();
            }
        }
    }
    const bool busy = is_busy();
    if (busy && !was_busy_) busy_since_ = now;
    if (busy != was_busy_) refresh();
    was_busy_ = busy;
    // The clock of the status line.
    if (busy && now - last_paint_ >= std::chrono::seconds(1)) refresh();
    if (is_dirty_ && !tty_.is_behind() && now - last_paint_ >= kFrame) paint_now();
}

int App::timeout_ms() const {
    const auto now = Clock::now();
    milliseconds wait{-1};
    const auto at_most = [&](milliseconds time) {
        time = std::max(time, milliseconds(0));
        if (wait.count() < 0 || time < wait) wait = time;
    };
    const auto since_paint = std::chrono::duration_cast<milliseconds>(now - last_paint_);
    // A terminal that is behind is waited for: the next frame shows what is so by then.
    if (is_dirty_ && !tty_.is_behind()) at_most(kFrame - since_paint);
    if (!talk_ && !was_busy_) {
        at_most(kSlowToOpen - std::chrono::duration_cast<milliseconds>(now - opening_since_));
    }
    if (was_busy_ && !tty_.is_behind()) at_most(milliseconds(1000) - since_paint);
    if (parser_.is_waiting()) {
        const auto waited = std::chrono::duration_cast<milliseconds>(now - silent_since_);
        at_most(waited < kSilence ? kSilence - waited : kLongSilence - waited);
    }
    return static_cast<int>(wait.count());
}

void App::paint_now() {
    look_at_suggestion();
    is_dirty_ = tty_.is_behind();
    if (is_dirty_) return;
    follow_window();  // a frame for a window that was would be left standing in the one that is
    last_paint_ = Clock::now();
    const auto finished = transcript_.take_finished();  // what is left of it is alive
    if (!tty_.write(painter_.paint(finished, frame()))) leave(TerminalEnd::Told);
    tty_.set_rows_below(painter_.rows_below());
}

TerminalEnd run_terminal(const TerminalArguments& arguments, const host::Parts& parts) {
    const auto loaded = load_settings(parts, arguments);
    if (!loaded.ok()) {
        std::fprintf(stderr, "fovea: %s\n", printable(loaded.error().message).c_str());
        return TerminalEnd::BadConfiguration;
    }
    if (is_dumb()) return run_plain(arguments, parts);
    const auto tty = Tty::open(STDIN_FILENO, STDOUT_FILENO);
    if (!tty.ok()) {
        std::fprintf(stderr, "fovea: %s\n", printable(tty.error().message).c_str());
        return TerminalEnd::Failed;
    }
    return App(arguments, parts, *tty.value()).run(loaded.value());
}

}  // namespace fovea::tui
