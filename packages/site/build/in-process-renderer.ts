import { setImmediate } from 'node:timers/promises';
import type { Built, BuildTask, PageBuilder } from './page-builder.ts';

/** Yields to other work, until `orders` is empty; other workers may take from it too. */
export async function renderHere(
  builder: PageBuilder,
  orders: (readonly BuildTask[])[],
  onBuilt: (built: Built) => void,
): Promise<void> {
  for (let tasks = orders.shift(); tasks !== undefined; tasks = orders.shift()) {
    for (const built of await builder.build(tasks)) onBuilt(built);
    await setImmediate();
  }
}
