/** Maps items to results, six at a time. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.map((item, index) => ({ item, index }));
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next.index] = await work(next.item);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  return results;
}
