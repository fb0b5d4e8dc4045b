import { fstatSync, type Stats, write, writeSync } from 'node:fs';
import { Socket } from 'node:net';

/** Bytes queued for a slow reader or a full disk: about ten thousand lines. Later lines are dropped. */
const PENDING_BYTES_MAX = 4 * 1024 * 1024;
/** Pause after a write that would block. */
const BLOCKED_RETRY_MS = 50;
/** Pause after a failed write (full disk, closed reader). */
const FAILED_RETRY_MS = 1_000;
/** How long an exiting process waits for a stalled reader, and for a slow one. */
const EXIT_STALL_MS_MAX = 500;
const EXIT_MS_MAX = 5_000;
const EXIT_POLL_MS = 5;
const TOO_SLOW = 'the output is too slow';
const NEWLINE = 10;
const PINO_WARN = 40;

export interface LogOutputOptions {
  /** Receives one line when writes begin to fail, since the output itself cannot report it. */
  readonly complain?: (line: string) => void;
  readonly pendingBytesMax?: number;
  readonly failedRetryMs?: number;
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

/** Blocks the thread; only for use while the process exits. */
const pause = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

function statOf(fd: number): Stats | null {
  try {
    return fstatSync(fd);
  } catch {
    return null;
  }
}

const sizeOf = (fd: number): number => statOf(fd)?.size ?? 0;

/** Makes writes fail with EAGAIN instead of blocking. Opening a stream is Node's only way to set this mode. */
function refuseToBlock(fd: number): void {
  // Windows has no non-blocking mode.
  if (process.platform === 'win32') return;
  try {
    new Socket({ fd, readable: false, writable: true }).unref();
  } catch {
    // Node does not support this type of file descriptor, so its writes may block.
  }
}

/**
 * Writes log lines to standard output or standard error without blocking the event loop. The lines of one turn are
 * written together after it: to pipes and sockets in non-blocking mode, to files on the thread pool. The rest is
 * written when the process exits. Decision 60 compares it with pino's own destinations.
 */
export class LogOutput {
  readonly #fd: number;
  readonly #complain: (line: string) => void;
  readonly #pendingBytesMax: number;
  readonly #failedRetryMs: number;
  readonly #isFile: boolean;
  /** The bytes being written, or to be written next. */
  #batch: Buffer = Buffer.alloc(0);
  #lines: string[] = [];
  #lineBytes = 0;
  /** A write is scheduled, waiting for its retry, or in progress. */
  #isBusy = false;
  /** Size of the file before the pending write of the thread pool. */
  #sizeBefore: number | null = null;
  #hasExited = false;
  /** Deadline for writes while the process exits. */
  #exitDeadline = 0;
  #dropped = 0;
  #trouble: string | null = null;

  constructor(fd: number, options: LogOutputOptions = {}) {
    this.#fd = fd;
    this.#complain = options.complain ?? (() => undefined);
    this.#pendingBytesMax = options.pendingBytesMax ?? PENDING_BYTES_MAX;
    this.#failedRetryMs = options.failedRetryMs ?? FAILED_RETRY_MS;
    const stat = statOf(fd);
    this.#isFile = stat?.isFile() === true;
    if (stat?.isFIFO() === true || stat?.isSocket() === true) refuseToBlock(fd);
    process.once('exit', () => this.#exit());
  }

  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#lineBytes + this.#batch.length + bytes > this.#pendingBytesMax) {
      this.#dropped += 1;
      this.#begin(TOO_SLOW);
      return;
    }
    this.#lines.push(line);
    this.#lineBytes += bytes;
    if (this.#hasExited) this.#flushSync();
    else if (!this.#isBusy) {
      this.#isBusy = true;
      setImmediate(() => this.#flush());
    }
  }

  #fill(): void {
    if (this.#batch.length > 0) return;
    this.#batch = Buffer.from(this.#lines.join(''));
    this.#lines = [];
    this.#lineBytes = 0;
  }

  #flush(): void {
    if (this.#hasExited) return;
    this.#fill();
    if (this.#batch.length === 0) {
      this.#isBusy = false;
    } else if (this.#isFile) {
      this.#sizeBefore = sizeOf(this.#fd);
      write(this.#fd, this.#batch, (error, written) => {
        this.#sizeBefore = null;
        this.#wrote(error, written);
      });
    } else {
      try {
        this.#wrote(null, writeSync(this.#fd, this.#batch));
      } catch (error) {
        this.#wrote(error, 0);
      }
    }
  }

  #wrote(error: unknown, written: number): void {
    if (this.#hasExited) return;
    if (error === null) {
      this.#advance(written);
      // Continues in a later turn, so that a fast reader cannot occupy the event loop.
      setImmediate(() => this.#flush());
      return;
    }
    const isBlocked = codeOf(error) === 'EAGAIN';
    if (!isBlocked) this.#fail(error);
    setTimeout(() => this.#flush(), isBlocked ? BLOCKED_RETRY_MS : this.#failedRetryMs).unref();
  }

  #advance(written: number): void {
    this.#batch = this.#batch.subarray(written);
    if (this.#batch.length > 0 || this.#trouble === null) return;
    const cause = this.#trouble;
    const dropped = this.#dropped;
    this.#trouble = null;
    this.#dropped = 0;
    const message = { level: PINO_WARN, time: Date.now(), pid: process.pid, dropped, cause };
    const line = `${JSON.stringify({ ...message, msg: 'log output recovered' })}\n`;
    this.#lines.unshift(line);
    this.#lineBytes += Buffer.byteLength(line);
  }

  #fail(error: unknown): void {
    this.#begin(codeOf(error));
    if (codeOf(error) !== 'EPIPE') return;
    // Lines for a closed reader are dropped.
    this.#dropped += linesIn(this.#batch) + this.#lines.length;
    this.#batch = Buffer.alloc(0);
    this.#lines = [];
    this.#lineBytes = 0;
  }

  #begin(cause: string): void {
    if (this.#trouble !== null) return;
    this.#trouble = cause;
    const message = { level: PINO_WARN, time: Date.now(), pid: process.pid, cause };
    this.#complain(`${JSON.stringify({ ...message, msg: 'log lines cannot be written' })}\n`);
  }

  #exit(): void {
    this.#hasExited = true;
    this.#exitDeadline = performance.now() + EXIT_MS_MAX;
    this.#awaitPool();
    this.#flushSync();
  }

  /**
   * Waits for the pending write of the thread pool, which keeps the order of the lines. Its callback no longer runs
   * during exit, so the size of the file shows when the write has finished.
   */
  #awaitPool(): void {
    if (this.#sizeBefore === null) return;
    const size = this.#sizeBefore + this.#batch.length;
    while (sizeOf(this.#fd) < size && performance.now() < this.#exitDeadline) {
      pause(EXIT_POLL_MS);
    }
    this.#sizeBefore = null;
    this.#batch = Buffer.alloc(0);
  }

  #flushSync(): void {
    let giveUpAt = Math.min(this.#exitDeadline, performance.now() + EXIT_STALL_MS_MAX);
    for (this.#fill(); this.#batch.length > 0; this.#fill()) {
      try {
        this.#advance(writeSync(this.#fd, this.#batch));
        giveUpAt = Math.min(this.#exitDeadline, performance.now() + EXIT_STALL_MS_MAX);
      } catch (error) {
        const isBlocked = codeOf(error) === 'EAGAIN';
        if (!isBlocked) this.#fail(error);
        else if (performance.now() > giveUpAt) {
          // Lines of later exit handlers must not wait a second time.
          this.#exitDeadline = 0;
          this.#begin(TOO_SLOW);
        } else {
          pause(EXIT_POLL_MS);
          continue;
        }
        return;
      }
    }
  }
}
