/**
 * Runs `read` at most once at a time. A call during a read waits for one further read, which all such calls share, so
 * that every caller gets an answer that was read after its call, and answers never overtake each other.
 */
export function oneAtATime<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | null = null;
  let next: Promise<Value> | null = null;
  const run = (): Promise<Value> => {
    if (running === null) {
      running = read().finally(() => {
        running = null;
      });
      return running;
    }
    const again = (): Promise<Value> => {
      next = null;
      return run();
    };
    next ??= running.then(again, again);
    return next;
  };
  return run;
}
