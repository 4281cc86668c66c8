// fovea-cage: locks itself up and becomes a program of others that is to read foreign bytes: a helper
// (pdftoppm, ffmpeg, …) or a browser. Started by the program itself, never by a person.
#include "fovea/sandbox/cage.hpp"
#include "fovea/sandbox/enclosure.hpp"

int main(int argc, char** argv) {
    if (argc > 1 && argv[1] == fovea::sandbox::kEncloseWord) {
        return fovea::sandbox::run_in_enclosure(argc, argv);
    }
    return fovea::sandbox::run_in_cage(argc, argv);
}
