// Declarations of wasi-libc without threads: only what Millrace uses. See ../Darwin/darwin.h.
#include <stddef.h>
typedef long ssize_t;
#define STDERR_FILENO 2
ssize_t write(int, const void *, size_t);
void *malloc(size_t); void *realloc(void *, size_t); void free(void *);
typedef int clockid_t;
struct timespec { long long tv_sec; long tv_nsec; };
#define CLOCK_REALTIME 0
int clock_gettime(clockid_t, struct timespec *);
