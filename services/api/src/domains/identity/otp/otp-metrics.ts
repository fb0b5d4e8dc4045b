import { OtpPurpose } from '@sangwian/contract/endpoints/registration';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Metrics of OTPs. Many sent and few verified messages indicate SMS pumping. */
export interface OtpMetrics {
  sent(purpose: OtpPurpose): void;
  verified(purpose: OtpPurpose): void;
  failed(): void;
  limited(): void;
  observe(registry: Registry): void;
}

/** @param countLastHour counts the messages of the last hour on all nodes */
export function createOtpMetrics(
  countLastHour: () => Promise<{ sent: number; verified: number }>,
): OtpMetrics {
  const registers: Registry[] = [];
  const sent = new Counter({
    name: 'otp_sent_total',
    help: 'One-time passwords accepted by the carrier',
    labelNames: ['purpose'],
    registers,
  });
  const verified = new Counter({
    name: 'otp_verified_total',
    help: 'One-time passwords that were verified',
    labelNames: ['purpose'],
    registers,
  });
  const failed = new Counter({
    name: 'otp_failed_total',
    help: 'One-time passwords that the carrier did not accept',
    registers,
  });
  const limited = new Counter({
    name: 'otp_limited_total',
    help: 'Requests and tries refused by a limit',
    registers,
  });
  for (const purpose of OtpPurpose.options) {
    sent.inc({ purpose }, 0);
    verified.inc({ purpose }, 0);
  }
  const lastHour = new Gauge({
    name: 'otp_last_hour',
    help: 'One-time passwords of the last hour across all nodes; many sent and few verified indicate pumping',
    labelNames: ['outcome'],
    registers,
    async collect() {
      this.reset();
      // While the database is down, the metric is left out, so that the other metrics stay available.
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
