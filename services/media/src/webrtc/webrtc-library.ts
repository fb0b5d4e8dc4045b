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
}

const isLoopback = (host: string): boolean => host === '::1' || host.startsWith('127.');

/** A UDP port that can be had: the one that is wanted, else one near it, else any. */
async function freeUdpPort(wanted: number, address: string): Promise<number> {
  const attempt = (port: number): Promise<number | null> =>
    new Promise((resolve) => {
      const socket = createSocket(isIP(address) === 6 ? 'udp6' : 'udp4');
      socket.once('error', () => resolve(null));
      socket.bind({ port, address, exclusive: true }, () => {
        const taken = socket.address().port;
        socket.close(() => resolve(taken));
      });
    });
  for (let port = wanted; wanted > 0 && port < Math.min(65_536, wanted + PORT_TRIES); port += 1) {
    const found = await attempt(port);
    if (found !== null) return found;
  }
  const any = await attempt(0);
  if (any === null) throw new Error(`no UDP port can be had on ${address}`);
  return any;
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
    const endpoint = { address: host, port: await freeUdpPort(port, bindAddress) };
    return {
      native,
      endpoint,
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
