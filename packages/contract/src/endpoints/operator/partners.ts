import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import { LIMITS } from '../../limits.ts';

const time = z.iso.datetime();
const satang = z.number().int();
const version = z
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1);
const reason = z.string().trim().min(1).max(LIMITS.operatorReasonCharsMax);
const cap = z.number().int().min(0).max(LIMITS.partnerSatangPerDayMax);
const fields = {
  name: z.string().trim().min(1).max(LIMITS.partnerNameCharsMax),
  /** Purchases on the partner's account per Bangkok day: of all its members, and of one. */
  satang_per_day_max: cap,
  member_satang_per_day_max: cap,
};
const systemId = z.string().regex(/^[\w.-]{1,64}$/);
const keyId = z.string().min(1).max(LIMITS.partnerKeyIdCharsMax);

export const OperatorPartner = z.object({
  map_system_id: z.string(),
  name: z.string(),
  active: z.boolean(),
  satang_per_day_max: z.number().int(),
  member_satang_per_day_max: z.number().int(),
  /** `file`: `PARTNERS_FILE` sets it at every start, until its first change at the console. */
  kept_by: z.enum(['file', 'console']),
  keys: z.array(
    z.object({
      key_id: z.string(),
      alg: z.enum(['EdDSA', 'RS256']),
      active: z.boolean(),
      created_at: time,
    }),
  ),
  version: z.number().int(),
  updated_by: z.string().nullable(),
  created_at: time,
});
export type OperatorPartner = z.infer<typeof OperatorPartner>;

const manage = {
  tag: 'Operator: catalogue',
  caller: 'operator',
  identity: 'staff',
  permission: 'manage_catalogue',
} as const;
const partnerId = z.object({ map_system_id: systemId });

export const operatorPartnerEndpoints = endpoints({
  'GET /operator/partner': {
    summary: 'All partners with the ids of their keys',
    ...manage,
    data: z.array(OperatorPartner),
    errors: [],
  },
  'POST /operator/partner': {
    summary: 'Create a partner without keys',
    ...manage,
    sensitive: true,
    status: 201,
    body: z.strictObject({ map_system_id: systemId, ...fields }),
    data: OperatorPartner,
    errors: ['partner_exists'],
  },
  'PUT /operator/partner/{map_system_id}': {
    summary: 'Change a partner; one that is disabled has its members signed out',
    ...manage,
    sensitive: true,
    params: partnerId,
    body: z.strictObject({ ...fields, active: z.boolean(), version, reason }),
    data: OperatorPartner,
    errors: ['partner_not_found', 'edit_stale'],
  },
  'GET /operator/partner/{map_system_id}/account': {
    summary: 'What a partner owes for the purchases of its members, day by day',
    ...manage,
    permission: 'read_money_reports',
    params: partnerId,
    /** Days in Bangkok, both inclusive. */
    query: z.object({ from: z.iso.date(), to: z.iso.date() }),
    data: z.object({
      map_system_id: z.string(),
      from: z.iso.date(),
      to: z.iso.date(),
      satang,
      days: z.array(z.object({ day: z.iso.date(), satang })),
      satang_per_day_max: satang,
      member_satang_per_day_max: satang,
    }),
    errors: ['partner_not_found'],
  },
  'POST /operator/partner/{map_system_id}/key': {
    summary:
      'Add a key: the partner’s own public one, or a new pair whose private half is shown once',
    ...manage,
    sensitive: true,
    status: 201,
    params: partnerId,
    body: z.strictObject({
      key_id: keyId,
      /** The public key as a JWK in JSON; without it, a pair is made. */
      public_jwk: z.string().min(1).max(LIMITS.partnerJwkCharsMax).optional(),
      reason,
    }),
    data: z.object({
      partner: OperatorPartner,
      /** JSON of the private key; it is not stored. `null` for the partner's own key. */
      private_jwk: z.string().nullable(),
    }),
    errors: ['partner_not_found', 'partner_key_exists', 'partner_key_invalid', 'partner_keys_full'],
  },
  'PUT /operator/partner/{map_system_id}/key/{key_id}': {
    summary: 'Disable a key of a partner at once, or enable it again',
    ...manage,
    sensitive: true,
    params: z.object({ map_system_id: systemId, key_id: keyId }),
    body: z.strictObject({ active: z.boolean(), reason }),
    data: OperatorPartner,
    errors: ['partner_not_found', 'partner_key_not_found', 'partner_keys_full'],
  },
});
