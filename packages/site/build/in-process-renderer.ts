import { setImmediate } from 'node:timers/promises';
import type { Built, BuildTask, PageBuilder } from './page-builder.ts';

/** Documents whose texts are in memory at once. */
export const tasksAtOnce = 100;

/** Makes pages in this process, between whatever else it does. */
export async function renderHere(
  builder: PageBuilder,
  tasks: readonly BuildTask[],
  onBuilt: (built: Built) => void,
): Promise<void> {
  for (let at = 0; at < tasks.length; at += tasksAtOnce) {
    for (const built of await builder.build(tasks.slice(at, at + tasksAtOnce))) onBuilt(built);
    await setImmediate();
  }
}
