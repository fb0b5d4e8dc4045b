import { normalizeText } from '@sangwian/contract/rules/normalize-text';
import { z } from 'zod';
import type { CsvFault, CsvLine } from './csv-rules.ts';

/** A file with more lines is probably a mistake. */
export const IMPORT_LINES_MAX = 20_000;
/** The header, the allowed lines, and one more line, to detect a larger file. */
export const IMPORT_LINES_READ_MAX = IMPORT_LINES_MAX + 2;
/** Enough for lines of 400 bytes; a Thai letter takes three bytes. */
export const IMPORT_BYTES_MAX = 8 * 1024 * 1024;

/** The Thai texts of the schema's messages by their English texts, since zod carries only one text. */
const THAI = new Map<string, string>();
const wording = (en: string, th: string): string => {
  THAI.set(en, th);
  return en;
};

const tooLong = (charsMax: number): string =>
  wording(`has more than ${charsMax} letters`, `ยาวเกิน ${charsMax} ตัวอักษร`);
const optionalText = (charsMax: number) => z.string().max(charsMax, tooLong(charsMax));
const text = (charsMax: number) =>
  z.string().min(1, wording('is missing', 'ยังไม่ได้กรอก')).max(charsMax, tooLong(charsMax));
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(
      /^\d{1,4}$/,
      wording(
        `has to be a whole number from ${min} to ${max}`,
        `ต้องเป็นจำนวนเต็มตั้งแต่ ${min} ถึง ${max}`,
      ),
    )
    .transform(Number)
    .refine(
      (value) => value >= min && value <= max,
      wording(`has to be from ${min} to ${max}`, `ต้องอยู่ระหว่าง ${min} ถึง ${max}`),
    );

const Line = z.object({
  key: text(64),
  name_th: text(100),
  name_en: text(100),
  nickname_th: text(60),
  nickname_en: text(60),
  /** The English name of a known gym. For a new gym, the other columns of the gym are required too. */
  gym: text(100),
  gym_th: optionalText(100),
  gym_province_th: optionalText(60),
  gym_province_en: optionalText(60),
  /** The English name of a division. */
  division: text(60),
  province_th: text(60),
  province_en: text(60),
  dominant_hand: z.enum(
    ['right', 'left'],
    wording('has to be right or left', 'ต้องเป็น right หรือ left'),
  ),
  height_cm: whole(100, 230),
  weight_pounds: whole(60, 400),
  born_on: z.iso.date(wording('has to be a date like 2004-11-21', 'ต้องเป็นวันที่ เช่น 2004-11-21')),
});
export type ImportLine = z.infer<typeof Line> & { readonly number: number };

type Column = keyof typeof Line.shape;
const COLUMNS = Object.keys(Line.shape) as Column[];
/** The columns that are required only for a new gym. */
const OPTIONAL: ReadonlySet<Column> = new Set(['gym_th', 'gym_province_th', 'gym_province_en']);

export type ImportFault = CsvFault;

export interface ReadImport {
  readonly lines: readonly ImportLine[];
  readonly faults: readonly ImportFault[];
}

function checkHeader(head: CsvLine | undefined): ImportFault[] {
  if (head === undefined) {
    return [{ line: 1, message: { th: 'ไฟล์ว่างเปล่า', en: 'the file is empty' } }];
  }
  const { number: line, cells } = head;
  if (cells.length > 2 * COLUMNS.length) {
    const message = {
      th: `มี ${cells.length} คอลัมน์ ซึ่งมากเกินไป`,
      en: `there are ${cells.length} columns, which are too many`,
    };
    return [{ line, message }];
  }
  const names = cells.map((cell) => cell.trim());
  const missing = COLUMNS.filter((column) => !OPTIONAL.has(column) && !names.includes(column));
  const unknown = names.filter((name) => !COLUMNS.includes(name as Column));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  return [
    ...missing.map((name) => ({ th: `ไม่มีคอลัมน์ ${name}`, en: `the column ${name} is missing` })),
    ...unknown.map((name) => ({ th: `ไม่รู้จักคอลัมน์ "${name}"`, en: `there is no column "${name}"` })),
    ...twice.map((name) => ({ th: `คอลัมน์ ${name} ซ้ำ`, en: `the column ${name} appears twice` })),
  ].map((message) => ({ line, message }));
}

function readLine(names: readonly string[], { number, cells }: CsvLine, today: string) {
  if (cells.length !== names.length) {
    const message = {
      th: `มี ${cells.length} ช่อง แต่บรรทัดแรกมี ${names.length} ช่อง`,
      en: `has ${cells.length} fields where the first line has ${names.length}`,
    };
    return { line: null, faults: [{ line: number, message }] };
  }
  const fields: Record<string, string> = { gym_th: '', gym_province_th: '', gym_province_en: '' };
  for (const [index, name] of names.entries()) {
    fields[name] = normalizeText(cells[index] ?? '', 'NFC').trim();
  }
  const parsed = Line.safeParse(fields);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path: [column], message }) => ({
      line: number,
      message: {
        th: `${String(column)} ${THAI.get(message) ?? message}`,
        en: `${String(column)} ${message}`,
      },
    }));
    return { line: null, faults };
  }
  const isBorn = parsed.data.born_on < today && parsed.data.born_on > '1900';
  if (!isBorn) {
    const message = {
      th: 'born_on ไม่น่าจะเป็นวันเกิดจริง',
      en: 'born_on is not a plausible date of birth',
    };
    return { line: null, faults: [{ line: number, message }] };
  }
  return { line: { ...parsed.data, number }, faults: [] };
}

/** Parses the fighters of a CSV file with a header line. Collects all faults. */
export function readImport(table: readonly CsvLine[] | CsvFault, today: string): ReadImport {
  if ('message' in table) return { lines: [], faults: [table] };
  const [head, ...rest] = table;
  const headFaults = checkHeader(head);
  if (head === undefined || headFaults.length > 0) return { lines: [], faults: headFaults };
  if (rest.length > IMPORT_LINES_MAX) {
    const message = {
      th: `มีนักมวยเกิน ${IMPORT_LINES_MAX} คน กรุณาแบ่งเป็นสองไฟล์`,
      en: `there are more than ${IMPORT_LINES_MAX} fighters; cut the file in two`,
    };
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
      const message = {
        th: `key ${line.key} ซ้ำกับบรรทัด ${earlier}`,
        en: `key ${line.key} is on line ${earlier} already`,
      };
      faults.push({ line: line.number, message });
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

/**
 * Checks the gyms and divisions that lines refer to by their English names.
 *
 * @returns the faults, and the gyms to add
 */
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
        message: {
          th: `ไม่รู้จักรุ่น "${line.division}" รุ่นที่มีคือ ${known}`,
          en: `division "${line.division}" is not known; there are ${known}`,
        },
      });
    } else if (line.weight_pounds > division.poundsMax) {
      faults.push({
        line: line.number,
        message: {
          th: `weight_pounds เกิน ${division.poundsMax} ปอนด์ของรุ่น ${line.division}`,
          en: `weight_pounds is over the ${division.poundsMax} lb of the ${line.division} division`,
        },
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
      message: {
        th: `ค่าย "${line.gym}" เป็นค่ายใหม่ ต้องกรอก gym_th, gym_province_th และ gym_province_en ด้วย`,
        en: `gym "${line.gym}" is new: fill in gym_th, gym_province_th and gym_province_en`,
      },
    });
  }
  return { faults, newGyms: [...newGyms.values()] };
}
