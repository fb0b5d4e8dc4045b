/*
 * The machine's limit for datagrams: one process that does nothing but sendto() the same packet to N sockets on
 * loopback, again and again, while another reads them empty.
 *
 *   send-loop <sockets> <packet bytes> <seconds>   prints: <packets> <cpu seconds of the sender>
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
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

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void read_all(int *fds, int sockets) {
  int poll = epoll_create1(0);
  for (int i = 0; i < sockets; i++) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = fds[i]};
    epoll_ctl(poll, EPOLL_CTL_ADD, fds[i], &event);
  }
  static char buffer[1 << 16];
  struct epoll_event events[512];
  for (;;) {
    int ready = epoll_wait(poll, events, 512, -1);
    for (int i = 0; i < ready; i++) {
      if (read(events[i].data.fd, buffer, sizeof buffer) < 0) _exit(0);
    }
  }
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  int sockets = atoi(argv[1]), bytes = atoi(argv[2]);
  double seconds = atof(argv[3]);
  int *fds = malloc(sizeof(int) * sockets);
  struct sockaddr_in *to = calloc(sockets, sizeof *to);
  for (int i = 0; i < sockets; i++) {
    fds[i] = socket(AF_INET, SOCK_DGRAM, 0);
    to[i].sin_family = AF_INET;
    to[i].sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof to[i];
    if (fds[i] < 0 || bind(fds[i], (struct sockaddr *)&to[i], size) != 0) fail("bind");
    getsockname(fds[i], (struct sockaddr *)&to[i], &size);
  }
  pid_t reader = fork();
  if (reader == 0) read_all(fds, sockets);
  int sender = socket(AF_INET, SOCK_DGRAM, 0);
  char *packet = malloc(bytes);
  memset(packet, 'x', bytes);
  long sent = 0;
  double cpu_before = cpu_s(), end = now_s() + seconds;
  while (now_s() < end) {
    for (int i = 0; i < sockets; i++) {
      if (sendto(sender, packet, bytes, 0, (struct sockaddr *)&to[i], sizeof to[i]) == bytes) sent++;
    }
  }
  printf("%ld %.3f\n", sent, cpu_s() - cpu_before);
  kill(reader, SIGKILL);
  waitpid(reader, NULL, 0);
  return 0;
}
