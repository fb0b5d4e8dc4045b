import type { Operation } from './contract.ts';

/** Agreed endpoints that are not served yet: neither routed nor documented. Remove an entry when you serve it. */
export const COMING = [] as const satisfies readonly Operation[];

export type Coming = (typeof COMING)[number];

export const isComing = (operation: string): operation is Coming =>
  (COMING as readonly string[]).includes(operation);
