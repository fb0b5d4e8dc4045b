/*
 * Measures the machine's limit for fan-out: one process repeatedly calls write() with the same frame for each of N
 * connected sockets, while another process empties them.
 *
 *   write-loop <sockets> <frame bytes> <seconds> <rounds a second>   prints: <writes> <cpu seconds of the writer>
 *
 * With 0 rounds a second it writes without a pause. Then frames accumulate in each socket and the kernel delivers many at
 * once; at the server's rate each frame is delivered separately, like the server's frames.
 */
#include "loop.h"

static int connect_all(int port, int sockets) {
  int poll = epoll_create1(0);
  for (int i = 0; i < sockets; i++) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to) != 0) fail("connect");
    follow(poll, fd);
  }
  return poll;
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  int sockets = atoi(argv[1]), bytes = atoi(argv[2]);
  double seconds = atof(argv[3]), rounds_per_s = atof(argv[4]);
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, size) != 0 || listen(listener, 4096) != 0) fail("listen");
  getsockname(listener, (struct sockaddr *)&address, &size);

  pid_t reader = fork();
  if (reader == 0) read_all(connect_all(ntohs(address.sin_port), sockets));
  int *fds = malloc(sizeof(int) * sockets);
  for (int i = 0; i < sockets; i++) {
    fds[i] = accept(listener, NULL, NULL);
    if (fds[i] < 0) fail("accept");
  }
  char *frame = malloc(bytes);
  memset(frame, 'x', bytes);
  long writes = 0;
  double cpu_before = cpu_s(), start = now_s(), end = start + seconds;
  for (int round = 1; now_s() < end; round++) {
    for (int i = 0; i < sockets; i++) {
      if (write(fds[i], frame, bytes) != bytes) fail("write");
      writes++;
    }
    double rest_s = rounds_per_s > 0 ? start + round / rounds_per_s - now_s() : 0;
    if (rest_s > 0) usleep((useconds_t)(rest_s * 1e6));
  }
  return report(writes, cpu_s() - cpu_before, reader);
}
