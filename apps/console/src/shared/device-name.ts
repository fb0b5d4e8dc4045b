const BROWSERS = [
  ['Edge', /\bEdgA?\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

const find = (
  names: readonly (readonly [string, RegExp])[],
  userAgent: string,
): string | undefined => names.find(([, pattern]) => pattern.test(userAgent))?.[0];

/**
 * Returns the browser and operating system of a user agent, such as `Chrome, Windows`; for an unknown user agent, its
 * beginning.
 */
export function deviceName(userAgent: string): string {
  const names = [find(BROWSERS, userAgent), find(SYSTEMS, userAgent)].filter(Boolean);
  return names.length > 0 ? names.join(', ') : userAgent.slice(0, 40);
}

export const isPhone = (userAgent: string): boolean => /iPhone|Android/.test(userAgent);
