import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { OtpSettings } from '../../../config/otp-settings.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import type { Guesses } from '../../../platform/limits/guesses/guesses.module.ts';
import { refuseIfOff, type SwitchGate } from '../../../platform/switches/switches.module.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Members } from '../members/members.module.ts';
import type { Proofs } from '../proofs/proofs.module.ts';
import type { Sessions } from '../sessions/sessions.module.ts';
import type { Sms } from '../sms/sms.module.ts';
import { OtpStore } from './otp.store.ts';
import { createOtpLimits } from './otp-limits.ts';
import { createOtpMetrics, type OtpMetrics } from './otp-metrics.ts';
import { sendOtp } from './send-otp.ts';
import { verifyOtp } from './verify-otp.ts';

/** Time for which OTPs are kept. It must be longer than the window of the limits per phone. */
const KEPT_MS = 25 * 3_600_000;
const HOUR_MS = 3_600_000;

export interface OtpModuleDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly members: Members;
  readonly sessions: Sessions;
  readonly proofs: Proofs;
  readonly sms: Sms;
  readonly guesses: Guesses;
  readonly settings: OtpSettings;
  readonly switches: SwitchGate;
}

const LIMIT_CODES = new Set<ErrorCode>(['rate_limited', 'otp_work_needed']);

/** Counts the requests that a limit refuses. */
async function countLimited<Result>(metrics: OtpMetrics, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError && LIMIT_CODES.has(error.code)) metrics.limited();
    throw error;
  }
}

/** Creates the module of one-time passwords, which are sent by SMS and exchanged for a proof token. */
export function createOtpModule(options: OtpModuleDeps): ApiModule {
  const { db, clock, proofs } = options;
  const store = new OtpStore(db);
  const before = (ms: number): Date => new Date(clock().getTime() - ms);
  const metrics = createOtpMetrics(() => store.countSince(before(HOUR_MS)));
  const deps = { ...options, store, metrics, limits: createOtpLimits(options) };
  const forget = async (): Promise<void> => {
    await store.deleteSentBefore(before(KEPT_MS));
    await proofs.deleteExpired();
  };
  return {
    handlers: {
      'POST /auth/member/send-otp': async ({ body, ...call }) => {
        const { bearer, bearerRefusal, ip, device, language } = call;
        const { phone, purpose, work } = body;
        // Checked here, so that no visitor fills in the registration form, or causes a paid message, in vain.
        if (purpose === 'register') await refuseIfOff(options.switches, 'registration');
        const caller = { bearer, bearerRefusal, ip, device, language };
        const input = { phone, purpose, work, ...caller };
        return { data: await countLimited(metrics, sendOtp(deps, input)) };
      },
      'POST /auth/member/verify-otp': async ({ body, bearer, ip, device }) => ({
        data: await countLimited(metrics, verifyOtp(deps, { ...body, bearer, ip, device })),
      }),
    },
    observe: (registry) => metrics.observe(registry),
    tasks: [{ name: 'otp_prune', crontab: '*/10 * * * *', run: forget }],
  };
}
