import { expect } from '@playwright/test';
import type { RunFile } from './start-stack.ts';

/** The six digits of the OTP that came to a phone under a reference; waits for it to arrive. */
export async function readOtp(run: RunFile, phone: string, reference: string): Promise<string> {
  let otp: string | undefined;
  await expect
    .poll(async () => {
      const response = await fetch(`${run.sandbox}/sms?phone=${encodeURIComponent(phone)}`);
      const inbox = (await response.json()) as ReadonlyArray<{ message: string }>;
      const message = inbox.find(({ message }) => message.includes(reference))?.message;
      otp = message?.match(/\b\d{6}\b/)?.[0];
      return otp;
    })
    .toBeTruthy();
  return otp ?? '';
}
