interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | number | undefined>;
  readonly body: { readonly data: { readonly access_token: string } };
}

interface SignInApi {
  call(
    what: string,
    call: { readonly body: unknown; readonly headers: Record<string, string> },
  ): Promise<Answer>;
}

export interface SignedInDevice {
  readonly token: string;
  /** The cookie header of later requests. */
  readonly cookie: string;
}

/** Signs a fan in on a device that keeps the cookie. */
export async function signInOn(
  api: SignInApi,
  { phone, password }: { readonly phone: string; readonly password: string },
  cookie = '',
): Promise<SignedInDevice> {
  const { status, body, headers } = await api.call('POST /auth/member/login-v2', {
    body: { phone, password },
    headers: { cookie },
  });
  if (status !== 200) throw new Error(`signing in was refused: ${JSON.stringify(body)}`);
  const [kept = ''] = String(headers['set-cookie']).split(';');
  return { token: body.data.access_token, cookie: kept };
}
