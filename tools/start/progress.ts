const DRAW_MS = 200;

/** What a person sees while things start: one line for what is done, one that counts for what is not. */
export interface Progress {
  /** Begins a step; the returned function ends it with what came of it. */
  step(name: string): (outcome: string) => void;
  /** A line of its own, above the counting one. */
  say(text: string): void;
  /** Seconds since the start, "2.1 s". */
  elapsed(): string;
  /** Takes the counting line away. */
  end(): void;
}

const inSeconds = (sinceMs: number): string =>
  `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;

export function createProgress(output: NodeJS.WriteStream): Progress {
  const isTerminal = output.isTTY === true;
  // Whoever read our output may be gone (npm was killed); that is no reason to fall.
  output.on('error', () => undefined);
  const beganAt = performance.now();
  const open = new Set<string>();

  const clear = (): void => {
    if (isTerminal) output.write('\r\x1b[2K');
  };
  const draw = (): void => {
    if (isTerminal && open.size > 0) {
      output.write(`\r\x1b[2K  … ${[...open].join(', ')} (${inSeconds(beganAt)})`);
    }
  };
  const say = (text: string): void => {
    clear();
    output.write(`${text}\n`);
    draw();
  };
  const timer = isTerminal ? setInterval(draw, DRAW_MS).unref() : null;

  return {
    step: (name) => {
      const since = performance.now();
      open.add(name);
      draw();
      return (outcome) => {
        open.delete(name);
        say(`  ${name.padEnd(10)} ${outcome} (${inSeconds(since)})`);
      };
    },
    say,
    elapsed: () => inSeconds(beganAt),
    end: () => {
      if (timer !== null) clearInterval(timer);
      open.clear();
      clear();
    },
  };
}
