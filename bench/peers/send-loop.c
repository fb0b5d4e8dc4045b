/*
 * Measures the machine's limit for datagrams: one process repeatedly calls sendto() with the same packet for N sockets on
 * loopback, while another process empties them.
 *
 *   send-loop <sockets> <packet bytes> <seconds>   prints: <packets> <cpu seconds of the sender>
 */
#include "loop.h"

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
  if (reader == 0) {
    int poll = epoll_create1(0);
    for (int i = 0; i < sockets; i++) follow(poll, fds[i]);
    read_all(poll);
  }
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
  return report(sent, cpu_s() - cpu_before, reader);
}
