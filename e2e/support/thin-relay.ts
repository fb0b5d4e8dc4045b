import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { Page } from '@playwright/test';

/** The candidate line of an SDP answer. The second group is the port. */
const CANDIDATE_PATTERN = /^(a=candidate:.* UDP \d+ )\S+ (\d+) /m;
/** Length of the send queue. A full queue drops datagrams, as a router does. */
const QUEUE_BYTES_MAX = 32 * 1024;

/** A UDP relay to the media process with a limited bit rate towards the browser. */
export interface ThinRelay {
  /** Routes later WebRTC sessions of the page through the relay. */
  lead(page: Page): Promise<void>;
  /** Limits the bit rate towards the browser; `Infinity`: no limit. */
  thin(bitsPerS: number): void;
  /** While set, drops every datagram towards the browser. */
  cut(isCut: boolean): void;
  close(): void;
}

/** Forwards datagrams in order at a bit rate through a bounded queue. */
class Throttle {
  #bitsPerS = Number.POSITIVE_INFINITY;
  #queue: { readonly bytes: number; readonly send: () => void }[] = [];
  #queuedBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  isCut = false;

  set bitsPerS(value: number) {
    this.#bitsPerS = value;
  }

  pass(bytes: number, send: () => void): void {
    if (this.isCut) return;
    if (this.#queue.length === 0 && this.#bitsPerS === Number.POSITIVE_INFINITY) {
      send();
      return;
    }
    if (this.#queuedBytes + bytes > QUEUE_BYTES_MAX) return;
    this.#queue.push({ bytes, send });
    this.#queuedBytes += bytes;
    if (this.#timer === undefined) this.#next();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#queue = [];
  }

  #next(): void {
    const [first] = this.#queue;
    if (first === undefined) {
      this.#timer = undefined;
      return;
    }
    this.#timer = setTimeout(
      () => {
        this.#queue.shift();
        this.#queuedBytes -= first.bytes;
        first.send();
        this.#next();
      },
      (first.bytes * 8_000) / this.#bitsPerS,
    );
  }
}

/** Starts a relay between browsers and the UDP port of the media process. */
export async function startThinRelay(): Promise<ThinRelay> {
  let mediaPort = 0;
  const near = createSocket('udp4');
  const throttle = new Throttle();
  const far = new Map<number, Socket>();
  near.on('message', (message, { port, address }) => {
    let socket = far.get(port);
    if (socket === undefined) {
      socket = createSocket('udp4');
      socket.on('message', (answer) =>
        throttle.pass(answer.length, () => near.send(answer, port, address)),
      );
      far.set(port, socket);
    }
    socket.send(message, mediaPort, '127.0.0.1');
  });
  near.bind(0, '127.0.0.1');
  await once(near, 'listening');
  const { port: nearPort } = near.address();
  return {
    lead: async (page) => {
      await page.route(/\/whep\?/, async (route) => {
        const response = await route.fetch();
        const sdp = await response.text();
        mediaPort = Number(CANDIDATE_PATTERN.exec(sdp)?.[2] ?? mediaPort);
        const body = sdp.replace(CANDIDATE_PATTERN, `$1127.0.0.1 ${nearPort} `);
        await route.fulfill({ response, body });
      });
    },
    thin: (bitsPerS) => {
      throttle.bitsPerS = bitsPerS;
    },
    cut: (isCut) => {
      throttle.isCut = isCut;
    },
    close: () => {
      throttle.stop();
      near.close();
      for (const socket of far.values()) socket.close();
    },
  };
}
