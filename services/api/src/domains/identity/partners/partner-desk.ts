import { generateKeyPairSync } from 'node:crypto';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import { staleEdit } from '../../../platform/http/stale-edit.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { revokeSessionsOfPartner } from '../sessions/sessions.module.ts';
import { PartnerJwk } from './partner-file.ts';
import { type PartnerRow, PartnersStore, type PartnerValues } from './partners.store.ts';

interface NewKey {
  readonly keyId: string;
  /** The partner's public key as JSON. If missing, a key pair is created. */
  readonly publicJwk: string | undefined;
  readonly actor: string;
}

/**
 * Manages partners and their keys for operators. Once a partner was changed here, the file of partners no longer
 * changes it.
 */
export interface PartnerDesk {
  list(): Promise<readonly PartnerRow[]>;
  /** @throws {ApiError} `partner_exists` */
  create(mapSystemId: string, values: PartnerValues, actor: string): Promise<PartnerRow>;
  /**
   * Changes a partner. If the change disables the partner, its members are signed out.
   *
   * @throws {ApiError} `partner_not_found`, `edit_stale`
   */
  change(
    mapSystemId: string,
    edit: PartnerValues & { readonly version: number; readonly actor: string },
  ): Promise<{ readonly before: PartnerRow; readonly after: PartnerRow }>;
  /**
   * Adds a key.
   *
   * @returns the private key of a created pair, which is not stored; `null` for a pasted public key
   * @throws {ApiError} `partner_not_found`, `partner_key_exists`, `partner_key_invalid`, `partner_keys_full`
   */
  addKey(
    mapSystemId: string,
    key: NewKey,
  ): Promise<{ readonly partner: PartnerRow; readonly privateJwk: string | null }>;
  /** Enables or disables a key. @throws {ApiError} `partner_not_found`, `partner_key_not_found`, `partner_keys_full` */
  setKey(
    mapSystemId: string,
    key: { readonly keyId: string; readonly active: boolean; readonly actor: string },
  ): Promise<PartnerRow>;
}

/** Parses a pasted public key. @throws {ApiError} `partner_key_invalid` */
function parseJwk(text: string, kid: string): PartnerJwk {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new ApiError('partner_key_invalid', { cause: error });
  }
  const parsed = PartnerJwk.safeParse(typeof json === 'object' ? { ...json, kid } : json);
  if (!parsed.success) throw new ApiError('partner_key_invalid', { cause: parsed.error });
  return parsed.data;
}

/** Creates an Ed25519 key pair. */
function makePair(kid: string): { readonly publicJwk: PartnerJwk; readonly privateJwk: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const names = { kid, alg: 'EdDSA' };
  return {
    publicJwk: PartnerJwk.parse({ ...publicKey.export({ format: 'jwk' }), ...names }),
    privateJwk: JSON.stringify({ ...privateKey.export({ format: 'jwk' }), ...names }),
  };
}

/** Refuses another active key when the partner already has the maximum. */
function requireRoom({ keys }: PartnerRow): void {
  if (keys.filter(({ active }) => active).length >= LIMITS.partnerKeysMax) {
    throw new ApiError('partner_keys_full');
  }
}

const valuesOf = ({ name, active, ...row }: PartnerRow): PartnerValues => ({
  name,
  active,
  satang_per_day_max: row.satang_per_day_max,
  member_satang_per_day_max: row.member_satang_per_day_max,
});

export function createPartnerDesk(db: Kysely<Database>, clock: Clock): PartnerDesk {
  const store = new PartnersStore(db);
  /** Locks a partner, runs the change, and returns the changed partner. */
  const edit = <Value>(
    mapSystemId: string,
    actor: string,
    work: (trx: Transaction<Database>, before: PartnerRow) => Promise<Value>,
  ): Promise<{ value: Value; before: PartnerRow; after: PartnerRow }> =>
    db.transaction().execute(async (trx) => {
      const before = await store.lockPartner(trx, mapSystemId);
      if (before === undefined) throw new ApiError('partner_not_found');
      const value = await work(trx, before);
      await store.markChanged(trx, mapSystemId, actor);
      const [after] = await store.findPartners(trx, mapSystemId);
      if (after === undefined) throw new Error('a locked partner is missing');
      return { value, before, after };
    });
  return {
    list: () => store.findPartners(db),
    create: async (mapSystemId, values, actor) => {
      if (!(await store.addPartner(mapSystemId, values, actor))) {
        throw new ApiError('partner_exists');
      }
      const [row] = await store.findPartners(db, mapSystemId);
      if (row === undefined) throw new Error('a new partner is missing');
      return row;
    },
    change: (mapSystemId, { version, actor, ...values }) =>
      edit(mapSystemId, actor, async (trx, before) => {
        if (before.version !== version) {
          throw staleEdit(valuesOf(before), values, before.updated_by);
        }
        await store.setPartner(trx, mapSystemId, values);
        if (!values.active) await revokeSessionsOfPartner(trx, mapSystemId, clock());
      }),
    addKey: async (mapSystemId, { keyId, publicJwk, actor }) => {
      const pair = publicJwk === undefined ? makePair(keyId) : null;
      const jwk = pair?.publicJwk ?? parseJwk(publicJwk ?? '', keyId);
      const { after } = await edit(mapSystemId, actor, async (trx, before) => {
        if (before.keys.some(({ key_id }) => key_id === keyId)) {
          throw new ApiError('partner_key_exists');
        }
        requireRoom(before);
        await store.addKey(trx, mapSystemId, jwk);
      });
      return { partner: after, privateJwk: pair?.privateJwk ?? null };
    },
    setKey: async (mapSystemId, { keyId, active, actor }) => {
      const { after } = await edit(mapSystemId, actor, async (trx, before) => {
        const key = before.keys.find(({ key_id }) => key_id === keyId);
        if (key === undefined) throw new ApiError('partner_key_not_found');
        if (active && !key.active) requireRoom(before);
        await store.setKey(trx, mapSystemId, keyId, active);
      });
      return after;
    },
  };
}
