/* What the example needs of onert's interface, for machines without onert. */
#ifndef STANDIN_NNFW_H
#define STANDIN_NNFW_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nnfw_session nnfw_session;
typedef enum { NNFW_STATUS_NO_ERROR = 0, NNFW_STATUS_ERROR = 1 } NNFW_STATUS;
typedef enum { NNFW_TYPE_TENSOR_FLOAT32 = 0 } NNFW_TYPE;

NNFW_STATUS nnfw_create_session(nnfw_session **session);
NNFW_STATUS nnfw_close_session(nnfw_session *session);
NNFW_STATUS nnfw_load_model_from_file(nnfw_session *session, const char *path);
NNFW_STATUS nnfw_prepare(nnfw_session *session);
NNFW_STATUS nnfw_set_input(nnfw_session *session, uint32_t index, NNFW_TYPE type,
                           const void *buffer, size_t length);
NNFW_STATUS nnfw_set_output(nnfw_session *session, uint32_t index, NNFW_TYPE type, void *buffer,
                            size_t length);
NNFW_STATUS nnfw_run(nnfw_session *session);

#ifdef __cplusplus
}
#endif

#endif
