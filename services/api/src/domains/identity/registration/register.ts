import type { Language } from '@sangwian/contract/endpoints/member';
import type { SignedIn } from '@sangwian/contract/endpoints/registration';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import type { Device } from '../../../platform/http/caller-cookies.ts';
import { addressKey, type Limit } from '../../../platform/http/rate-limits.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { hashPassword, type LinkProvider, type Members } from '../members/members.module.ts';
import type { Proofs } from '../proofs/proofs.module.ts';
import type { Sessions } from '../sessions/sessions.module.ts';
import type { RegistrationStore } from './registration.store.ts';
import {
  checkRegistration,
  type RegistrationForm,
  type ValidRegistration,
} from './registration-rules.ts';

export interface RegisterDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly members: Members;
  readonly sessions: Sessions;
  readonly proofs: Proofs;
  readonly store: RegistrationStore;
  /** Limit of registrations from one IP address, since each registration hashes a password. */
  readonly perAddress: Limit;
}

export interface RegisterForm extends RegistrationForm {
  readonly otp_token: string;
  readonly registration_token?: string | undefined;
}

export interface RegisterOrigin {
  readonly ip: string;
  readonly userAgent: string;
  readonly device: Device;
  readonly language: Language;
}

/** The content of a registration token: the account of a first sign-in with LINE or Apple. */
const FirstSignIn = z.object({
  provider: z.enum(['line', 'apple']),
  subject: z.string().min(1),
  /** Base64 of the provider's encrypted token. */
  sealed_token: z.string().nullable(),
});

const bangkokDate = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Bangkok' });

/** Uses a registration token up and returns the link that it describes. */
async function useRegistrationToken(
  { proofs }: RegisterDeps,
  trx: Transaction<Database>,
  token: string,
  provider: LinkProvider,
) {
  const refusal = 'registration_token_invalid';
  const { payload } = await proofs.use(trx, token, { purpose: 'registration', refusal });
  const link = FirstSignIn.safeParse(payload);
  if (!link.success || link.data.provider !== provider) throw new ApiError(refusal);
  const { subject, sealed_token: sealed } = link.data;
  return {
    provider,
    subject,
    sealedToken: sealed === null ? null : Buffer.from(sealed, 'base64'),
  };
}

/** Creates a member, the link and the consents in the caller's transaction. */
async function createRegisteredMember(
  deps: RegisterDeps,
  trx: Transaction<Database>,
  made: {
    readonly valid: ValidRegistration;
    readonly passwordHash: string | null;
    readonly form: RegisterForm;
    readonly provider: LinkProvider;
    readonly language: Language;
  },
): Promise<MemberId> {
  const { members, proofs, store, clock } = deps;
  const { valid, passwordHash, form, provider, language } = made;
  const { email, ...rest } = valid;
  await proofs.use(trx, form.otp_token, { purpose: 'register', phone: valid.phone });
  const link =
    form.registration_token === undefined
      ? null
      : await useRegistrationToken(deps, trx, form.registration_token, provider);
  const memberId = await members.createMember(trx, {
    ...rest,
    ...(email === null ? {} : { email }),
    password: null,
    passwordHash,
    language,
  });
  if (link !== null) await members.store.addLink(trx, memberId, link);
  await store.addConsents(trx, { memberId, language, agreedAt: clock() });
  return memberId;
}

/**
 * Registers a member with a proven phone and accepted terms, and signs the member in. A registration token links the
 * account of a first sign-in with `provider` and makes the password optional. After an error both tokens stay valid.
 *
 * @throws {ApiError} the code of the first invalid field, with all invalid fields in `details`; `otp_token_invalid`,
 *   `registration_token_invalid`, `phone_exists_log_in`, `line_linked`, `apple_linked`, `rate_limited`
 */
export async function register(
  deps: RegisterDeps,
  form: RegisterForm,
  provider: LinkProvider,
  { ip, userAgent, device, language }: RegisterOrigin,
): Promise<SignedIn> {
  const { db, clock, members, sessions, proofs, perAddress } = deps;
  const valid = checkRegistration(form, {
    today: bangkokDate.format(clock()),
    passwordOptional: form.registration_token !== undefined,
  });
  // The proof is checked before the password is hashed, since hashing is expensive. The transaction below uses the
  // proof up.
  await proofs.check(form.otp_token, { purpose: 'register', phone: valid.phone });
  // The limit comes after the proof, so that requests without a proven phone cannot use it up.
  await perAddress.take(addressKey(ip));
  const passwordHash =
    valid.password === null ? null : await hashPassword(valid.password, addressKey(ip));
  const made = { valid, passwordHash, form, provider, language };
  const memberId = await db.transaction().execute((trx) => createRegisteredMember(deps, trx, made));
  const { token } = await sessions.start({ memberId, userAgent, ip, device });
  return { access_token: token, member: await members.present(memberId) };
}
