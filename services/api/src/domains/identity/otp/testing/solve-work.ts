import { createHash } from 'node:crypto';
import { countZeroBits, type SolvedWork } from '../otp-work.ts';

interface Refusal {
  readonly body: {
    readonly details: readonly { readonly path: string; readonly message: string }[];
  };
}

/** Solves the challenge of a refusal, as the web does. */
export function solveWork({ body: { details } }: Refusal): SolvedWork {
  const readDetail = (name: string): string =>
    details.find(({ path }) => path === name)?.message ?? '';
  const challenge = readDetail('challenge');
  for (let nonce = 0; ; nonce += 1) {
    const hash = createHash('sha256').update(`${challenge}.${nonce}`).digest();
    if (countZeroBits(hash) >= Number(readDetail('bits')))
      return { challenge, nonce: String(nonce) };
  }
}
