import type { ApiModule } from '../../../platform/http/handler.ts';
import type { Guesses } from '../../../platform/limits/guesses/guesses.module.ts';
import { type LoginDeps, login } from './login.ts';
import { createLoginLimits } from './login-limits.ts';

export interface SignInModuleDeps extends Omit<LoginDeps, 'limits'> {
  readonly guesses: Guesses;
}

/** Creates the module of sign-in by phone and password, and of sign-out. */
export function createSignInModule({ guesses, ...deps }: SignInModuleDeps): ApiModule {
  const { sessions } = deps;
  const loginDeps: LoginDeps = { ...deps, limits: createLoginLimits({ guesses, sessions }) };
  return {
    handlers: {
      'POST /auth/member/login-v2': async ({ body, ip, userAgent, device }) => ({
        data: await login(loginDeps, { ...body, ip, userAgent, device }),
      }),
      // Uses the limits of the sign-in, so that a password is no easier to guess here.
      'POST /auth/member/deletion': async ({ body, ip, userAgent, device }) => {
        const refusal = 'credentials_invalid';
        return { data: await login(loginDeps, { ...body, ip, userAgent, device, refusal }) };
      },
      'POST /auth/member/logout': async ({ bearer }) => {
        await sessions.revoke(bearer.memberId, [bearer.sessionId]);
        return { data: {} };
      },
    },
  };
}
