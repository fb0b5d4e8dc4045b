import type { Socket } from 'node:net';
import type pg from 'pg';

/** Destroys the socket of a connection whose server may not respond. Pending queries fail. */
export function cutConnection(client: pg.ClientBase): void {
  // `client.end()` would wait for the server.
  (
    client as pg.ClientBase & { readonly connection: { readonly stream: Socket } }
  ).connection.stream.destroy();
}
