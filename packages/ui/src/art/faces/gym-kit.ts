/** Number of kits that gyms share. */
export const GYM_KITS = 12;

/** Returns the number of the kit of a gym, derived from its name. Runs in the browser too, so it has no imports. */
export const gymKit = (name: string): number =>
  [...name].reduce((kit, letter) => (kit * 7 + letter.charCodeAt(0)) % GYM_KITS, 0);
