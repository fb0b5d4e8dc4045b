/** One recorded operation on a text. */
export interface TextWork {
  readonly done: string;
  readonly units: number;
}

type Method = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Records pattern matches, normalisation and segmentation: the built-in operations of JavaScript that may take more
 * than linear time. Records only texts that contain `part`. Ignores the patterns of the contract's formats, which fail
 * at the first character.
 *
 * @returns a function that stops the recording and returns the recorded operations
 */
export function watchTextWork(part: string, formats: ReadonlySet<string>): () => TextWork[] {
  const works: TextWork[] = [];
  const record = (done: string, text: unknown): void => {
    if (typeof text === 'string' && text.includes(part)) works.push({ done, units: text.length });
  };
  const restores: (() => void)[] = [];
  const watch = (
    owner: object,
    name: string,
    onCall: (self: unknown, args: unknown[]) => void,
  ): void => {
    const methods = owner as Record<string, Method>;
    const method = methods[name] as Method;
    methods[name] = function watched(this: unknown, ...args: unknown[]) {
      onCall(this, args);
      return method.apply(this, args);
    };
    restores.push(() => {
      methods[name] = method;
    });
  };
  watch(RegExp.prototype, 'exec', (pattern, [text]) => {
    const { source } = pattern as RegExp;
    if (!formats.has(source)) record(source, text);
  });
  watch(String.prototype, 'normalize', (text) => record('normalize', String(text)));
  watch(Intl.Segmenter.prototype, 'segment', (_self, [text]) => record('segment', text));
  return () => {
    for (const restore of restores) restore();
    return works;
  };
}
