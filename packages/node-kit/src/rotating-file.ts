import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

const BYTES_MAX = 8 * 1024 * 1024;
const OLD_FILES_MAX = 3;

/** A log file of bounded size: `name.log`, then `name.log.1` (the newest old file) to `name.log.3`. */
export interface RotatingFile {
  /** Appends synchronously, so that the last output of a crashed process is saved. */
  write(chunk: Uint8Array | string): void;
  close(): void;
}

export interface RotatingFileOptions {
  readonly bytesMax?: number;
  readonly oldFilesMax?: number;
  /** Receives one line when writes begin to fail; absent: standard error. */
  readonly complain?: (line: string) => void;
}

/**
 * Opens the file for appending (mode 0600). On a full disk only log lines are lost. The first failed write is reported,
 * and the first successful one records how many lines were lost.
 * Writes are synchronous: only the launcher and the database supervisor use such files. They serve no requests, and no
 * process waits for the launcher to read its lines (see `LogOutput`).
 */
export function openRotatingFile(path: string, options: RotatingFileOptions = {}): RotatingFile {
  const { bytesMax = BYTES_MAX, oldFilesMax = OLD_FILES_MAX, complain = console.error } = options;
  let file: number | null = null;
  let sizeBytes = 0;
  let lost = 0;

  const close = (): void => {
    if (file !== null) closeSync(file);
    file = null;
  };

  const open = (): number => {
    file ??= openSync(path, 'a', 0o600);
    sizeBytes = fstatSync(file).size;
    return file;
  };

  const rotate = (): void => {
    close();
    for (let age = oldFilesMax; age > 0; age -= 1) {
      try {
        renameSync(age === 1 ? path : `${path}.${age - 1}`, `${path}.${age}`);
      } catch {
        // There are still fewer old files.
      }
    }
  };

  const append = (bytes: Uint8Array): void => {
    // If a file could not be opened after a rotation, every write tries again.
    if (file !== null && sizeBytes > 0 && sizeBytes + bytes.length > bytesMax) rotate();
    const opened = file ?? open();
    for (let from = 0; from < bytes.length; ) {
      const written = writeSync(opened, bytes, from);
      from += written;
      sizeBytes += written;
    }
  };

  open();
  return {
    write: (chunk) => {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      try {
        if (lost > 0) append(Buffer.from(`${lost} earlier writes of this log were lost\n`));
        lost = 0;
        append(bytes);
      } catch (error) {
        lost += 1;
        if (lost === 1) complain(`${path} cannot be written: ${String(error)}`);
      }
    },
    close,
  };
}
