import { OtpPurpose } from '@sangwian/contract/endpoints/registration';
import { Counter, Gauge, type Registry } from 'prom-client';

/** What is counted of OTPs. Pumping shows as many that are sent and few that are verified. */
export interface OtpMetrics {
  sent(purpose: OtpPurpose): void;
  verified(purpose: OtpPurpose): void;
  /** The carrier did not take it. */
  failed(): void;
  /** A limit held one back. */
  limited(): void;
  observe(registry: Registry): void;
}

/** @param countLastHour of all nodes */
export function createOtpMetrics(
  countLastHour: () => Promise<{ sent: number; verified: number }>,
): OtpMetrics {
  const registers: Registry[] = [];
  const sent = new Counter({
    name: 'otp_sent_total',
    help: 'One-time passwords that the carrier took',
    labelNames: ['purpose'],
    registers,
  });
  const verified = new Counter({
    name: 'otp_verified_total',
    help: 'One-time passwords that somebody could read and typed in',
    labelNames: ['purpose'],
    registers,
  });
  const failed = new Counter({
    name: 'otp_failed_total',
    help: 'One-time passwords that the carrier did not take',
    registers,
  });
  const limited = new Counter({
    name: 'otp_limited_total',
    help: 'Calls for a one-time password, or tries at one, that a limit held back',
    registers,
  });
  for (const purpose of OtpPurpose.options) {
    sent.inc({ purpose }, 0);
    verified.inc({ purpose }, 0);
  }
  const lastHour = new Gauge({
    name: 'otp_last_hour',
    help: 'One-time passwords of the last hour, of all nodes; many sent and few verified is pumping',
    labelNames: ['outcome'],
    registers,
    async collect() {
      this.reset();
      // Without the database this is not known, and everything else still is.
      const counts = await countLastHour().catch(() => null);
      if (counts === null) return;
      this.set({ outcome: 'sent' }, counts.sent);
      this.set({ outcome: 'verified' }, counts.verified);
    },
  });
  return {
    sent: (purpose) => sent.inc({ purpose }),
    verified: (purpose) => verified.inc({ purpose }),
    failed: () => failed.inc(),
    limited: () => limited.inc(),
    observe: (registry) => {
      for (const counter of [sent, verified]) registry.registerMetric(counter);
      for (const counter of [failed, limited]) registry.registerMetric(counter);
      registry.registerMetric(lastHour);
    },
  };
}
