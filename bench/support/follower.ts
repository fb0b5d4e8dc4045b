import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { gunzipSync } from 'node:zlib';

/** Duration of a segment of `startSmallBroadcast`. */
const SEGMENT_MS = 1_000;
/** After a pause, a reload starts this long before its part exists. */
const EARLY_MS = 150;
const END_OF_HEAD = '\r\n\r\n';

export interface FollowerOptions {
  /** URL of a media playlist, with a grant. */
  readonly address: string;
  /** Certificate to trust, if the URL uses TLS. */
  readonly ca?: string;
  /** Number of one-second segments that the follower skips after each part. */
  readonly skippedSegments?: number;
  onPlaylist?(): void;
  /** @param name file name of the part */
  onPart?(name: string): void;
  onBytes?(bytes: number): void;
  /** The follower was disconnected or refused. */
  onLost(): void;
}

/** The end of a playlist. */
interface Edge {
  /** The last listed part. */
  readonly listed: string;
  /** Number of the next segment and of the next part in it. */
  readonly segment: number;
  readonly part: string;
}

function readEdge(playlist: string): Edge | null {
  const [, segment, part] = /PRELOAD-HINT:TYPE=PART,URI="p(\d+)-(\d+)\.m4s/.exec(playlist) ?? [];
  const listed = [...playlist.matchAll(/PART:[^\n]*URI="(p\d+-\d+\.m4s)/g)].at(-1)?.[1];
  if (segment === undefined || part === undefined || listed === undefined) return null;
  return { listed, segment: Number(segment), part };
}

/** A player that does not decode. Waits for the next part and fetches it, on one connection. */
export class Follower {
  readonly #options: FollowerOptions;
  readonly #url: URL;
  readonly #folder: string;
  readonly #socket: Socket;
  readonly #pieces: Buffer[] = [];
  #held = 0;
  #due: number | null = null;
  #headBytes = 0;
  #isPacked = false;
  #take: (body: Buffer) => void = () => {};

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#url = new URL(options.address);
    const { port, hostname, pathname } = this.#url;
    this.#folder = pathname.slice(0, pathname.lastIndexOf('/') + 1);
    const start = (): void => this.#requestPlaylist('');
    const to = { port: Number(port), host: '127.0.0.1' };
    this.#socket =
      options.ca === undefined
        ? connectPlain(to, start)
        : connectTls({ ...to, servername: hostname, ca: options.ca }, start);
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (piece) => this.#read(piece));
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => options.onLost());
  }

  stop(): void {
    this.#socket.removeAllListeners('close');
    this.#socket.destroy();
  }

  #requestPlaylist(directives: string): void {
    this.#request(this.#url.pathname + directives, (body) => {
      this.#options.onPlaylist?.();
      const edge = readEdge((this.#isPacked ? gunzipSync(body) : body).toString('latin1'));
      if (edge === null) return void this.#socket.destroy();
      this.#request(this.#folder + edge.listed, () => {
        this.#options.onPart?.(edge.listed);
        this.#continue(edge);
      });
    });
  }

  /** Waits for the next part, or for the part with the same number in a later segment. */
  #continue({ segment, part }: Edge): void {
    const { skippedSegments = 0 } = this.#options;
    const next = directives(segment + skippedSegments, part);
    const pauseMs = skippedSegments * SEGMENT_MS - EARLY_MS;
    if (pauseMs <= 0) this.#requestPlaylist(next);
    else setTimeout(() => this.#requestPlaylist(next), pauseMs);
  }

  #request(target: string, take: (body: Buffer) => void): void {
    this.#take = take;
    this.#socket.write(
      `GET ${target} HTTP/1.1\r\nHost: ${this.#url.host}\r\nAccept-Encoding: gzip\r\n\r\n`,
    );
  }

  #read(piece: Buffer): void {
    this.#options.onBytes?.(piece.length);
    this.#pieces.push(piece);
    this.#held += piece.length;
    if (this.#due === null && !this.#readHead()) return;
    if (this.#due === null || this.#held < this.#due) return;
    const body = Buffer.concat(this.#pieces).subarray(this.#headBytes, this.#due);
    this.#pieces.length = 0;
    this.#held = 0;
    this.#due = null;
    this.#take(body);
  }

  /** Reads the head of a response. Returns whether the head is complete. */
  #readHead(): boolean {
    const held = Buffer.concat(this.#pieces);
    const end = held.indexOf(END_OF_HEAD);
    if (end < 0) return false;
    const head = held.toString('latin1', 0, end);
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
      this.#socket.destroy();
      return false;
    }
    this.#headBytes = end + END_OF_HEAD.length;
    this.#due = this.#headBytes + Number(length);
    this.#isPacked = /content-encoding: gzip/i.test(head);
    return true;
  }
}

const directives = (segment: number, part: string): string =>
  `?_HLS_msn=${segment}&_HLS_part=${part}&_HLS_skip=YES`;
