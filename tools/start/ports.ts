import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, isIPv6, type Server } from 'node:net';

async function listen(port: number, host: string): Promise<Server | null> {
  const server = createServer().listen({ port, host, exclusive: true });
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if (['EADDRINUSE', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

const portOf = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
};

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}

/** Whether the port is free now. */
export async function isPortFree(port: number, host: string): Promise<boolean> {
  const server = await listen(port, host);
  if (server === null) return false;
  await close(server);
  return true;
}

/** Returns the port if it is free, otherwise a free port nearby. */
export async function freePortNear(port: number, host: string): Promise<number> {
  const server = (await listen(port, host)) ?? (await listen(0, host));
  if (server === null) throw new Error(`no free port on ${host}`);
  const found = portOf(server);
  await close(server);
  return found;
}

/** Returns the UDP port if it is free, otherwise a free one. */
export async function freeUdpPortNear(port: number, host: string): Promise<number> {
  for (const wanted of [port, 0]) {
    const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
    try {
      const bound = once(socket, 'listening');
      socket.bind({ port: wanted, address: host, exclusive: true });
      await bound;
      return socket.address().port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    } finally {
      socket.close();
    }
  }
  throw new Error(`no free UDP port on ${host}`);
}

/** Replaces each 0 by a distinct free loopback port. */
export async function settlePorts<Name extends string>(
  wanted: Readonly<Record<Name, number>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(wanted) as Name[];
  // All listeners stay open until every port is known, so that the ports are distinct.
  const held = await Promise.all(
    names.map(async (name) => ({
      name,
      server: wanted[name] === 0 ? await listen(0, '127.0.0.1') : null,
    })),
  );
  const settled = { ...wanted } as Record<Name, number>;
  for (const { name, server } of held) if (server !== null) settled[name] = portOf(server);
  await Promise.all(held.map(({ server }) => (server === null ? null : close(server))));
  return settled;
}
