import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP relay before a server, which can make the server seem slow or silent while its connections stay open. */
export interface Relay {
  readonly port: number;
  /** Accepts connections and bytes, and forwards nothing until `resume`. */
  hold(): void;
  /** Forwards the bytes that were held back, and everything after them. */
  resume(): void;
  stop(): Promise<void>;
}

/** Starts a relay to a port of this machine. */
export async function startRelay(targetPort: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let isHeld = false;
  const join = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('data', (bytes) => to.write(bytes));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    // While a socket is paused, its bytes stay in the buffers of the kernel.
    if (isHeld) from.pause();
  };
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    join(client, target);
    join(target, client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    hold: () => {
      isHeld = true;
      for (const socket of sockets) socket.pause();
    },
    resume: () => {
      isHeld = false;
      for (const socket of sockets) socket.resume();
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
