/**
 * Imports files sequentially, because Jest does not wait for a module that two concurrent imports share.
 * @returns the exports of each file, in the given order
 */
export async function importAll(paths: readonly string[]): Promise<Record<string, unknown>[]> {
  const modules: Record<string, unknown>[] = [];
  for (const path of paths) modules.push((await import(path)) as Record<string, unknown>);
  return modules;
}
