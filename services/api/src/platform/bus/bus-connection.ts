/** Channel to which all nodes listen. */
export const COMMON_CHANNEL = 'sangwian_bus';

/** Returns the channel of a live. Nodes with sockets in that live listen to it. */
export const channelOfLive = (programLiveId: string): string =>
  `${COMMON_CHANNEL}_${programLiveId.replaceAll('-', '_')}`;

export interface BusTimes {
  readonly connectMsMax: number;
  readonly queryMsMax: number;
  /** A silently lost connection is detected after this time plus `queryMsMax`. */
  readonly probeMs: number;
  readonly retryMsMin: number;
  readonly retryMsMax: number;
}

export const BUS_TIMES: BusTimes = {
  connectMsMax: 5_000,
  queryMsMax: 5_000,
  probeMs: 5_000,
  retryMsMin: 100,
  retryMsMax: 5_000,
};

/** One frame of a message, and the channel on which it is sent. */
export interface Frame {
  readonly channel: string;
  readonly text: string;
}

/** An open connection to PostgreSQL or Redis. Each method rejects if the connection is lost. */
export interface BusConnection {
  listen(channel: string): Promise<unknown>;
  unlisten(channel: string): Promise<unknown>;
  /** Sends the frames in order. */
  send(frames: readonly Frame[]): Promise<unknown>;
  probe(): Promise<unknown>;
  close(): void;
}

export interface BusListeners {
  readonly onFrame: (text: string) => void;
  /** May be called more than once. */
  readonly onLost: (err: unknown) => void;
}

/** Opens a connection. @throws if the server does not respond */
export type ConnectBus = (times: BusTimes, listeners: BusListeners) => Promise<BusConnection>;
