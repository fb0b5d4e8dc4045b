import type { SwitchGate } from '../switches.module.ts';

/** The gate of a site on which nothing is switched off. */
export const ALWAYS_ON: SwitchGate = { refusal: async () => null };
