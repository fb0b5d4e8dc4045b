import { createSocket } from 'node:dgram';
import { isIP } from 'node:net';
import type { Logger } from '@sangwian/node-kit/logger';
import type * as Native from 'node-datachannel';
import type { Endpoint } from './session-description.ts';

export type NativePeer = Native.PeerConnection;
export type NativeTrack = Native.Track;
type Library = typeof Native.default;

const PORT_TRIES = 20;
/** Below the usual 1 500 bytes: `RTP_PAYLOAD_BYTES_MAX` and its headers fit. */
const MTU_BYTES = 1_280;

export interface WebRtcAddress {
  /** What players are told. A loopback address is listened on alone; any other means every address of this machine. */
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

/** The library, with the one UDP port that all peers share. */
export interface WebRtcLibrary {
  readonly native: Library;
  readonly endpoint: Endpoint;
  connect(name: string): NativePeer;
  /** Lets the port go; to be called when no peer is left. */
  close(): void;
}

const isLoopback = (host: string): boolean => host === '::1' || host.startsWith('127.');

/** A UDP port that nobody has now. */
function anyUdpPort(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(isIP(address) === 6 ? 'udp6' : 'udp4');
    socket.once('error', reject);
    socket.bind({ port: 0, address, exclusive: true }, () => {
      const taken = socket.address().port;
      socket.close(() => resolve(taken));
    });
  });
}

/**
 * Holds a UDP port: the one that is wanted, else one near it, else any. Without a holder the library lets the port go
 * with its last peer; a child process that was begun meanwhile has a copy of the socket then, and a port that cannot
 * be had again ends this process at the next peer.
 */
async function holdUdpPort(
  native: Library,
  wanted: number,
  address: string,
): Promise<Native.IceUdpMuxListener> {
  for (let port = wanted; wanted > 0 && port < Math.min(65_536, wanted + PORT_TRIES); port += 1) {
    try {
      return new native.IceUdpMuxListener(port, address);
    } catch {
      // Somebody else has it.
    }
  }
  return new native.IceUdpMuxListener(await anyUdpPort(address), address);
}

/**
 * Loads the native library and finds its port. `null`, and a word in the log, where this machine has no build of it:
 * everything but WebRTC goes on.
 */
export async function openWebRtcLibrary(
  { host, port }: WebRtcAddress,
  logger: Logger,
): Promise<WebRtcLibrary | null> {
  try {
    const native = (await import('node-datachannel')).default;
    native.preload();
    const bindAddress = isLoopback(host) ? host : '0.0.0.0';
    const holder = await holdUdpPort(native, port, bindAddress);
    const endpoint = { address: host, port: holder.port() };
    return {
      native,
      endpoint,
      close: () => holder.stop(),
      connect: (name) =>
        new native.PeerConnection(name, {
          iceServers: [],
          bindAddress,
          enableIceUdpMux: true,
          portRangeBegin: endpoint.port,
          portRangeEnd: endpoint.port,
          mtu: MTU_BYTES,
          forceMediaTransport: true,
          disableAutoNegotiation: true,
        }),
    };
  } catch (error) {
    logger.warn({ err: error }, 'WebRTC is not to be had on this machine');
    return null;
  }
}
