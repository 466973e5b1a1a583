// Declarations of musl on 64-bit Linux with its types and sizes, written from the manual pages: only what Millrace
// uses. Scripts/check_platforms.py type-checks against them; nothing is linked with them.
#include <stdint.h>
#include <stddef.h>
#include <stdarg.h>

typedef unsigned mode_t, uid_t, gid_t, socklen_t, useconds_t, tcflag_t, speed_t, pthread_key_t;
typedef unsigned long nlink_t, dev_t, ino_t, nfds_t;
typedef int pid_t, clockid_t;
typedef long off_t, blkcnt_t, blksize_t, time_t, suseconds_t, clock_t, ssize_t;
typedef unsigned char cc_t;
typedef unsigned short sa_family_t;
typedef uint16_t in_port_t;
typedef uint32_t in_addr_t;
typedef struct { unsigned long __bits[16]; } sigset_t;

// Errors and numbers
int *__errno_location(void);
char * strerror(int);
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
#define O_NOCTTY 0x20000
#define O_DIRECTORY 0x100000
#define O_CLOEXEC 0x1000000
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_DUPFD_CLOEXEC 67
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
  dev_t st_dev; ino_t st_ino; nlink_t st_nlink; mode_t st_mode; uid_t st_uid; gid_t st_gid; unsigned __pad0; dev_t st_rdev;
  off_t st_size; blksize_t st_blksize; blkcnt_t st_blocks; struct timespec st_atim, st_mtim, st_ctim; long __unused[3];
};
int stat(const char *, struct stat *); int lstat(const char *, struct stat *); int fstat(int, struct stat *);
int fstatat(int, const char *, struct stat *, int);
int close(int); ssize_t read(int, void * , size_t); ssize_t write(int, const void * , size_t);
ssize_t pread(int, void * , size_t, off_t); ssize_t pwrite(int, const void * , size_t, off_t);
off_t lseek(int, off_t, int); int ftruncate(int, off_t); int fsync(int); int flock(int, int);
int fchmod(int, mode_t); int chmod(const char *, mode_t); int rename(const char *, const char *); int unlink(const char *);
int link(const char *, const char *); int symlink(const char *, const char *);
ssize_t readlink(const char *, char *, size_t); int mkdir(const char *, mode_t); int rmdir(const char *);
int access(const char *, int); char * getcwd(char * , size_t); char * realpath(const char *, char *);
int mkstemp(char *); int dup(int); int dup2(int, int); int pipe(int[2]); int isatty(int);
char * ttyname(int); int ttyname_r(int, char *, size_t);
typedef struct __dirstream DIR;
struct dirent { ino_t d_ino; off_t d_off; unsigned short d_reclen; unsigned char d_type; char d_name[256]; };
#define DT_UNKNOWN 0
#define DT_DIR 4
#define DT_REG 8
#define DT_LNK 10
DIR * opendir(const char *); struct dirent * readdir(DIR *);
int closedir(DIR *); int dirfd(DIR *);

// Memory and text
void * malloc(size_t); void * calloc(size_t, size_t);
void * realloc(void * , size_t); void free(void *);
size_t strlen(const char *); char * strdup(const char *); int memcmp(const void *, const void *, size_t);
char * getenv(const char *); int setenv(const char *, const char *, int);
void exit(int) __attribute__((noreturn)); void _exit(int) __attribute__((noreturn)); void abort(void) __attribute__((noreturn));
int atexit(void (*)(void));
void *dlsym(void *, const char *);
void * dlopen(const char *, int);
#define RTLD_NOW 2
#define RTLD_LOCAL 0
long sysconf(int);
#define _SC_PAGESIZE 30
#define _SC_OPEN_MAX 4

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
union sigval { int sival_int; void * sival_ptr; };
typedef struct { int si_signo, si_errno, si_code; char __pad[116]; } siginfo_t;
struct sigaction {
  union { void (*sa_handler)(int); void (*sa_sigaction)(int, siginfo_t *, void *); } __sa_handler;
  sigset_t sa_mask; int sa_flags; void (*sa_restorer)(void);
};
int sigaction(int, const struct sigaction * , struct sigaction *);
int sigemptyset(sigset_t *); int sigfillset(sigset_t *); int sigaddset(sigset_t *, int);
int sigismember(const sigset_t *, int); int sigpending(sigset_t *);
int sigprocmask(int, const sigset_t * , sigset_t *);
int pthread_sigmask(int, const sigset_t * , sigset_t *);
typedef struct sigaltstack { void *ss_sp; int ss_flags; size_t ss_size; } stack_t;
int sigaltstack(const stack_t * , stack_t *);
int kill(pid_t, int); int killpg(pid_t, int); int raise(int); pid_t getpid(void); pid_t getppid(void); pid_t getpgrp(void); pid_t getpgid(pid_t); pid_t getsid(pid_t); pid_t setsid(void);
int setpgid(pid_t, pid_t); uid_t getuid(void); uid_t geteuid(void); pid_t tcgetpgrp(int); int tcsetpgrp(int, pid_t);
pid_t waitpid(pid_t, int * , int);
#define WNOHANG 1
#define WUNTRACED 2
#define WEXITED 4
#define WSTOPPED 8
#define WCONTINUED 0x10
#define WNOWAIT 0x20
typedef uint32_t id_t;
typedef enum { P_ALL, P_PID, P_PGID } idtype_t;
int waitid(idtype_t, id_t, siginfo_t *, int);
typedef struct { int __flags; pid_t __pgrp; sigset_t __def, __mask; int __prio, __pol; void *__fn; char __pad[56]; } posix_spawnattr_t;
typedef struct { int __pad0[2]; void *__actions; int __pad[16]; } posix_spawn_file_actions_t;
#define POSIX_SPAWN_SETPGROUP 2
#define POSIX_SPAWN_SETSIGDEF 4
#define POSIX_SPAWN_SETSIGMASK 8
int posix_spawn(pid_t * , const char *, const posix_spawn_file_actions_t * , const posix_spawnattr_t * , char * const * , char * const *);
int posix_spawnp(pid_t * , const char *, const posix_spawn_file_actions_t * , const posix_spawnattr_t * , char * const * , char * const *);
int posix_spawnattr_init(posix_spawnattr_t *); int posix_spawnattr_destroy(posix_spawnattr_t *);
int posix_spawnattr_setflags(posix_spawnattr_t *, short); int posix_spawnattr_setpgroup(posix_spawnattr_t *, pid_t);
int posix_spawnattr_setsigdefault(posix_spawnattr_t *, const sigset_t *); int posix_spawnattr_setsigmask(posix_spawnattr_t *, const sigset_t *);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *); int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *, int, int); int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *, int);
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *, int, const char *, int, mode_t);

// Threads
typedef struct __pthread *pthread_t;
typedef struct { union { int __i[14]; unsigned long __s[7]; } __u; } pthread_attr_t;
pthread_t pthread_self(void);
int pthread_create(pthread_t * , const pthread_attr_t * , void * (*)(void *), void *);
int pthread_join(pthread_t, void * *); int pthread_detach(pthread_t);
int pthread_attr_init(pthread_attr_t *); int pthread_attr_setstacksize(pthread_attr_t *, size_t); int pthread_attr_destroy(pthread_attr_t *);
int pthread_key_create(pthread_key_t *, void (*)(void *)); void * pthread_getspecific(pthread_key_t);
int pthread_setspecific(pthread_key_t, const void *);

// Time
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; char * tm_zone; };
struct tm * localtime_r(const time_t *, struct tm *); struct tm * gmtime_r(const time_t *, struct tm *);
time_t mktime(struct tm *); time_t time(time_t *); void tzset(void);
int clock_gettime(clockid_t, struct timespec *);
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 6
int usleep(useconds_t); int nanosleep(const struct timespec *, struct timespec *);

// Terminals, descriptors and sockets
#define NCCS 32
struct termios { tcflag_t c_iflag, c_oflag, c_cflag, c_lflag; cc_t c_line; cc_t c_cc[NCCS]; speed_t __c_ispeed, __c_ospeed; };
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
#define POLLIN 1
#define POLLPRI 2
#define POLLOUT 4
#define POLLERR 8
#define POLLHUP 16
#define POLLNVAL 32
struct pollfd { int fd; short events, revents; };
int poll(struct pollfd * , nfds_t, int);
#define AF_UNIX 1
#define AF_INET 2
#define AF_INET6 30
#define SOCK_STREAM 1
#define SOMAXCONN 128
#define SOL_SOCKET 0xffff
#define SO_REUSEADDR 4
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
struct sockaddr { sa_family_t sa_family; char sa_data[14]; };
struct in_addr { in_addr_t s_addr; };
struct sockaddr_in { sa_family_t sin_family; in_port_t sin_port; struct in_addr sin_addr; char sin_zero[8]; };
struct in6_addr { uint8_t s6[16]; };
struct sockaddr_in6 { sa_family_t sin6_family; in_port_t sin6_port; uint32_t sin6_flowinfo; struct in6_addr sin6_addr; uint32_t sin6_scope_id; };
struct sockaddr_storage { sa_family_t ss_family; char pad[126]; };
struct addrinfo { int ai_flags, ai_family, ai_socktype, ai_protocol; socklen_t ai_addrlen; char * ai_canonname; struct sockaddr * ai_addr; struct addrinfo * ai_next; };
int socket(int, int, int); int bind(int, const struct sockaddr * , socklen_t); int listen(int, int);
int accept(int, struct sockaddr * , socklen_t *); int connect(int, const struct sockaddr * , socklen_t);
int setsockopt(int, int, int, const void * , socklen_t); int getsockname(int, struct sockaddr * , socklen_t *);
int socketpair(int, int, int, int[2]); int shutdown(int, int); ssize_t send(int, const void * , size_t, int); ssize_t recv(int, void * , size_t, int);
int inet_pton(int, const char * , void *); const char * inet_ntop(int, const void * , char * , socklen_t);
struct passwd { char * pw_name, * pw_dir, * pw_shell; uid_t pw_uid; };
struct passwd * getpwuid(uid_t);
typedef struct _IO_FILE FILE;
int fflush(FILE *); int fclose(FILE *); int fileno(FILE *); FILE * tmpfile(void);
char * setlocale(int, const char *); char * nl_langinfo(int);
#define LC_ALL 0
#define LC_CTYPE 2
#define CODESET 0
int gethostname(char *, size_t);

// Linux
#define IN_MODIFY 2
#define IN_CLOSE_WRITE 8
#define IN_MOVED_FROM 0x40
#define IN_MOVED_TO 0x80
#define IN_CREATE 0x100
#define IN_DELETE 0x200
#define IN_DELETE_SELF 0x400
#define IN_MOVE_SELF 0x800
#define IN_Q_OVERFLOW 0x4000
#define IN_ONLYDIR 0x01000000
#define IN_NONBLOCK 04000
#define IN_CLOEXEC 02000000
struct inotify_event { int wd; uint32_t mask, cookie, len; char name[]; };
int inotify_init1(int); int inotify_add_watch(int, const char *, uint32_t); int inotify_rm_watch(int, int);
#define TIOCGWINSZ 0x5413
#define MSG_NOSIGNAL 0x4000
