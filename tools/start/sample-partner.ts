import { join } from 'node:path';
import { ed25519FromSeed } from '@sangwian/node-kit/ed25519-seed';
import { writePrivately } from './settings.ts';

/** A fictitious partner, simulated by the sandbox at `/sandbox/partner`. */
const SAMPLE_PARTNER = { map_system_id: 'lumphu-play', name: 'Lumphu Play' } as const;

/**
 * Writes the file that registers the sandbox's partner at the API, as for a real partner.
 *
 * @param seed seed of the partner's key; only the public key is written
 * @returns the path, for `PARTNERS_FILE`
 */
export function writeSamplePartner(dataDir: string, seed: string): string {
  const { keyId, publicJwk } = ed25519FromSeed(seed);
  const keys = [{ ...publicJwk, kid: keyId, alg: 'EdDSA' }];
  const file = join(dataDir, 'partners.json');
  writePrivately(file, { partners: [{ ...SAMPLE_PARTNER, keys }] });
  return file;
}
