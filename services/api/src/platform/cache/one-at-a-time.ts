/**
 * Runs `read` at most once at a time. Calls during a read share one further read. Every caller therefore gets a value
 * that was read after its call, and results never overtake each other.
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
