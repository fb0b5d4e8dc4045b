/*
 * The machine's limit for fan-out: one process that does nothing but write() the same frame to every one of N
 * connected sockets, again and again, while another reads them empty.
 *
 *   write-loop <sockets> <frame bytes> <seconds>   prints: <writes> <cpu seconds of the writer>
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <netinet/in.h>
#include <arpa/inet.h>
#include <signal.h>
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

/* Connects and reads until it is killed. */
static void read_all(int port, int sockets) {
  int poll = epoll_create1(0);
  for (int i = 0; i < sockets; i++) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to) != 0) fail("connect");
    struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
    epoll_ctl(poll, EPOLL_CTL_ADD, fd, &event);
  }
  static char buffer[1 << 16];
  struct epoll_event events[512];
  for (;;) {
    int ready = epoll_wait(poll, events, 512, -1);
    for (int i = 0; i < ready; i++) {
      if (read(events[i].data.fd, buffer, sizeof buffer) <= 0) _exit(0);
    }
  }
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  int sockets = atoi(argv[1]), bytes = atoi(argv[2]);
  double seconds = atof(argv[3]);
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, size) != 0 || listen(listener, 4096) != 0) fail("listen");
  getsockname(listener, (struct sockaddr *)&address, &size);

  pid_t reader = fork();
  if (reader == 0) read_all(ntohs(address.sin_port), sockets);
  int *fds = malloc(sizeof(int) * sockets);
  for (int i = 0; i < sockets; i++) {
    fds[i] = accept(listener, NULL, NULL);
    if (fds[i] < 0) fail("accept");
  }
  char *frame = malloc(bytes);
  memset(frame, 'x', bytes);
  long writes = 0;
  double cpu_before = cpu_s(), end = now_s() + seconds;
  while (now_s() < end) {
    for (int i = 0; i < sockets; i++) {
      if (write(fds[i], frame, bytes) != bytes) fail("write");
      writes++;
    }
  }
  printf("%ld %.3f\n", writes, cpu_s() - cpu_before);
  kill(reader, SIGKILL);
  waitpid(reader, NULL, 0);
  return 0;
}
