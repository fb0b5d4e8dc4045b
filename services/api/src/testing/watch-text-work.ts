/** What was done with a text while it was watched. */
export interface TextWork {
  readonly done: string;
  readonly units: number;
}

type Method = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Watches patterns, normalisation and the finding of letters: everything in JavaScript's library that may take longer
 * than to read a text once. Only texts that are long, and hold a part, are written down; the patterns of the
 * contract's own formats, which give up at the first letter, are not.
 *
 * @returns the call that ends it and gives what was seen
 */
export function watchTextWork(part: string, formats: ReadonlySet<string>): () => TextWork[] {
  const seen: TextWork[] = [];
  const note = (done: string, text: unknown): void => {
    if (typeof text === 'string' && text.includes(part)) seen.push({ done, units: text.length });
  };
  const replaced: (() => void)[] = [];
  const watch = (
    owner: object,
    name: string,
    look: (self: unknown, args: unknown[]) => void,
  ): void => {
    const held = owner as Record<string, Method>;
    const method = held[name] as Method;
    held[name] = function watched(this: unknown, ...args: unknown[]) {
      look(this, args);
      return method.apply(this, args);
    };
    replaced.push(() => {
      held[name] = method;
    });
  };
  watch(RegExp.prototype, 'exec', (pattern, [text]) => {
    const { source } = pattern as RegExp;
    if (!formats.has(source)) note(source, text);
  });
  watch(String.prototype, 'normalize', (text) => note('normalize', String(text)));
  watch(Intl.Segmenter.prototype, 'segment', (_self, [text]) => note('segment', text));
  return () => {
    for (const put of replaced) put();
    return seen;
  };
}
