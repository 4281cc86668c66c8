// fovea sessions …: what is stored, and what people do with it.
//
// One more action is a function here and a line in sessions_options.cpp.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/cli/command.hpp"
#include "fovea/host/run_store.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fovea::cli {

// Of all actions; each reads its own.
struct SessionsArguments {
    std::string session;
    std::vector<std::string> sessions;
    std::vector<std::string> images;
    std::string folder;
    std::optional<std::int64_t> older_than;  // days
    bool new_id = false;
    bool dry_run = false;
    bool repair = false;
    bool json = false;
};

struct SessionsAction {
    const SessionsArguments& arguments;
    const config::Settings& settings;
    host::RunStore& store;

    // FileNotFound where nothing was ever stored. Reading works where nothing can be written.
    enum class For { Reading, Changing, Deleting };
    Result<store::Store*> opened(For what) const;
};

// The exit code.
Result<int> list_sessions(const SessionsAction& action);
Result<int> show_session(const SessionsAction& action);
Result<int> list_images(const SessionsAction& action);

Result<int> pin_images(const SessionsAction& action);
Result<int> unpin_images(const SessionsAction& action);
Result<int> drop_images(const SessionsAction& action);
Result<int> restore_images(const SessionsAction& action);
Result<int> delete_sessions(const SessionsAction& action);

Result<int> export_to_folder(const SessionsAction& action);
Result<int> import_from_folder(const SessionsAction& action);

Result<int> collect_garbage(const SessionsAction& action);
Result<int> check_everything(const SessionsAction& action);

void add_sessions(CLI::App& app, Chosen& chosen);

}  // namespace fovea::cli
