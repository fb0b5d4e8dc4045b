import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

const BYTES_MAX = 8 * 1024 * 1024;
const OLD_FILES_MAX = 3;

/** A log that never grows past its limit: `name.log`, then `name.log.1` (the newest old one) to `name.log.3`. */
export interface RotatingFile {
  /** Appends at once, so that what a process said last is there after its death. */
  write(chunk: Uint8Array | string): void;
  close(): void;
}

/**
 * Opens the file for appending (mode 0600). A disk that is full loses log lines and nothing else: a failed write is
 * swallowed, since whoever logs must go on.
 */
export function openRotatingFile(
  path: string,
  limits: { bytesMax: number; oldFilesMax: number } = {
    bytesMax: BYTES_MAX,
    oldFilesMax: OLD_FILES_MAX,
  },
): RotatingFile {
  const open = (): number => openSync(path, 'a', 0o600);
  let file = open();
  let sizeBytes = fstatSync(file).size;

  const rotate = (): void => {
    closeSync(file);
    for (let age = limits.oldFilesMax; age > 0; age -= 1) {
      try {
        renameSync(age === 1 ? path : `${path}.${age - 1}`, `${path}.${age}`);
      } catch {
        // There are not that many old files yet.
      }
    }
    file = open();
    sizeBytes = fstatSync(file).size;
  };

  return {
    write: (chunk) => {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      try {
        if (sizeBytes > 0 && sizeBytes + bytes.length > limits.bytesMax) rotate();
        sizeBytes += writeSync(file, bytes);
      } catch {
        // See above: no log line is worth the process.
      }
    },
    close: () => closeSync(file),
  };
}
