import { createHmac, randomBytes } from 'node:crypto';

/** Period in which a cookie stays the same. It is accepted in the next period as well. */
const PERIOD_MS = 60_000;

/** Cookies that prove that a caller receives packets at its address, so that nothing is stored before. */
export class HandshakeCookies {
  readonly #secret = randomBytes(32);

  /** @param caller address and port */
  issue(caller: string, nowMs: number): number {
    return this.#derive(caller, Math.floor(nowMs / PERIOD_MS));
  }

  accepts(cookie: number, caller: string, nowMs: number): boolean {
    const period = Math.floor(nowMs / PERIOD_MS);
    return [period, period - 1].some((one) => this.#derive(caller, one) === cookie);
  }

  #derive(caller: string, period: number): number {
    return createHmac('sha256', this.#secret)
      .update(`${period} ${caller}`)
      .digest()
      .readUInt32BE(0);
  }
}
