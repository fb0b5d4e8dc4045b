import type { Operation } from './contract.ts';

/** Endpoints that are agreed on and not yet served: not routed, not documented. Whoever serves one takes it out. */
export const COMING = [] as const satisfies readonly Operation[];

export type Coming = (typeof COMING)[number];

export const isComing = (operation: string): operation is Coming =>
  (COMING as readonly string[]).includes(operation);
