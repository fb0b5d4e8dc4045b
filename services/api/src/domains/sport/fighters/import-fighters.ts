import type { ImportReport } from '@sangwian/contract/endpoints/operator/roster';
import { ApiError } from '@sangwian/node-kit/api-error';
import { stringify } from 'csv-stringify/sync';
import type { Kysely } from 'kysely';
import { bangkokDay } from '../../../platform/time/bangkok-day.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { type CsvFault, type CsvLine, readCsv } from './csv-rules.ts';
import { ImportStore } from './import.store.ts';
import {
  checkGymsAndDivisions,
  IMPORT_BYTES_MAX,
  IMPORT_LINES_READ_MAX,
  type ImportFault,
  type ImportLine,
  type KnownGymsAndDivisions,
  type ReadImport,
  readImport,
} from './import-rules.ts';

/** Maximum number of faults in a report. More faults usually have one common cause. */
const FAULTS_REPORTED_MAX = 500;
/** Maximum number of added and of changed fighters in a report, which is a few screens. */
const ROWS_SHOWN_MAX = 200;

const MEBIBYTE = 1024 * 1024;

function refuseLarge(csv: string): void {
  if (Buffer.byteLength(csv) <= IMPORT_BYTES_MAX) return;
  const message = `has more than ${IMPORT_BYTES_MAX / MEBIBYTE} MiB; cut the file in two`;
  throw new ApiError('body_too_large', { details: [{ path: 'file', message }] });
}

const fighterOf = (line: ImportLine, campId: string, divisionId: string) => ({
  import_key: line.key,
  camp_id: campId,
  division_id: divisionId,
  name_th: line.name_th,
  name_en: line.name_en,
  nickname_th: line.nickname_th,
  nickname_en: line.nickname_en,
  province_th: line.province_th,
  province_en: line.province_en,
  stance: line.dominant_hand === 'right' ? ('orthodox' as const) : ('southpaw' as const),
  height_cm: line.height_cm,
  weight_pounds: line.weight_pounds,
  born_on: line.born_on,
});

/** Returns the lines that can be imported, and the faults of the other lines. */
function sortLines(
  read: ReadImport,
  known: KnownGymsAndDivisions,
): {
  lines: readonly ImportLine[];
  newGyms: readonly ImportLine[];
  faults: readonly ImportFault[];
} {
  const faults = [...read.faults];
  let wrong = new Set(faults.map(({ line }) => line));
  let lines = read.lines.filter(({ number }) => !wrong.has(number));
  for (;;) {
    const checked = checkGymsAndDivisions(lines, known);
    if (checked.faults.length === 0) return { lines, newGyms: checked.newGyms, faults };
    faults.push(...checked.faults);
    // A wrong line may have defined a new gym that other lines use. Therefore these lines are checked again without it.
    wrong = new Set(checked.faults.map(({ line }) => line));
    lines = lines.filter(({ number }) => !wrong.has(number));
  }
}

/** Returns the wrong lines with the header as CSV, so that an operator can correct and import them separately. */
function wrongCsvOf(table: readonly CsvLine[] | CsvFault, faults: readonly ImportFault[]): string {
  if ('message' in table || faults.length === 0) return '';
  const wrong = new Set(faults.map(({ line }) => line));
  const [head, ...rest] = table;
  if (head === undefined || wrong.has(head.number)) return '';
  const rows = [head, ...rest.filter(({ number }) => wrong.has(number))];
  return stringify(rows.map(({ cells }) => [...cells]));
}

export interface ImportOptions {
  readonly csv: string;
  /** Checks and reports everything, but writes nothing. */
  readonly dryRun: boolean;
  /** Whether the valid lines of a file with wrong lines are imported. Otherwise such a file changes nothing. */
  readonly skipsWrongLines: boolean;
}

/**
 * Imports the fighters of a CSV file. A key always identifies the same fighter, so importing the same file again
 * changes nothing.
 *
 * @throws {ApiError} `body_too_large`
 */
export async function importFighters(
  { db, clock }: { readonly db: Kysely<Database>; readonly clock: Clock },
  { csv, dryRun, skipsWrongLines }: ImportOptions,
): Promise<ImportReport> {
  refuseLarge(csv);
  const table = readCsv(csv, IMPORT_LINES_READ_MAX);
  const read = readImport(table, bangkokDay(clock()));
  const trx = await db.startTransaction().execute();
  try {
    const store = new ImportStore(trx);
    await store.lock();
    const known = await store.findGyms();
    const divisions = await store.findDivisions();
    const { lines, newGyms, faults } = sortLines(read, { gyms: known, divisions });
    await store.addGyms(
      newGyms.map((line) => ({
        name_th: line.gym_th,
        name_en: line.gym,
        province_th: line.gym_province_th,
        province_en: line.gym_province_en,
      })),
    );
    const gyms = await store.findGyms();
    const fighters = lines.map((line) =>
      fighterOf(line, gyms.get(line.gym) ?? '', divisions.get(line.division)?.id ?? ''),
    );
    const changes = await store.findChanges(fighters, ROWS_SHOWN_MAX);
    const additions = await store.findAdditions(fighters, ROWS_SHOWN_MAX);
    const changed = await store.change(fighters);
    const added = await store.add(fighters);
    const kept = !dryRun && (faults.length === 0 || skipsWrongLines);
    // The operator does not wait for the indexing of the fighters: the module's poll indexes them later.
    await (kept ? trx.commit() : trx.rollback()).execute();
    const shown = [...faults].sort((a, b) => a.line - b.line);
    return {
      ...{ kept, added, changed, unchanged: lines.length - added - changed },
      new_gyms: newGyms.map((line) => line.gym),
      additions: additions.map((row) => ({
        key: row.import_key,
        name: { th: row.name_th, en: row.name_en },
      })),
      changes: changes.map(({ import_key: key, name_th, name_en, fields }) => ({
        ...{ key, name: { th: name_th, en: name_en }, fields },
      })),
      faults: shown.slice(0, FAULTS_REPORTED_MAX).map(({ line, message }) => ({ line, message })),
      faults_total: faults.length,
      wrong_lines: new Set(faults.map(({ line }) => line)).size,
      wrong_csv: wrongCsvOf(table, faults),
    };
  } catch (error) {
    if (!trx.isCommitted && !trx.isRolledBack) await trx.rollback().execute();
    throw error;
  }
}
