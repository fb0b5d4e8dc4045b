import type { Socket } from 'node:net';
import type pg from 'pg';

/** Ends a connection without a word to the server, which may not listen any more. What waits on it fails. */
export function cutConnection(client: pg.ClientBase): void {
  // The driver has no way of its own that does not wait for the server.
  (
    client as pg.ClientBase & { readonly connection: { readonly stream: Socket } }
  ).connection.stream.destroy();
}
