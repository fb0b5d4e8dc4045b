import { performance } from 'node:perf_hooks';

/** The least time between two measurements. */
const MEASURE_MS = 2_000;

/**
 * Returns a function that returns whether this process has been too busy for some seconds to receive reports.
 *
 * @param busyShare share of the time in which the event loop is busy, from 0 to 1; with 1 it is never too busy
 */
export function createLoadShedder(
  busyShare: number,
  now: () => number = () => performance.now(),
  measure = performance.eventLoopUtilization.bind(performance),
): () => boolean {
  let since = measure();
  let measuredMs = now();
  let [wasBusy, isBusy] = [false, false];
  return () => {
    const nowMs = now();
    if (nowMs - measuredMs >= MEASURE_MS) {
      const latest = measure();
      [wasBusy, isBusy] = [isBusy, measure(latest, since).utilization > busyShare];
      since = latest;
      measuredMs = nowMs;
    }
    return wasBusy && isBusy;
  };
}
