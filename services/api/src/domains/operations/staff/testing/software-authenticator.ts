import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** The flags of authenticator data: user present, user verified, attested credential data. */
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;
const AAGUID = Buffer.alloc(16);

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** Encodes the values that authenticators use, as CBOR (RFC 8949). */
function encodeCbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([head(3, bytes.length), bytes]);
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (!(value instanceof Map)) throw new TypeError('the encoder knows no such value');
  const entries = [...value].flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

/** Returns the public key as COSE: ECDSA on P-256 with SHA-256. */
function coseKeyOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return encodeCbor(
    new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

/** Deviations of an authenticator or its browser that a test requests. */
export interface AuthenticatorFaults {
  /** The origin of the page that requested the passkey. */
  readonly origin?: string;
  readonly rpId?: string;
  readonly isVerified?: boolean;
  /** The signature counter of this response. */
  readonly signCount?: number;
  readonly challenge?: string;
  readonly userHandle?: string | null;
  readonly credentialId?: Buffer;
  /** Whether to flip one bit of the signature. */
  readonly isForged?: boolean;
}

interface Passkey {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly userHandle: string;
}

/** Creation options of the API. */
interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}

/** Request options of the API. */
interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
}

/**
 * An authenticator with a discoverable passkey and a signature counter. It creates real attestations and assertions
 * (WebAuthn Level 3), so that the API's verification runs unchanged.
 */
export class SoftwareAuthenticator {
  readonly #origin: string;
  #signCount: number;
  #passkey: Passkey | null = null;

  /** @param signCount 0 for an authenticator without a counter, such as one with synced passkeys */
  constructor({ origin, signCount = 0 }: { readonly origin: string; readonly signCount?: number }) {
    this.#origin = origin;
    this.#signCount = signCount;
  }

  /** Creates a passkey, and returns the browser's `RegistrationResponseJSON`. */
  create(options: CreationOptions, faults: AuthenticatorFaults = {}) {
    const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = faults.credentialId ?? randomBytes(32);
    this.#passkey = { ...keys, id: id.toString('base64url'), userHandle: options.user.id };
    const idLength = Buffer.from([id.length >> 8, id.length & 255]);
    const authData = Buffer.concat([
      this.#dataOf(options.rp.id, ATTESTED, faults),
      ...[AAGUID, idLength, id, coseKeyOf(keys.publicKey)],
    ]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      ...this.#head(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, faults).toString(
          'base64url',
        ),
        attestationObject: encodeCbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Signs a challenge, and returns the browser's `AuthenticationResponseJSON`. */
  sign(options: RequestOptions, faults: AuthenticatorFaults = {}) {
    if (this.#passkey === null) throw new Error('the authenticator has no passkey');
    if (this.#signCount > 0) this.#signCount += 1;
    const authenticatorData = this.#dataOf(options.rpId, 0, faults);
    const clientData = this.#clientData('webauthn.get', options.challenge, faults);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    const signature = sign('sha256', signed, this.#passkey.privateKey);
    const last = signature.length - 1;
    if (faults.isForged === true) signature[last] = (signature[last] ?? 0) ^ 1;
    const userHandle =
      faults.userHandle === undefined ? this.#passkey.userHandle : faults.userHandle;
    return {
      ...this.#head(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      },
    };
  }

  #head() {
    const id = this.#passkey?.id ?? '';
    return {
      ...{ id, rawId: id, type: 'public-key' as const },
      authenticatorAttachment: 'platform' as const,
      clientExtensionResults: {},
    };
  }

  #dataOf(rpId: string, flags: number, faults: AuthenticatorFaults): Buffer {
    const verified = faults.isVerified === false ? 0 : USER_VERIFIED;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(faults.signCount ?? this.#signCount);
    return Buffer.concat([
      sha256(faults.rpId ?? rpId),
      Buffer.from([USER_PRESENT | verified | flags]),
      count,
    ]);
  }

  #clientData(type: string, challenge: string, faults: AuthenticatorFaults): Buffer {
    return Buffer.from(
      JSON.stringify({
        type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? this.#origin,
        crossOrigin: false,
      }),
    );
  }
}
