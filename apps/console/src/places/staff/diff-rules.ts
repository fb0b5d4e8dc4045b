type Values = Readonly<Record<string, unknown>>;

/** A value that an act changed. `before` is `null` for a new value, and `after` is `null` for a removed one. */
export interface Difference {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

const textOf = (value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/**
 * Returns the values that differ, sorted by name. If `before` or `after` is `null`, returns all values of the other.
 */
export function differencesOf(before: Values | null, after: Values | null): readonly Difference[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .sort()
    .map((name) => ({ name, before: textOf(before?.[name]), after: textOf(after?.[name]) }))
    .filter((one) => one.before !== one.after);
}
