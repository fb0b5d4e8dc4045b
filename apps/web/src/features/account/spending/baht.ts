const SATANG = 100;

/** Parses an amount in baht, such as `1,500` or `฿ 99.50`. Returns satang; `null` if the text is not an amount. */
export function parseBaht(text: string): number | null {
  const cleaned = text.replace(/[\s,฿]/g, '');
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(cleaned)) return null;
  const [baht = '', part = ''] = cleaned.split('.');
  return Number(baht) * SATANG + Number(part.padEnd(2, '0'));
}
