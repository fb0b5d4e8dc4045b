import { once } from 'node:events';
import { type AddressInfo, connect, createServer, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ResolvedTarget } from './resolve-target.ts';

/** A local port that leads to one target. */
export interface Tunnel {
  readonly port: number;
  /** Bytes that the target has taken, or that are on their way. */
  readonly sentBytes: number;
  /** The message of a failed connection; `null`: the target was reached, or not tried yet. */
  readonly failure: string | null;
  close(): void;
}

/** Connects to the checked address. With TLS, the certificate has to be valid for the target's host. */
function connectTarget({ ip, port, host, isSecure }: ResolvedTarget): Socket {
  if (!isSecure) return connect({ host: ip, port });
  const name = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ host: ip, port, ...name });
}

/**
 * Opens a port on loopback that passes one connection on to the target. ffmpeg connects to this port, because it would
 * resolve the name once more, to another address perhaps, and does not check certificates.
 */
export async function openTunnel(target: ResolvedTarget): Promise<Tunnel> {
  let local: Socket | null = null;
  let remote: Socket | null = null;
  let failure: string | null = null;
  const close = (): void => {
    server.close();
    local?.destroy();
    remote?.destroy();
  };
  const server = createServer((socket) => {
    server.close();
    if (local !== null) {
      socket.destroy();
      return;
    }
    local = socket;
    remote = connectTarget(target);
    const ready = target.isSecure ? 'secureConnect' : 'connect';
    let isReady = false;
    remote.once(ready, () => {
      isReady = true;
    });
    remote.on('error', (error) => {
      if (!isReady) failure = error.message;
      socket.destroy();
    });
    socket.on('error', () => remote?.destroy());
    remote.once('close', () => socket.destroy());
    socket.once('close', () => remote?.end());
    for (const one of [socket, remote]) one.setNoDelay(true);
    socket.pipe(remote);
    remote.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get sentBytes() {
      return local?.bytesRead ?? 0;
    },
    get failure() {
      return failure;
    },
    close,
  };
}
