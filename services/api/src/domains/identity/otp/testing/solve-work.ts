import { hash } from 'node:crypto';
import { countZeroBits, type SolvedWork } from '../otp-work.ts';

interface Refusal {
  readonly body: {
    readonly details: readonly { readonly path: string; readonly message: string }[];
  };
}

/** Solves the challenge of a refused request, as the web app does. */
export function solveWork({ body: { details } }: Refusal): SolvedWork {
  const readDetail = (name: string): string =>
    details.find(({ path }) => path === name)?.message ?? '';
  const challenge = readDetail('challenge');
  const bits = Number(readDetail('bits'));
  for (let nonce = 0; ; nonce += 1) {
    const digest = hash('sha256', `${challenge}.${nonce}`, 'buffer');
    if (countZeroBits(digest) >= bits) return { challenge, nonce: String(nonce) };
  }
}
