// Stands in for onert: wants the calls in their order, a file that is there, and room for numbers.
#include <nnfw/nnfw.h>

#include <cstring>
#include <fstream>

struct nnfw_session {
    bool loaded = false, prepared = false;
    size_t input = 0, output = 0;
    void *result = nullptr;
};

namespace {
NNFW_STATUS when(bool fine) { return fine ? NNFW_STATUS_NO_ERROR : NNFW_STATUS_ERROR; }
}  // namespace

NNFW_STATUS nnfw_create_session(nnfw_session **session) {
    *session = new nnfw_session;
    return NNFW_STATUS_NO_ERROR;
}

NNFW_STATUS nnfw_close_session(nnfw_session *session) {
    delete session;
    return NNFW_STATUS_NO_ERROR;
}

NNFW_STATUS nnfw_load_model_from_file(nnfw_session *session, const char *path) {
    session->loaded = std::ifstream(path).good();
    return when(session->loaded);
}

NNFW_STATUS nnfw_prepare(nnfw_session *session) {
    session->prepared = session->loaded;
    return when(session->prepared);
}

NNFW_STATUS nnfw_set_input(nnfw_session *session, uint32_t, NNFW_TYPE, const void *buffer,
                           size_t length) {
    session->input = length;
    return when(session->prepared && buffer != nullptr);
}

NNFW_STATUS nnfw_set_output(nnfw_session *session, uint32_t, NNFW_TYPE, void *buffer,
                            size_t length) {
    session->output = length;
    session->result = buffer;
    return when(session->prepared && buffer != nullptr);
}

NNFW_STATUS nnfw_run(nnfw_session *session) {
    if (session->input == 0 || session->output == 0) {
        return NNFW_STATUS_ERROR;
    }
    std::memset(session->result, 0, session->output);
    return NNFW_STATUS_NO_ERROR;
}
