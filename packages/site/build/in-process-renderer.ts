import { setImmediate } from 'node:timers/promises';
import type { Built, BuildTask, PageBuilder } from './page-builder.ts';

/**
 * Makes pages in this thread, between whatever else it does: takes from `orders` until nothing is left, whoever else
 * takes from them too. The texts of one order are read while the one before is made.
 */
export async function renderHere(
  builder: PageBuilder,
  orders: (readonly BuildTask[])[],
  onBuilt: (built: Built) => void,
): Promise<void> {
  const take = () => {
    const tasks = orders.shift();
    return tasks && { tasks, bodies: builder.read(tasks) };
  };
  for (let order = take(), next; order !== undefined; order = next) {
    next = take();
    for (const built of await builder.build(order.tasks, order.bodies)) onBuilt(built);
    await setImmediate();
  }
}
