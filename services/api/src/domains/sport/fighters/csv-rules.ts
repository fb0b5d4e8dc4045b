/** A table of text, as RFC 4180 has it: quotes around what holds commas, quotes or ends of lines, doubled inside. */
export interface CsvLine {
  /** In the file, from 1; of a line with ends of lines in it where it begins. */
  readonly number: number;
  readonly cells: readonly string[];
}

/**
 * The lines of a CSV file. A byte order mark, empty lines and either end of lines are as nothing.
 *
 * @returns `null` in place of lines where a quote is never closed
 */
export function readCsv(text: string): CsvLine[] | null {
  const lines: CsvLine[] = [];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  /** Kept beside the cell: looking at the cell itself at every quote would take time by the square of its length. */
  let isBlank = true;
  let number = 1;
  let beganAt = 1;
  const endLine = (): void => {
    cells.push(cell);
    if (cells.some((one) => one.trim() !== '')) lines.push({ number: beganAt, cells });
    cells = [];
    cell = '';
    isBlank = true;
  };
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  for (let at = 0; at < source.length; at += 1) {
    const letter = source[at] ?? '';
    if (letter === '\n') number += 1;
    if (quoted && letter === '"' && source[at + 1] === '"') {
      cell += '"';
      isBlank = false;
      at += 1;
    } else if (letter === '"' && (quoted || isBlank)) {
      quoted = !quoted;
      if (quoted) cell = '';
    } else if (!quoted && letter === ',') {
      cells.push(cell);
      cell = '';
      isBlank = true;
    } else if (!quoted && letter === '\n') {
      endLine();
      beganAt = number;
    } else {
      cell += letter;
      isBlank &&= letter.trim() === '';
    }
  }
  if (quoted) return null;
  endLine();
  return lines;
}
