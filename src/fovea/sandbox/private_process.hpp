// What this process knows (keys, above all) stays in it: no core file, no other process of the same user
// that attaches to it, and no variables in /proc/PID/environ, which programs that it starts could read.
//
//     int main() { keep_process_private(environ); … }
//
// Before any thread starts. getenv() works as before.
#pragma once

namespace fovea::sandbox {

void keep_process_private(char** environment);

}  // namespace fovea::sandbox
