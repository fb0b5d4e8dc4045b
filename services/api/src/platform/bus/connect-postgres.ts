import pg from 'pg';
import type { BusConnection, ConnectBus } from './bus-connection.ts';

/**
 * Returns a function that opens a dedicated connection for LISTEN and NOTIFY. The connection is not from the pool,
 * because notifications arrive only on the session that listens.
 */
export const connectPostgres =
  (url: string): ConnectBus =>
  async (times, { onFrame, onLost }) => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'sangwian-bus',
      connectionTimeoutMillis: times.connectMsMax,
      query_timeout: times.queryMsMax,
      keepAlive: true,
    });
    client.on('error', onLost);
    client.on('end', () => onLost(new Error('the connection ended')));
    client.on('notification', ({ payload }) => {
      if (payload !== undefined) onFrame(payload);
    });
    const connection: BusConnection = {
      listen: (channel) => client.query(`listen ${client.escapeIdentifier(channel)}`),
      unlisten: (channel) => client.query(`unlisten ${client.escapeIdentifier(channel)}`),
      // A statement with all frames is one transaction.
      send: (frames) =>
        client.query({
          name: 'bus-notify',
          text: 'select pg_notify(channel, frame) from unnest($1::text[], $2::text[]) as sent (channel, frame)',
          values: [frames.map(({ channel }) => channel), frames.map(({ text }) => text)],
        }),
      probe: () => client.query('select 1'),
      // Ignores errors, because the connection is no longer used.
      close: () => void client.end().catch(() => {}),
    };
    try {
      await client.connect();
      // Notifications are not durable, so a synchronous commit has no benefit.
      await client.query('set synchronous_commit = off');
    } catch (err) {
      connection.close();
      throw err;
    }
    return connection;
  };
