import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { parsePartnerFile } from './partner-file.ts';

const ed25519 = generateKeyPairSync('ed25519');
const jwk = { ...ed25519.publicKey.export({ format: 'jwk' }), kid: 'a' };
const rsa = (bits: number) =>
  generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ format: 'jwk' });
const file = (keys: unknown[], more: object = {}) =>
  JSON.stringify({ partners: [{ map_system_id: 'lumphu-play', name: 'Lumphu', keys, ...more }] });

test('reads a partner with its name and public keys', () => {
  const [system] = parsePartnerFile(file([jwk, { ...rsa(2048), kid: 'b', use: 'sig' }]));
  expect(system).toMatchObject({
    map_system_id: 'lumphu-play',
    active: true,
    keys: [
      { kid: 'a', alg: 'EdDSA' },
      { kid: 'b', alg: 'RS256' },
    ],
  });
});

test.each([
  ['no JSON', '{'],
  ['no list', '{}'],
  ['a private key', file([{ ...ed25519.privateKey.export({ format: 'jwk' }), kid: 'a' }])],
  ['a shared secret', file([{ kty: 'oct', k: 'AAAA', kid: 'a' }])],
  ['a short RSA key', file([{ ...rsa(1024), kid: 'a' }])],
  ['an algorithm that its key has not', file([{ ...jwk, alg: 'RS256' }])],
  ['a key without a name', file([{ ...jwk, kid: undefined }])],
  ['two keys of one name', file([jwk, jwk])],
  ['a field that nobody knows', file([jwk], { secret: 'x' })],
  ['an odd name', file([jwk], { map_system_id: 'a b' })],
])('a file with %s is refused', (_, text) => {
  expect(() => parsePartnerFile(text)).toThrow('PARTNERS_FILE');
});
