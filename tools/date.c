/* Loaded before a program by LD_PRELOAD: moves its clock, and the times of its files, forward by DATE_SHIFT seconds. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) static __typeof__(name) *real; if (!real) real = dlsym(RTLD_NEXT, #name)

static long shift(void) {
  static long seconds = -1;
  if (seconds < 0) seconds = atol(getenv("DATE_SHIFT") ?: "0");
  return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  REAL(clock_gettime);
  int result = real(clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += shift();
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  REAL(gettimeofday);
  int result = real(now, zone);
  if (result == 0) now->tv_sec += shift();
  return result;
}

time_t time(time_t *seconds) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (seconds) *seconds = now.tv_sec;
  return now.tv_sec;
}

static void move(struct statx *file) {
  file->stx_atime.tv_sec += shift();
  file->stx_btime.tv_sec += shift();
  file->stx_ctime.tv_sec += shift();
  file->stx_mtime.tv_sec += shift();
}

int statx(int folder, const char *restrict path, int flags, unsigned mask, struct statx *restrict file) {
  REAL(statx);
  int result = real(folder, path, flags, mask, file);
  if (result == 0) move(file);
  return result;
}

/* Node asks for the times of a file by the system call itself. */
long syscall(long number, ...) {
  REAL(syscall);
  long value[6];
  va_list values;
  va_start(values, number);
  for (int index = 0; index < 6; index++) value[index] = va_arg(values, long);
  va_end(values);
  long result = real(number, value[0], value[1], value[2], value[3], value[4], value[5]);
  if (number == SYS_statx && result == 0) move((struct statx *)value[4]);
  return result;
}

static const struct timespec *moveBack(const struct timespec times[2], struct timespec moved[2]) {
  if (!times) return NULL;
  for (int index = 0; index < 2; index++) {
    moved[index] = times[index];
    if (times[index].tv_nsec < 1000000000) moved[index].tv_sec -= shift();
  }
  return moved;
}

int utimensat(int folder, const char *path, const struct timespec times[2], int flags) {
  REAL(utimensat);
  struct timespec moved[2];
  return real(folder, path, moveBack(times, moved), flags);
}

int futimens(int file, const struct timespec times[2]) {
  REAL(futimens);
  struct timespec moved[2];
  return real(file, moveBack(times, moved));
}
