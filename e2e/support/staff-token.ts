import type { Permission, StaffRole } from '@sangwian/contract/permissions';
import type { RunFile } from './start-stack.ts';
import { totpCode } from './totp.ts';

/**
 * Creates an access token for a role's sample account. Operators' commands use it to act as that person. The account
 * must not have used its TOTP code in the current half minute.
 */
export async function makeStaffToken(
  { accounts, api, app_key, url }: RunFile,
  role: StaffRole,
  scopes: readonly Permission[],
): Promise<string> {
  const account = accounts.operators.find((operator) => operator.role === role);
  if (account === undefined) throw new Error(`the sample data has no ${role}`);
  const { email, password, totp_secret } = account;
  const common = { 'x-app-key': app_key, origin: url };
  const send = async (path: string, headers: Record<string, string>, body?: object) => {
    const answer = await fetch(`${api}/operator/${path}`, {
      headers: { ...common, ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const signedIn = await send('sign-in', {}, { email, password, code: totpCode(totp_secret) });
  const cookies = signedIn.headers.getSetCookie().map((line) => line.split(';')[0]);
  const cookie = cookies.join('; ');
  const me = await (await send('me', { cookie })).json();
  const headers = { cookie, 'x-csrf-token': me.data.csrf_token };
  const made = await send('token', headers, { name: 'A second person', scopes, days: 1 });
  return (await made.json()).data.token;
}
