/**
 * Processes items one after the other. After a failure, the remaining items are still processed. All failures are
 * thrown at the end, so that the job is retried.
 *
 * @param label names an item in the error
 * @throws {AggregateError} if any item failed
 */
export async function attemptEach<Item>(
  items: Iterable<Item>,
  label: (item: Item) => string,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: Error[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (cause) {
      failures.push(new Error(`${label(item)} failed`, { cause }));
    }
  }
  if (failures.length > 0) {
    const names = failures.map(({ message }) => message).join('; ');
    throw new AggregateError(failures, names);
  }
}
