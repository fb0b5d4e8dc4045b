import type { SwitchGate } from '../switches.module.ts';

/** A gate with every part of the site switched on. */
export const ALWAYS_ON: SwitchGate = { refusal: async () => null };
