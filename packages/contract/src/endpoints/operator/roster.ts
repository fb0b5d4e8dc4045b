import { z } from 'zod';
import { endpoints, flag, pageQuery } from '../../endpoint.ts';
import { FighterId } from '../../ids.ts';
import { LIMITS } from '../../limits.ts';
import { Bilingual } from '../live.ts';
import { Photo } from '../photo.ts';
import { deletion, programmeRow, searchText } from './programme-row.ts';

const id = z.uuid().toLowerCase();
const count = z.number().int().nonnegative();
const version = z.number().int().nonnegative();
const name = z.string().trim().min(1).max(LIMITS.placeNameCharsMax);
const short = z.string().trim().min(1).max(LIMITS.provinceCharsMax);

/** What fighters and events refer to by name. */
export const NameKind = z.enum(['gym', 'division', 'stadium', 'promotion']);
export type NameKind = z.infer<typeof NameKind>;

/** A gym, a division, a stadium or a promotion. */
export const NameLine = z.object({
  id,
  name: Bilingual,
  /** Of gyms and stadiums. */
  province: Bilingual.nullable(),
  /** Of divisions. */
  weight_pounds_max: z.number().int().nullable(),
  /** Fighters and events that refer to it. */
  uses: count,
  version,
  updated_by: z.string().nullable(),
});
export type NameLine = z.infer<typeof NameLine>;

/** The province belongs to gyms and stadiums, the weight to divisions. */
const nameFields = {
  name_th: name,
  name_en: name,
  province_th: short.optional(),
  province_en: short.optional(),
  weight_pounds_max: z.number().int().min(60).max(400).optional(),
};

const fighterFields = {
  name_th: name,
  name_en: name,
  nickname_th: short,
  nickname_en: short,
  gym_id: id,
  division_id: id,
  province_th: short,
  province_en: short,
  dominant_hand: z.enum(['right', 'left']),
  height_cm: z.number().int().min(100).max(230),
  weight_pounds: z.number().int().min(60).max(400),
  born_on: z.iso.date(),
};

/** A fighter as editors see it. */
export const RosterFighter = z.object({
  ...fighterFields,
  fighter_id: FighterId,
  gym: Bilingual,
  division: Bilingual,
  photo: Photo.nullable(),
  /** Bouts on cards, past and coming. */
  bouts: count,
  /** Of an imported fighter. */
  import_key: z.string().nullable(),
  version,
  updated_by: z.string().nullable(),
});
export type RosterFighter = z.infer<typeof RosterFighter>;

/** What an imported file changes. Lists are cut at their first rows; the numbers are whole. */
export const ImportReport = z.object({
  /** `false`: a dry run, or a file with wrong lines. */
  kept: z.boolean(),
  added: count,
  changed: count,
  unchanged: count,
  new_gyms: z.array(z.string()),
  additions: z.array(z.object({ key: z.string(), name: Bilingual })),
  changes: z.array(
    z.object({
      key: z.string(),
      name: Bilingual,
      fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  /** Lines that are wrong, each with its reason. They are left out. */
  faults: z.array(z.object({ line: z.number().int(), message: Bilingual })),
  faults_total: count,
  wrong_lines: count,
  /** The wrong lines with the heading, as CSV, to mend and import on their own; empty without any. */
  wrong_csv: z.string(),
});
export type ImportReport = z.infer<typeof ImportReport>;

const ofFighter = { ...programmeRow, params: z.object({ fighter_id: FighterId }) } as const;
const ofKind = { ...programmeRow, params: z.object({ kind: NameKind }) } as const;
const ofName = { ...programmeRow, params: z.object({ kind: NameKind, id }) } as const;

export const operatorRosterEndpoints = endpoints({
  'GET /operator/fighter': {
    ...programmeRow,
    permission: 'read_programme',
    summary: 'Fighters by name, gym and division, in order of their English names',
    query: z.object({
      q: searchText,
      gym_id: id.optional(),
      division_id: id.optional(),
      /** Only fighters without a photo. */
      no_photo: flag.optional(),
      ...pageQuery,
    }),
    data: RosterFighter,
    list: true,
    errors: [],
  },
  'POST /operator/fighter': {
    ...programmeRow,
    summary: 'Add a fighter',
    body: z.strictObject(fighterFields),
    data: RosterFighter,
    errors: ['not_found'],
  },
  'GET /operator/fighter/{fighter_id}': {
    ...ofFighter,
    summary: 'One fighter',
    data: RosterFighter,
    errors: ['fighter_not_found'],
  },
  'PUT /operator/fighter/{fighter_id}': {
    ...ofFighter,
    summary: 'Change a fighter',
    body: z.strictObject({ version, ...fighterFields }),
    data: RosterFighter,
    errors: ['fighter_not_found', 'not_found', 'edit_stale'],
  },
  'DELETE /operator/fighter/{fighter_id}': {
    ...ofFighter,
    summary: 'Delete a fighter who is on no card',
    ...deletion,
    errors: ['fighter_not_found', 'edit_stale', 'programme_in_use'],
  },
  'POST /operator/fighter/import': {
    ...programmeRow,
    summary:
      'Import fighters from CSV. A file with wrong lines changes nothing unless they are skipped',
    query: z.object({ dry_run: flag.optional(), skip_wrong: flag.optional() }),
    upload: { types: ['text/csv'], bytesMax: LIMITS.fighterCsvBytesMax },
    data: ImportReport,
    errors: [],
  },
  'GET /operator/name/{kind}': {
    ...ofKind,
    summary: 'Gyms, divisions, stadiums or promotions, in order of their English names',
    query: z.object({ q: searchText, ...pageQuery }),
    data: NameLine,
    list: true,
    errors: [],
  },
  'POST /operator/name/{kind}': {
    ...ofKind,
    summary: 'Add a gym, a division, a stadium or a promotion',
    body: z.strictObject(nameFields),
    data: NameLine,
    errors: ['programme_name_taken'],
  },
  'PUT /operator/name/{kind}/{id}': {
    ...ofName,
    summary: 'Change a gym, a division, a stadium or a promotion',
    body: z.strictObject({ version, ...nameFields }),
    data: NameLine,
    errors: ['not_found', 'edit_stale', 'programme_name_taken'],
  },
  'DELETE /operator/name/{kind}/{id}': {
    ...ofName,
    summary: 'Delete a name that nothing refers to',
    ...deletion,
    errors: ['not_found', 'edit_stale', 'programme_in_use'],
  },
  'POST /operator/name/{kind}/{id}/merge': {
    ...ofName,
    summary: 'Merge a duplicate into another name, which everything then refers to',
    body: z.strictObject({ version, into_id: id }),
    data: NameLine,
    errors: ['not_found', 'edit_stale'],
  },
});
