import { z } from 'zod';

const KEYS_MAX = 8;
const SYSTEMS_MAX = 1_000;
const RSA_BITS_MIN = 2_048;
const SATANG_MAX = 1_000_000_000_000;

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/);
const keyId = z.string().min(1).max(128);

/** Strict, so that a file with a private key (`d`) is refused. */
export const PartnerJwk = z.discriminatedUnion('kty', [
  z.strictObject({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    x: base64url.length(43),
    kid: keyId,
    alg: z.literal('EdDSA').default('EdDSA'),
    use: z.literal('sig').optional(),
    active: z.boolean().optional(),
  }),
  z.strictObject({
    kty: z.literal('RSA'),
    n: base64url.refine((n) => Buffer.from(n, 'base64url').length * 8 >= RSA_BITS_MIN, {
      error: `an RSA key has at least ${RSA_BITS_MIN} bits`,
    }),
    e: base64url,
    kid: keyId,
    alg: z.literal('RS256').default('RS256'),
    use: z.literal('sig').optional(),
    active: z.boolean().optional(),
  }),
]);
export type PartnerJwk = z.infer<typeof PartnerJwk>;

const PartnerSystem = z.strictObject({
  map_system_id: z.string().regex(/^[\w.-]{1,64}$/),
  name: z.string().min(1).max(100),
  active: z.boolean().default(true),
  /** Limit of the purchases of all members of the partner per Bangkok day; a million baht by default. */
  satang_per_day_max: z.number().int().min(0).max(SATANG_MAX).default(100_000_000),
  /** Limit of the purchases of one member per Bangkok day; five thousand baht by default. */
  member_satang_per_day_max: z.number().int().min(0).max(SATANG_MAX).default(500_000),
  keys: z
    .array(PartnerJwk)
    .max(KEYS_MAX)
    .refine((keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length, {
      error: 'two keys have the same kid',
    }),
});
export type PartnerSystem = z.infer<typeof PartnerSystem>;

const PartnerFile = z.strictObject({ partners: z.array(PartnerSystem).max(SYSTEMS_MAX) });

/**
 * Parses the text of a `PARTNERS_FILE`: `{ "partners": [{ "map_system_id", "name", "active"?, "satang_per_day_max"?,
 * "member_satang_per_day_max"?, "keys": [JWK] }] }`.
 *
 * @throws {Error} with the reason if the file is invalid
 */
export function parsePartnerFile(text: string): readonly PartnerSystem[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error('PARTNERS_FILE is not valid JSON', { cause: error });
  }
  const result = PartnerFile.safeParse(json);
  if (!result.success) throw new Error(`PARTNERS_FILE: ${z.prettifyError(result.error)}`);
  return result.data.partners;
}
