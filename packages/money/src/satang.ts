/** Formats satang as a decimal of baht without floating point: `19900` is `199.00`. */
export function toBahtText(satang: number): string {
  if (!Number.isSafeInteger(satang) || satang < 0) {
    throw new RangeError(`${satang} is no amount in satang`);
  }
  const digits = String(satang).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Parses a decimal of baht (`199`, `199.5`, `199.00`) to satang; `null` for anything else. */
export function parseBahtText(text: string): number | null {
  const match = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text);
  if (match === null) return null;
  const [, baht = '', part = ''] = match;
  return Number(`${baht}${part.padEnd(2, '0')}`);
}
