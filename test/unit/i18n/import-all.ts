/**
 * Imports files one after the other: Jest does not wait for what two of them import at the same time.
 * @returns what they export, in their order
 */
export async function importAll(paths: readonly string[]): Promise<Record<string, unknown>[]> {
  const modules: Record<string, unknown>[] = [];
  for (const path of paths) modules.push((await import(path)) as Record<string, unknown>);
  return modules;
}
