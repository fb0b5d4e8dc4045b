import { normalizeText } from '@sangwian/contract/rules/normalize-text';
import { z } from 'zod';
import type { CsvFault, CsvLine } from './csv-rules.ts';

/** More lines in one file are probably a mistake. */
export const IMPORT_LINES_MAX = 20_000;
/** Lines to read: the header, and one more than allowed, to detect a larger file. */
export const IMPORT_LINES_READ_MAX = IMPORT_LINES_MAX + 2;
/** Lines of 400 bytes; a Thai letter has three bytes. */
export const IMPORT_BYTES_MAX = 8 * 1024 * 1024;
/** The file in JSON, where quotation marks, line breaks and escaped Thai letters take twice their bytes. */
export const IMPORT_BODY_BYTES_MAX = 2 * IMPORT_BYTES_MAX + 4_096;

const text = (charsMax: number) =>
  z.string().min(1, 'is missing').max(charsMax, `has more than ${charsMax} letters`);
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/, `has to be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `has to be from ${min} to ${max}`);

const Line = z.object({
  key: text(64),
  name_th: text(100),
  name_en: text(100),
  nickname_th: text(60),
  nickname_en: text(60),
  /** The English name of a known gym, or of a new gym with its other columns. */
  gym: text(100),
  gym_th: z.string().max(100),
  gym_province_th: z.string().max(60),
  gym_province_en: z.string().max(60),
  /** The English name of a division. */
  division: text(60),
  province_th: text(60),
  province_en: text(60),
  dominant_hand: z.enum(['right', 'left'], 'has to be right or left'),
  height_cm: whole(100, 230),
  weight_pounds: whole(60, 400),
  born_on: z.iso.date('has to be a date like 2004-11-21'),
});
export type ImportLine = z.infer<typeof Line> & { readonly number: number };

type Column = keyof typeof Line.shape;
const COLUMNS = Object.keys(Line.shape) as Column[];
/** Required only for a new gym. */
const OPTIONAL: ReadonlySet<Column> = new Set(['gym_th', 'gym_province_th', 'gym_province_en']);

export type ImportFault = CsvFault;

export interface ReadImport {
  readonly lines: readonly ImportLine[];
  readonly faults: readonly ImportFault[];
}

function checkHeader(head: CsvLine | undefined): ImportFault[] {
  if (head === undefined) return [{ line: 1, message: 'the file is empty' }];
  if (head.cells.length > 2 * COLUMNS.length) {
    return [{ line: head.number, message: `there are ${head.cells.length} columns` }];
  }
  const names = head.cells.map((cell) => cell.trim());
  const missing = COLUMNS.filter((column) => !OPTIONAL.has(column) && !names.includes(column));
  const unknown = names.filter((name) => !COLUMNS.includes(name as Column));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  return [
    ...missing.map((name) => ({ line: head.number, message: `the column ${name} is missing` })),
    ...unknown.map((name) => ({ line: head.number, message: `there is no column "${name}"` })),
    ...twice.map((name) => ({ line: head.number, message: `the column ${name} appears twice` })),
  ];
}

function readLine(names: readonly string[], { number, cells }: CsvLine, today: string) {
  if (cells.length !== names.length) {
    const message = `has ${cells.length} fields where the first line has ${names.length}`;
    return { line: null, faults: [{ line: number, message }] };
  }
  const fields: Record<string, string> = { gym_th: '', gym_province_th: '', gym_province_en: '' };
  for (const [index, name] of names.entries()) {
    fields[name] = normalizeText(cells[index] ?? '', 'NFC').trim();
  }
  const parsed = Line.safeParse(fields);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => ({
      line: number,
      message: `${issue.path.join('.')} ${issue.message}`,
    }));
    return { line: null, faults };
  }
  const isBorn = parsed.data.born_on < today && parsed.data.born_on > '1900';
  if (!isBorn) {
    return {
      line: null,
      faults: [{ line: number, message: 'born_on is not a plausible date of birth' }],
    };
  }
  return { line: { ...parsed.data, number }, faults: [] };
}

/** Parses the fighters of a CSV file with a header line, with all faults. */
export function readImport(table: readonly CsvLine[] | CsvFault, today: string): ReadImport {
  if ('message' in table) return { lines: [], faults: [table] };
  const [head, ...rest] = table;
  const headFaults = checkHeader(head);
  if (head === undefined || headFaults.length > 0) return { lines: [], faults: headFaults };
  if (rest.length > IMPORT_LINES_MAX) {
    const message = `there are more than ${IMPORT_LINES_MAX} fighters; cut the file in two`;
    return { lines: [], faults: [{ line: 1, message }] };
  }
  const names = head.cells.map((cell) => cell.trim());
  const lines: ImportLine[] = [];
  const faults: ImportFault[] = [];
  const lineOfKey = new Map<string, number>();
  for (const one of rest) {
    const { line, faults: own } = readLine(names, one, today);
    faults.push(...own);
    if (line === null) continue;
    const earlier = lineOfKey.get(line.key);
    if (earlier !== undefined) {
      faults.push({ line: line.number, message: `key ${line.key} is on line ${earlier} already` });
    }
    lineOfKey.set(line.key, line.number);
    lines.push(line);
  }
  return { lines, faults };
}

export interface KnownGymsAndDivisions {
  readonly gyms: ReadonlyMap<string, string>;
  readonly divisions: ReadonlyMap<string, { readonly id: string; readonly poundsMax: number }>;
}

/** Checks the gyms and divisions of lines by their English names. @returns faults and the gyms to add */
export function checkGymsAndDivisions(
  lines: readonly ImportLine[],
  { gyms, divisions }: KnownGymsAndDivisions,
) {
  const faults: ImportFault[] = [];
  const newGyms = new Map<string, ImportLine>();
  for (const line of lines) {
    const division = divisions.get(line.division);
    if (division === undefined) {
      const known = [...divisions.keys()].join(', ');
      faults.push({
        line: line.number,
        message: `division "${line.division}" is not known; there are ${known}`,
      });
    } else if (line.weight_pounds > division.poundsMax) {
      faults.push({
        line: line.number,
        message: `weight_pounds is over the ${division.poundsMax} lb of the ${line.division} division`,
      });
    }
    if (gyms.has(line.gym) || newGyms.has(line.gym)) continue;
    const isComplete =
      line.gym_th !== '' && line.gym_province_th !== '' && line.gym_province_en !== '';
    if (isComplete) newGyms.set(line.gym, line);
  }
  for (const line of lines) {
    if (gyms.has(line.gym) || newGyms.has(line.gym)) continue;
    faults.push({
      line: line.number,
      message: `gym "${line.gym}" is new: gym_th, gym_province_th and gym_province_en have to say more of it`,
    });
  }
  return { faults, newGyms: [...newGyms.values()] };
}
