import type { BuildTask } from './page-builder.ts';

/** Enough that asking costs little, few enough that all who take from them end together. */
const tasksAtOnce = 60;

/** Tasks in the orders in which they are given out: a document comes with all that is made of it, so that it is read once. */
export function inOrders(tasks: readonly BuildTask[]): BuildTask[][] {
  const ofDocuments = new Map<string, BuildTask[]>();
  const others: BuildTask[] = [];
  for (const task of tasks) {
    if (task.document === undefined) others.push(task);
    else if (ofDocuments.has(task.document)) ofDocuments.get(task.document)!.push(task);
    else ofDocuments.set(task.document, [task]);
  }
  // What takes long, such as parts of the search and feeds, comes first.
  const sorted = [...others, ...[...ofDocuments.values()].flat()];
  const orders: BuildTask[][] = [];
  for (let at = 0; at < sorted.length; at += tasksAtOnce)
    orders.push(sorted.slice(at, at + tasksAtOnce));
  return orders;
}
