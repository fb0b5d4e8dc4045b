type Values = Readonly<Record<string, unknown>>;

/** A value that an act has changed; `null` where there was or is none. */
export interface Difference {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

const textOf = (value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Returns the values that differ, in the order of their names. Without a `before` or `after`, all of the other. */
export function differencesOf(before: Values | null, after: Values | null): readonly Difference[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .sort()
    .map((name) => ({ name, before: textOf(before?.[name]), after: textOf(after?.[name]) }))
    .filter((one) => one.before !== one.after);
}
