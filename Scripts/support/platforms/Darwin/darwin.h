// Declarations of Apple's C library with its types and sizes, written from the manual pages: only what Millrace
// uses. Scripts/check_platforms.py type-checks against them; nothing is linked with them.
#include <stdint.h>
#include <stddef.h>
#include <stdarg.h>
#pragma clang assume_nonnull begin

typedef uint16_t mode_t, nlink_t;
typedef int32_t dev_t, pid_t, suseconds_t, blksize_t;
typedef uint32_t uid_t, gid_t, socklen_t, sigset_t, useconds_t, nfds_t;
typedef uint64_t ino_t;
typedef int64_t off_t, blkcnt_t;
typedef long time_t, clock_t, ssize_t;
typedef unsigned long tcflag_t, speed_t, pthread_key_t;
typedef uint8_t cc_t, sa_family_t;
typedef uint16_t in_port_t;
typedef uint32_t in_addr_t;
typedef int clockid_t;

// Errors and numbers
int *__error(void);
char *_Null_unspecified strerror(int);
enum { _ENOTSUP = 45 };
#define EPERM 1
#define ENOENT 2
#define ESRCH 3
#define EINTR 4
#define EIO 5
#define EBADF 9
#define ECHILD 10
#define ENOMEM 12
#define EACCES 13
#define EEXIST 17
#define EXDEV 18
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define ENFILE 23
#define EMFILE 24
#define EFBIG 27
#define ENOSPC 28
#define ESPIPE 29
#define EROFS 30
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK 35
#define ENOTSUP 45
#define EADDRINUSE 48
#define EADDRNOTAVAIL 49
#define ELOOP 62
#define ENOTEMPTY 66
#define EDQUOT 69
#define EX_USAGE 64
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1

// Files
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define O_RDONLY 0x0
#define O_WRONLY 0x1
#define O_RDWR 0x2
#define O_NONBLOCK 0x4
#define O_APPEND 0x8
#define O_NOFOLLOW 0x100
#define O_CREAT 0x200
#define O_TRUNC 0x400
#define O_EXCL 0x800
#define O_EVTONLY 0x8000
#define O_NOCTTY 0x20000
#define O_DIRECTORY 0x100000
#define O_CLOEXEC 0x1000000
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_FULLFSYNC 51
#define F_DUPFD_CLOEXEC 67
#define F_SETNOSIGPIPE 73
#define FD_CLOEXEC 1
#define LOCK_SH 1
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8
#define SEEK_SET 0
#define SEEK_END 2
#define F_OK 0
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define PATH_MAX 1024
#define AT_FDCWD -2
#define AT_SYMLINK_NOFOLLOW 0x20
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
struct stat {
  dev_t st_dev; mode_t st_mode; nlink_t st_nlink; ino_t st_ino; uid_t st_uid; gid_t st_gid; dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size; blkcnt_t st_blocks; blksize_t st_blksize; uint32_t st_flags, st_gen; int32_t st_lspare; int64_t st_qspare[2];
};
int stat(const char *, struct stat *); int lstat(const char *, struct stat *); int fstat(int, struct stat *);
int fstatat(int, const char *, struct stat *, int);
int close(int); ssize_t read(int, void *_Null_unspecified, size_t); ssize_t write(int, const void *_Null_unspecified, size_t);
ssize_t pread(int, void *_Null_unspecified, size_t, off_t); ssize_t pwrite(int, const void *_Null_unspecified, size_t, off_t);
off_t lseek(int, off_t, int); int ftruncate(int, off_t); int fsync(int); int flock(int, int);
int fchmod(int, mode_t); int chmod(const char *, mode_t); int rename(const char *, const char *); int unlink(const char *);
int link(const char *, const char *); int symlink(const char *, const char *);
ssize_t readlink(const char *, char *, size_t); int mkdir(const char *, mode_t); int rmdir(const char *);
int access(const char *, int); char *_Nullable getcwd(char *_Nullable, size_t); char *_Nullable realpath(const char *, char *_Nullable);
int mkstemp(char *); int dup(int); int dup2(int, int); int pipe(int[_Null_unspecified 2]); int isatty(int);
char *_Nullable ttyname(int); int ttyname_r(int, char *, size_t);
typedef struct _dirdesc DIR;
struct dirent { ino_t d_ino; uint64_t d_seekoff; uint16_t d_reclen, d_namlen; uint8_t d_type; char d_name[1024]; };
#define DT_UNKNOWN 0
#define DT_DIR 4
#define DT_REG 8
#define DT_LNK 10
struct _dirdesc { int fd; };
DIR *_Null_unspecified opendir(const char *); struct dirent *_Null_unspecified readdir(DIR *_Null_unspecified);
int closedir(DIR *_Null_unspecified); int dirfd(DIR *_Null_unspecified);

// Memory and text
void *_Null_unspecified malloc(size_t); void *_Null_unspecified calloc(size_t, size_t);
void *_Null_unspecified realloc(void *_Null_unspecified, size_t); void free(void *_Null_unspecified);
size_t malloc_size(const void *_Null_unspecified);
typedef struct { unsigned blocks_in_use; size_t size_in_use, max_size_in_use, size_allocated; } malloc_statistics_t;
typedef struct _malloc_zone_t malloc_zone_t;
void malloc_zone_statistics(malloc_zone_t *_Nullable, malloc_statistics_t *);
size_t strlen(const char *); char *_Null_unspecified strdup(const char *_Null_unspecified); int memcmp(const void *, const void *, size_t);
char *_Nullable getenv(const char *); int setenv(const char *, const char *, int);
void exit(int) __attribute__((noreturn)); void _exit(int) __attribute__((noreturn)); void abort(void) __attribute__((noreturn));
int atexit(void (^ _Nullable)(void));

// Processes and signals
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGBUS 10
#define SIGSEGV 11
#define SIGSYS 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGURG 16
#define SIGSTOP 17
#define SIGTSTP 18
#define SIGCONT 19
#define SIGCHLD 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGUSR1 30
#define SIGUSR2 31
#define SA_ONSTACK 1
#define SA_RESTART 2
#define SA_RESETHAND 4
#define SA_NODEFER 0x10
#define SA_SIGINFO 0x40
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
#define SIG_SETMASK 3
#define SS_DISABLE 4
int pause(void);
#define SIGSTKSZ 131072
#define MINSIGSTKSZ 32768
union sigval { int sival_int; void *_Null_unspecified sival_ptr; };
typedef struct __siginfo {
  int si_signo, si_errno, si_code; pid_t si_pid; uid_t si_uid; int si_status; void *_Null_unspecified si_addr;
  union sigval si_value; long si_band; unsigned long __pad[7];
} siginfo_t;
union __sigaction_u {
  void (*_Null_unspecified __sa_handler)(int);
  void (*_Null_unspecified __sa_sigaction)(int, struct __siginfo *_Null_unspecified, void *_Null_unspecified);
};
struct sigaction { union __sigaction_u __sigaction_u; sigset_t sa_mask; int sa_flags; };
int sigaction(int, const struct sigaction *_Nullable, struct sigaction *_Nullable);
int sigemptyset(sigset_t *); int sigfillset(sigset_t *); int sigaddset(sigset_t *, int);
int sigismember(const sigset_t *, int); int sigpending(sigset_t *);
int sigprocmask(int, const sigset_t *_Nullable, sigset_t *_Nullable);
int pthread_sigmask(int, const sigset_t *_Nullable, sigset_t *_Nullable);
typedef struct { void *_Null_unspecified ss_sp; size_t ss_size; int ss_flags; } stack_t;
int sigaltstack(const stack_t *_Nullable, stack_t *_Nullable);
int kill(pid_t, int); int killpg(pid_t, int); int raise(int); pid_t getpid(void); pid_t getppid(void); pid_t getpgrp(void); pid_t getpgid(pid_t); pid_t getsid(pid_t); pid_t setsid(void);
int setpgid(pid_t, pid_t); uid_t getuid(void); uid_t geteuid(void); pid_t tcgetpgrp(int); int tcsetpgrp(int, pid_t);
pid_t waitpid(pid_t, int *_Null_unspecified, int);
#define WNOHANG 1
#define WUNTRACED 2
#define WEXITED 4
#define WSTOPPED 8
#define WCONTINUED 0x10
#define WNOWAIT 0x20
typedef uint32_t id_t;
typedef enum { P_ALL, P_PID, P_PGID } idtype_t;
int waitid(idtype_t, id_t, siginfo_t *, int);
typedef void *_Nullable posix_spawnattr_t; typedef void *_Nullable posix_spawn_file_actions_t;
#define POSIX_SPAWN_SETPGROUP 2
#define POSIX_SPAWN_SETSIGDEF 4
#define POSIX_SPAWN_SETSIGMASK 8
#define POSIX_SPAWN_CLOEXEC_DEFAULT 0x4000
int posix_spawn(pid_t *_Nullable, const char *, const posix_spawn_file_actions_t *_Nullable, const posix_spawnattr_t *_Nullable, char *_Nullable const *_Null_unspecified, char *_Nullable const *_Null_unspecified);
int posix_spawnp(pid_t *_Nullable, const char *, const posix_spawn_file_actions_t *_Nullable, const posix_spawnattr_t *_Nullable, char *_Nullable const *_Null_unspecified, char *_Nullable const *_Null_unspecified);
int posix_spawnattr_init(posix_spawnattr_t *); int posix_spawnattr_destroy(posix_spawnattr_t *);
int posix_spawnattr_setflags(posix_spawnattr_t *, short); int posix_spawnattr_setpgroup(posix_spawnattr_t *, pid_t);
int posix_spawnattr_setsigdefault(posix_spawnattr_t *, const sigset_t *); int posix_spawnattr_setsigmask(posix_spawnattr_t *, const sigset_t *);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *); int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *, int, int); int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *, int);
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *, int, const char *, int, mode_t);

// Threads
typedef struct _opaque_pthread_t { long __sig; } *pthread_t;
typedef struct { long __sig; char __opaque[56]; } pthread_attr_t;
pthread_t pthread_self(void);
int pthread_create(pthread_t _Nullable *_Nonnull, const pthread_attr_t *_Nullable, void *_Nullable (*_Nonnull)(void *), void *_Nullable);
int pthread_join(pthread_t, void *_Nullable *_Nullable); int pthread_detach(pthread_t);
int pthread_attr_init(pthread_attr_t *); int pthread_attr_setstacksize(pthread_attr_t *, size_t); int pthread_attr_destroy(pthread_attr_t *);
int pthread_key_create(pthread_key_t *, void (*_Nullable)(void *)); void *_Nullable pthread_getspecific(pthread_key_t);
int pthread_setspecific(pthread_key_t, const void *_Nullable);
size_t pthread_get_stacksize_np(pthread_t); void *pthread_get_stackaddr_np(pthread_t);

// Time
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; char *_Null_unspecified tm_zone; };
struct tm *_Null_unspecified localtime_r(const time_t *, struct tm *); struct tm *_Null_unspecified gmtime_r(const time_t *, struct tm *);
time_t mktime(struct tm *); time_t time(time_t *_Nullable); void tzset(void);
int clock_gettime(clockid_t, struct timespec *);
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 6
int usleep(useconds_t); int nanosleep(const struct timespec *, struct timespec *_Nullable);

// Terminals, descriptors and sockets
#define NCCS 20
struct termios { tcflag_t c_iflag, c_oflag, c_cflag, c_lflag; cc_t c_cc[NCCS]; speed_t c_ispeed, c_ospeed; };
int tcgetattr(int, struct termios *); int tcsetattr(int, int, const struct termios *); void cfmakeraw(struct termios *);
int tcflush(int, int);
#define TCSANOW 0
#define TCSADRAIN 1
#define TCSAFLUSH 2
#define TCIFLUSH 1
#define VMIN 16
#define VTIME 17
#define VINTR 8
#define VSUSP 10
#define ICRNL 0x100
#define IXON 0x200
#define BRKINT 0x2
#define ISTRIP 0x20
#define INPCK 0x10
#define OPOST 0x1
#define ECHO 0x8
#define ICANON 0x100
#define ISIG 0x80
#define IEXTEN 0x400
#define CS8 0x300
#define CSIZE 0x300
#define PARENB 0x1000
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
void *_Null_unspecified dlopen(const char *_Null_unspecified, int);
void *_Null_unspecified dlsym(void *_Null_unspecified, const char *_Null_unspecified);
#define RTLD_NOW 2
#define RTLD_LOCAL 4
#define POLLIN 1
#define POLLPRI 2
#define POLLOUT 4
#define POLLERR 8
#define POLLHUP 16
#define POLLNVAL 32
struct pollfd { int fd; short events, revents; };
int poll(struct pollfd *_Null_unspecified, nfds_t, int);
long sysconf(int);
#define _SC_OPEN_MAX 5
#define AF_UNIX 1
#define AF_INET 2
#define AF_INET6 30
#define SOCK_STREAM 1
#define SOMAXCONN 128
#define SOL_SOCKET 0xffff
#define SO_REUSEADDR 4
#define SO_NOSIGPIPE 0x1022
#define SO_SNDBUF 0x1001
#define IPPROTO_TCP 6
#define IPPROTO_IPV6 41
#define IPV6_V6ONLY 27
#define TCP_NODELAY 1
#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2
#define INADDR_LOOPBACK ((uint32_t)0x7f000001)
#define INADDR_ANY ((uint32_t)0)
#define INET_ADDRSTRLEN 16
#define INET6_ADDRSTRLEN 46
struct sockaddr { uint8_t sa_len; sa_family_t sa_family; char sa_data[14]; };
struct in_addr { in_addr_t s_addr; };
struct sockaddr_in { uint8_t sin_len; sa_family_t sin_family; in_port_t sin_port; struct in_addr sin_addr; char sin_zero[8]; };
struct in6_addr { uint8_t s6[16]; };
struct sockaddr_in6 { uint8_t sin6_len; sa_family_t sin6_family; in_port_t sin6_port; uint32_t sin6_flowinfo; struct in6_addr sin6_addr; uint32_t sin6_scope_id; };
struct sockaddr_storage { uint8_t ss_len; sa_family_t ss_family; char pad[126]; };
struct addrinfo { int ai_flags, ai_family, ai_socktype, ai_protocol; socklen_t ai_addrlen; char *_Null_unspecified ai_canonname; struct sockaddr *_Null_unspecified ai_addr; struct addrinfo *_Null_unspecified ai_next; };
int socket(int, int, int); int bind(int, const struct sockaddr *_Null_unspecified, socklen_t); int listen(int, int);
int accept(int, struct sockaddr *_Null_unspecified, socklen_t *_Null_unspecified); int connect(int, const struct sockaddr *_Null_unspecified, socklen_t);
int setsockopt(int, int, int, const void *_Null_unspecified, socklen_t); int getsockname(int, struct sockaddr *_Null_unspecified, socklen_t *_Null_unspecified);
int socketpair(int, int, int, int[_Null_unspecified 2]); int shutdown(int, int); ssize_t send(int, const void *_Null_unspecified, size_t, int); ssize_t recv(int, void *_Null_unspecified, size_t, int);
int inet_pton(int, const char *_Null_unspecified, void *_Null_unspecified); const char *_Null_unspecified inet_ntop(int, const void *_Null_unspecified, char *_Null_unspecified, socklen_t);
struct passwd { char *_Null_unspecified pw_name, *_Null_unspecified pw_dir, *_Null_unspecified pw_shell; uid_t pw_uid; };
struct passwd *_Null_unspecified getpwuid(uid_t);
typedef struct __sFILE { int dummy; } FILE;
int fflush(FILE *_Null_unspecified); int fclose(FILE *_Null_unspecified); int fileno(FILE *_Null_unspecified); FILE *_Null_unspecified tmpfile(void);
char *_Nullable setlocale(int, const char *_Nullable); char *_Nullable nl_langinfo(int);
#define LC_ALL 0
#define LC_CTYPE 2
#define CODESET 0
int gethostname(char *, size_t);
#pragma clang assume_nonnull end
