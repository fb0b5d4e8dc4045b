import type { ApiModule, Bearer } from '../../../platform/http/handler.ts';
import type { Guesses } from '../../../platform/limits/guesses/guesses.module.ts';
import { changePassword } from './change-password.ts';
import { checkPin } from './check-pin.ts';
import { confirmOwner } from './confirm-owner.ts';
import { createGuessLimits } from './guess-limits.ts';
import { notifyReset } from './notify-reset.ts';
import type { PasswordDeps } from './password-deps.ts';
import { resetPassword } from './reset-password.ts';
import { changePin, createPin } from './set-pin.ts';
import { verifySecret } from './verify-secret.ts';

export interface PasswordsModule extends ApiModule {
  /**
   * Verifies the member's own password within the limits of guesses.
   *
   * @throws {ApiError} `password_incorrect`, also if the member has no password; `rate_limited`
   */
  verifyOwnPassword(bearer: Bearer, password: string): Promise<void>;
}

export interface PasswordsModuleDeps extends Omit<PasswordDeps, 'limits'> {
  readonly guesses: Guesses;
}

/** Creates the module of PINs, password changes and password resets. */
export function createPasswordsModule(options: PasswordsModuleDeps): PasswordsModule {
  const deps: PasswordDeps = { ...options, limits: createGuessLimits(options.guesses) };
  const sending = new Set<Promise<void>>();
  return {
    handlers: {
      'PUT /auth/member/resetPassword': async ({ body, bearer }) => {
        await changePassword(deps, bearer, {
          oldPassword: body.old_password,
          newPassword: body.new_password,
          confirmPassword: body.confirm_password,
        });
        return { data: {} };
      },
      'PUT /auth/resetPasswordMember': async ({ body, device }) => {
        const owner = await resetPassword(deps, {
          otpToken: body.otp_token,
          pinToken: body.pin_token,
          newPassword: body.new_password,
          confirmPassword: body.confirm_password,
          device,
        });
        // The response does not wait for the SMS.
        const sent = notifyReset(deps, owner).finally(() => sending.delete(sent));
        sending.add(sent);
        return { data: {} };
      },
      'POST /auth/member/confirm': async ({ body, bearer }) => {
        const { password, pin } = body;
        const until = await confirmOwner(deps, bearer, { password, pin });
        return { data: { fresh_until: until.toISOString() } };
      },
      'PUT /auth/member/createPin': async ({ body, bearer }) => {
        await createPin(deps, bearer, {
          pin: body.pin,
          confirmPin: body.confirm_pin,
          password: body.password,
        });
        return { data: {} };
      },
      'PUT /auth/member/changePin': async ({ body, bearer }) => {
        await changePin(deps, bearer, {
          oldPin: body.old_pin,
          newPin: body.new_pin,
          confirmPin: body.confirm_pin,
        });
        return { data: {} };
      },
      'PUT /auth/member/checkPin': async ({ body, bearer, bearerRefusal, device }) => ({
        data: await checkPin(deps, {
          phone: body.phone,
          pin: body.pin,
          purpose: body.purpose,
          otpToken: body.otp_token,
          bearer,
          bearerRefusal,
          device,
        }),
      }),
    },
    verifyOwnPassword: async ({ memberId, sessionId }, password) => {
      const row = await options.members.find({ memberId });
      await verifySecret(
        deps.limits,
        { secret: 'password', account: memberId, caller: `session ${sessionId}` },
        { hash: row?.password_hash ?? null, secret: password, refusal: 'password_incorrect' },
      );
    },
    stop: async () => {
      await Promise.all(sending);
    },
  };
}
