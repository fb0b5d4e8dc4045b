/**
 * A process that follows a stream as many players: each waits for the next part with a blocking reload of the short
 * playlist, fetches the part, and repeats.
 *
 * The parent sends one media playlist address per follower, each with a grant of its own: a server limits the blocking
 * requests of one grant. The process sends `{ type: 'joined' }` once all follow, and answers `report` with an
 * `HlsCrowdReport`.
 */
import { connect, type Socket } from 'node:net';

export interface HlsCrowdReport {
  readonly type: 'report';
  readonly playlists: number;
  readonly parts: number;
  readonly bytes: number;
  /** Disconnected or refused followers. */
  readonly lost: number;
}

const JOINING_EVERY_MS = 2;
const END_OF_HEAD = '\r\n\r\n';

const counts = { playlists: 0, parts: 0, bytes: 0, lost: 0 };

/** One player: one request at a time on one connection. */
class Follower {
  readonly #url: URL;
  readonly #socket: Socket;
  readonly #pieces: Buffer[] = [];
  #held = 0;
  #due: number | null = null;
  #headBytes = 0;
  #take: (body: Buffer) => void = () => {};

  constructor(address: string, onFirst: () => void) {
    this.#url = new URL(address);
    const { port, hostname } = this.#url;
    this.#socket = connect(Number(port), hostname, () => this.#requestPlaylist('', onFirst));
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (piece) => this.#read(piece));
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      counts.lost += 1;
    });
  }

  #requestPlaylist(directives: string, onFirst: () => void = () => {}): void {
    const { pathname } = this.#url;
    const folder = pathname.slice(0, pathname.lastIndexOf('/') + 1);
    this.#request(pathname + directives, (body) => {
      counts.playlists += 1;
      const [, file = '', segment = '', part = ''] =
        /PRELOAD-HINT:TYPE=PART,URI="(p(\d+)-(\d+)\.m4s)/.exec(body.toString('latin1')) ?? [];
      const listed = [...body.toString('latin1').matchAll(/PART:[^\n]*URI="(p\d+-\d+\.m4s)/g)].at(
        -1,
      )?.[1];
      onFirst();
      if (file === '' || listed === undefined) return void this.#socket.destroy();
      this.#request(folder + listed, () => {
        counts.parts += 1;
        this.#requestPlaylist(`?_HLS_msn=${segment}&_HLS_part=${part}&_HLS_skip=YES`);
      });
    });
  }

  #request(target: string, take: (body: Buffer) => void): void {
    this.#take = take;
    this.#socket.write(`GET ${target} HTTP/1.1\r\nHost: ${this.#url.host}\r\n\r\n`);
  }

  #read(piece: Buffer): void {
    counts.bytes += piece.length;
    this.#pieces.push(piece);
    this.#held += piece.length;
    if (this.#due === null) {
      const held = this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces);
      const end = held.indexOf(END_OF_HEAD);
      if (end < 0) return;
      const head = held.toString('latin1', 0, end);
      if (!head.startsWith('HTTP/1.1 200')) return void this.#socket.destroy();
      this.#headBytes = end + END_OF_HEAD.length;
      this.#due = this.#headBytes + Number(/content-length: (\d+)/i.exec(head)?.[1]);
    }
    if (this.#held < this.#due) return;
    const body = Buffer.concat(this.#pieces).subarray(this.#headBytes, this.#due);
    this.#pieces.length = 0;
    this.#held = 0;
    this.#due = null;
    this.#take(body);
  }
}

function follow(addresses: readonly string[]): void {
  let joined = 0;
  const followers: Follower[] = [];
  const joining = setInterval(() => {
    const address = addresses[followers.length];
    if (address === undefined) return clearInterval(joining);
    followers.push(
      new Follower(address, () => {
        joined += 1;
        if (joined === addresses.length) process.send?.({ type: 'joined' });
      }),
    );
  }, JOINING_EVERY_MS);
}

process.on('message', (message: 'report' | readonly string[]) => {
  if (message !== 'report') return follow(message);
  const report: HlsCrowdReport = { type: 'report', ...counts };
  process.send?.(report);
  counts.playlists = 0;
  counts.parts = 0;
  counts.bytes = 0;
});
process.on('disconnect', () => process.exit(0));
