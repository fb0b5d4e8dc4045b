const FREED_MS = 60_000;

/** Gives a file to the browser to keep, as a download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Some browsers begin to read the file only after this.
  setTimeout(() => URL.revokeObjectURL(link.href), FREED_MS);
}
