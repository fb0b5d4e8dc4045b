import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * A proxy to the site that closes all its sockets when it is cut. A browser in offline mode would keep open sockets.
 */
export interface Cable {
  /** URL of the site through the proxy. */
  readonly url: string;
  pull(): void;
  plugIn(): void;
  close(): Promise<void>;
}

/** Starts such a proxy to the site at `url`. */
export async function layCable(url: string): Promise<Cable> {
  const { hostname, port } = new URL(url);
  const ends = new Set<Socket>();
  let pulled = false;
  const forward = (end: Socket, other: Socket): void => {
    ends.add(end);
    end.on('error', () => {});
    end.on('close', () => {
      ends.delete(end);
      other.destroy();
    });
    end.pipe(other);
  };
  const server = createServer((near) => {
    if (pulled) {
      near.on('error', () => {});
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    forward(near, far);
    forward(far, near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const cut = (): void => {
    for (const end of ends) end.destroy();
  };
  return {
    url: `http://localhost:${address.port}`,
    pull: () => {
      pulled = true;
      cut();
    },
    plugIn: () => {
      pulled = false;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
