const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** Whole coins with thousands separators: `2,480`. */
export function formatCoins(coins: number): string {
  const whole = Math.trunc(coins);
  return `${whole < 0 ? '-' : ''}${grouped(String(Math.abs(whole)))}`;
}

/** Formats satang as baht with two decimals and thousands separators, without floating point: `123456` is `1,234.56`. */
export function formatMoney(satang: number | bigint): string {
  const amount = BigInt(satang);
  const absolute = amount < 0n ? -amount : amount;
  const cents = String(absolute % 100n).padStart(2, '0');
  return `${amount < 0n ? '-' : ''}${grouped(String(absolute / 100n))}.${cents}`;
}

/** Formats a count in few characters, rounded down: `950`, `1.2K`, `18.4K`, `120K`, `1.5M`. */
export function formatCount(count: number): string {
  const [size, unit] = count >= 1_000_000 ? [1_000_000, 'M'] : [1000, 'K'];
  if (count < size) return String(Math.max(0, Math.trunc(count)));
  const tenths = Math.floor((count * 10) / size);
  return tenths >= 1000 || tenths % 10 === 0
    ? `${Math.floor(tenths / 10)}${unit}`
    : `${Math.floor(tenths / 10)}.${tenths % 10}${unit}`;
}

/** Converts Thai digits: `๐๘๑` is `081`. */
export const toAsciiDigits = (text: string): string =>
  text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50));
