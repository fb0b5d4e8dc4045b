import { expect } from '@playwright/test';
import type { RunFile } from './start-stack.ts';

/** Waits for the SMS with a reference and returns the six digits of its OTP. */
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
