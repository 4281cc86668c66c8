// The launcher as the first process of a namespace: when it ends, the kernel ends everything in there,
// whatever session or group it moved to.
//
//     launcher            waits outside, ends as the program ended
//       └ first process   reaps whatever is left to it
//           └ program
#pragma once

#include <functional>

namespace fovea::sandbox {

// Forks. Returns in the child alone, which dies with its parent; false where there is no child. The
// parent closes its files, waits, and ends as the child says.
bool become_first_process();

// In the first process: starts a child that calls `become`, closes its own files, reaps until that child
// has ended, and tells how as an exit status (128 and the signal, as shells do).
int run_and_reap(const std::function<int()>& become);

}  // namespace fovea::sandbox
