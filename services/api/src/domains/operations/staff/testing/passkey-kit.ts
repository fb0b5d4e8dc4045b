import type { TestAnswer, TestApi, TestStaff } from '@sangwian/testkit/start-test-api';
import { createStaffSecrets } from '../staff-secrets.ts';
import { type AuthenticatorFaults, SoftwareAuthenticator } from './software-authenticator.ts';

/** Origin of the console of a test. */
export const ORIGIN = 'http://localhost';
const TOTP = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const secrets = createStaffSecrets('the staff secret of a test');

/** Returns the cookies of a response as a browser sends them back. */
export const cookiesOf = ({ headers }: TestAnswer): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';', 1)[0])
    .join('; ');

/** Gives an account an authenticator app. */
export const addApp = ({ db }: TestApi, staffId: string) =>
  db
    .updateTable('staff')
    .set({ sealed_totp_secret: secrets.seal(TOTP) })
    .where('staff_id', '=', staffId)
    .execute();

interface Registering {
  readonly name?: string;
  readonly authenticator?: SoftwareAuthenticator;
  readonly faults?: AuthenticatorFaults;
  /** The signed response to an earlier challenge. */
  readonly options?: TestAnswer;
}

export const askToRegister = (api: TestApi, { headers }: TestStaff) =>
  api.call('POST /operator/passkey/options', { headers, body: {} });

/** Adds a passkey to a signed-in account. */
export async function register(api: TestApi, staff: TestStaff, registering: Registering = {}) {
  const { name = 'มือถือ', faults = {} } = registering;
  const { headers } = staff;
  const authenticator = registering.authenticator ?? new SoftwareAuthenticator({ origin: ORIGIN });
  const options = registering.options ?? (await askToRegister(api, staff));
  const answer = await api.call('POST /operator/passkey', {
    headers: { ...headers, cookie: `${headers.cookie}; ${cookiesOf(options)}` },
    body: { name, credential: authenticator.create(options.body.data, faults) },
  });
  return { authenticator, answer, passkeyId: answer.body.data?.staff_passkey_id as string };
}

/** Creates an owner with an authenticator app and a passkey. */
export async function makeOwner(
  api: TestApi,
  authenticator = new SoftwareAuthenticator({ origin: ORIGIN }),
) {
  const staff = await api.makeStaff('owner');
  await addApp(api, staff.staffId);
  const { passkeyId } = await register(api, staff, { authenticator });
  return { staff, authenticator, passkeyId };
}

/** Requests a challenge for a sign-in. */
export async function askChallenge(api: TestApi) {
  const answer = await api.call('POST /operator/passkey/sign-in/options', { body: {} });
  return { options: answer.body.data, cookie: cookiesOf(answer) };
}

/** Sends the response to a challenge. */
export const send = (api: TestApi, credential: object, cookie: string) =>
  api.call('POST /operator/passkey/sign-in', { body: { credential }, headers: { cookie } });

/** Signs in with a passkey. */
export async function signIn(
  api: TestApi,
  authenticator: SoftwareAuthenticator,
  faults: AuthenticatorFaults = {},
) {
  const { options, cookie } = await askChallenge(api);
  return send(api, authenticator.sign(options, faults), cookie);
}
