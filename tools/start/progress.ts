const DRAW_MS = 200;

/** Prints progress: a line per finished step, and a line that counts the seconds of the current steps. */
export interface Progress {
  /** Starts a step; the returned function ends it with its outcome. */
  step(name: string): (outcome: string) => void;
  /** Prints a line above the current step. */
  say(text: string): void;
  /** Returns the seconds since the start: `2.1 s`. */
  elapsed(): string;
  /** Removes the line of the current step. */
  end(): void;
}

const inSeconds = (sinceMs: number): string =>
  `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;

export function createProgress(output: NodeJS.WriteStream): Progress {
  const isTerminal = output.isTTY === true;
  // npm, which reads our output, may have been killed. The stack keeps running.
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
