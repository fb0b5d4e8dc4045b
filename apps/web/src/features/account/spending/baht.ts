const SATANG = 100;

/** Reads an amount in baht, such as `1,500` or `฿ 99.50`. Returns satang, or `null` if it is no amount. */
export function parseBaht(text: string): number | null {
  const cleaned = text.replace(/[\s,฿]/g, '');
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(cleaned)) return null;
  const [baht = '', part = ''] = cleaned.split('.');
  return Number(baht) * SATANG + Number(part.padEnd(2, '0'));
}
