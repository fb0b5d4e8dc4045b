const REVOKE_DELAY_MS = 60_000;

/** Downloads a file. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Some browsers start reading the file only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_DELAY_MS);
}
