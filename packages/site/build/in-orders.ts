import type { BuildTask } from './page-builder.ts';

/** Large enough to amortise messages, small enough that all workers finish together. */
const batchSize = 60;

/** A document and its data share a batch, so that it is read once. */
export function splitIntoBatches(tasks: readonly BuildTask[]): BuildTask[][] {
  const ofDocuments = new Map<string, BuildTask[]>();
  const others: BuildTask[] = [];
  for (const task of tasks) {
    if (task.document === undefined) others.push(task);
    else if (ofDocuments.has(task.document)) ofDocuments.get(task.document)!.push(task);
    else ofDocuments.set(task.document, [task]);
  }
  // Slow tasks come first, such as search parts and feeds.
  const sorted = [...others, ...[...ofDocuments.values()].flat()];
  const orders: BuildTask[][] = [];
  for (let at = 0; at < sorted.length; at += batchSize)
    orders.push(sorted.slice(at, at + batchSize));
  return orders;
}
