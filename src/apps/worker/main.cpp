// fovea-worker: the process in which foreign bytes are decoded. Started by the program itself,
// never by a person; it locks itself up before it reads the first byte.
#include "fovea/media/worker/handle_job.hpp"
#include "fovea/sandbox/serve.hpp"

#include <ctime>

int main() {
    // Little CMS dates the profiles it makes, and the C library then wants to read the time zone
    // from a file. Later there are no files.
    ::tzset();
    fovea::sandbox::serve(fovea::media::handle_job);
}
