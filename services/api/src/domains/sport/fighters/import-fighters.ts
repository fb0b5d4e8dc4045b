import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import { bangkokDay } from '../../../platform/time/bangkok-day.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { readCsv } from './csv-rules.ts';
import { ImportStore } from './import.store.ts';
import {
  checkGymsAndDivisions,
  IMPORT_BYTES_MAX,
  IMPORT_LINES_READ_MAX,
  type ImportFault,
  type ImportLine,
  readImport,
} from './import-rules.ts';
import { indexFighters } from './index-fighters.ts';

/** Maximum faults in one answer. */
const FAULTS_SHOWN_MAX = 100;

const MEBIBYTE = 1024 * 1024;

function refuseLarge(csv: string): void {
  if (Buffer.byteLength(csv) <= IMPORT_BYTES_MAX) return;
  const message = `has more than ${IMPORT_BYTES_MAX / MEBIBYTE} MiB; cut the file in two`;
  throw new ApiError('body_too_large', { details: [{ path: 'file', message }] });
}

const refuse = (faults: readonly ImportFault[]): ApiError => {
  const shown = [...faults].sort((a, b) => a.line - b.line).slice(0, FAULTS_SHOWN_MAX);
  const more = faults.length - shown.length;
  const details = shown.map(({ line, message }) => ({ path: `line ${line}`, message }));
  return new ApiError('request_invalid', {
    details: more === 0 ? details : [...details, { path: 'file', message: `and ${more} more` }],
  });
};

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

/**
 * Imports the fighters of a CSV file, all or none. A key always means the same fighter, so the import of the same file
 * is idempotent.
 *
 * @param options.dryRun checks everything and keeps nothing
 * @throws {ApiError} `request_invalid` with every invalid line; `body_too_large`
 */
export async function importFighters(
  { db, clock }: { readonly db: Kysely<Database>; readonly clock: Clock },
  { csv, dryRun }: { readonly csv: string; readonly dryRun: boolean },
) {
  refuseLarge(csv);
  const { lines, faults } = readImport(readCsv(csv, IMPORT_LINES_READ_MAX), bangkokDay(clock()));
  const trx = await db.startTransaction().execute();
  try {
    const store = new ImportStore(trx);
    await store.lock();
    const known = await store.findGyms();
    const divisions = await store.findDivisions();
    const checked = checkGymsAndDivisions(lines, { gyms: known, divisions });
    const allFaults = [...faults, ...checked.faults];
    if (allFaults.length > 0) throw refuse(allFaults);
    await store.addGyms(
      checked.newGyms.map((line) => ({
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
    const changed = await store.change(fighters);
    const added = await store.add(fighters);
    await indexFighters(trx);
    await (dryRun ? trx.rollback() : trx.commit()).execute();
    return {
      added,
      changed,
      unchanged: lines.length - added - changed,
      new_gyms: checked.newGyms.map((line) => line.gym),
      kept: !dryRun,
    };
  } catch (error) {
    if (!trx.isCommitted && !trx.isRolledBack) await trx.rollback().execute();
    throw error;
  }
}
