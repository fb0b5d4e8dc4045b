/*
 * Shared parts of the loops that measure the machine's limit: the clock, the CPU time of this process, errors, and a
 * reader that empties sockets until it is killed.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static double now_s(void) {
  struct timeval time;
  gettimeofday(&time, NULL);
  return time.tv_sec + time.tv_usec / 1e6;
}

static double cpu_s(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_utime.tv_sec + usage.ru_utime.tv_usec / 1e6 + usage.ru_stime.tv_sec + usage.ru_stime.tv_usec / 1e6;
}

static void fail(const char *call) {
  perror(call);
  exit(1);
}

static void follow(int poll, int fd) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
  epoll_ctl(poll, EPOLL_CTL_ADD, fd, &event);
}

/* Exits when a connection closes. */
static void read_all(int poll) {
  static char buffer[1 << 16];
  struct epoll_event events[512];
  for (;;) {
    int ready = epoll_wait(poll, events, 512, -1);
    for (int i = 0; i < ready; i++) {
      if (read(events[i].data.fd, buffer, sizeof buffer) <= 0) _exit(0);
    }
  }
}

/* Prints the count and its CPU seconds, and kills the reader. */
static int report(long count, double cpu, pid_t reader) {
  printf("%ld %.3f\n", count, cpu);
  kill(reader, SIGKILL);
  waitpid(reader, NULL, 0);
  return 0;
}
