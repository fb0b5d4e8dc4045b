import { createClient } from '@redis/client';
import { within } from './answer-within.ts';
import type { BusConnection, ConnectBus } from './bus-connection.ts';

/**
 * Returns a function that opens two connections to Redis or Valkey: one publishes, and the other subscribes. `BusLine`
 * reconnects, so that both connections are opened and closed together.
 */
export const connectRedis =
  (url: string): ConnectBus =>
  async ({ connectMsMax, queryMsMax }, { onFrame, onLost }) => {
    const publisher = createClient({
      url,
      name: 'sangwian-bus',
      disableOfflineQueue: true,
      socket: { connectTimeout: connectMsMax, reconnectStrategy: false },
    });
    const subscriber = publisher.duplicate();
    const clients = [publisher, subscriber];
    for (const client of clients) client.on('error', onLost);
    const connection: BusConnection = {
      listen: (channel) => within(queryMsMax, subscriber.subscribe(channel, onFrame)),
      unlisten: (channel) => within(queryMsMax, subscriber.unsubscribe(channel)),
      // Commands of one turn of the event loop are sent together and executed in order.
      send: (frames) =>
        within(
          queryMsMax,
          Promise.all(frames.map(({ channel, text }) => publisher.publish(channel, text))),
        ),
      probe: () => within(queryMsMax, Promise.all(clients.map((client) => client.ping()))),
      close: () => {
        for (const client of clients) if (client.isOpen) client.destroy();
      },
    };
    try {
      await within(connectMsMax, Promise.all(clients.map((client) => client.connect())));
    } catch (err) {
      connection.close();
      throw err;
    }
    return connection;
  };
