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
  /**
   * IP address for players. The library listens on a loopback address only, and for any other address on all
   * interfaces.
   */
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
}

/** The WebRTC library, with the one UDP port that all peers share. */
export interface WebRtcLibrary {
  readonly native: Library;
  readonly endpoint: Endpoint;
  connect(name: string): NativePeer;
  /** Releases the port. Call it after the last peer has closed. */
  close(): void;
}

const isLoopback = (host: string): boolean => host === '::1' || host.startsWith('127.');

/** Finds a free UDP port. */
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
 * Keeps a UDP port open: the configured one, else a nearby one, else any. Otherwise, the library would close the port
 * with its last peer. A child process that was started in the meantime would have inherited the socket, and the failure
 * to bind the port again would end this process.
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
      // The port is in use.
    }
  }
  return new native.IceUdpMuxListener(await anyUdpPort(address), address);
}

/**
 * Loads the native library and binds its port. `null`, with a warning in the log, if there is no build for this
 * machine; everything except WebRTC still works.
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
    logger.warn({ err: error }, 'WebRTC is unavailable on this machine');
    return null;
  }
}
