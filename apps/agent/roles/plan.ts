import type { Fault } from '../mending/faults.ts';
import { isTerminal } from '../table/work-table.ts';
import type { TurnContext } from './turn-context.ts';
import { countFaults, documentOfTask, emptyTask, describeTask } from './work-messages.ts';

/** The chair then requests another turn for the rest. */
export const maxTasks = 50;

interface Survey {
  readonly faulty: readonly { readonly path: string; readonly faults: readonly Fault[] }[];
  readonly left: number;
  /** False above the task limit. */
  readonly isWhole: boolean;
}

export async function plan(context: TurnContext): Promise<string> {
  const { table, log } = context;
  const tasks = await table.listTasks();
  const known = new Set(tasks.map(({ description }) => documentOfTask(description)));
  const { faulty, left, isWhole } = await survey(context, known);
  for (const { path, faults } of faulty) {
    context.safePoint();
    await table.createTask(`task:${path}`, describeTask(path, faults));
    log(`Task: ${countFaults(faults)} in ${path}`);
  }
  if (!isWhole) await table.requestTurn('plan');
  if (faulty.length === 0 && tasks.every((task) => isTerminal(task)))
    await createEmptyTask(context);
  return [
    `${faulty.length} ${faulty.length === 1 ? 'task' : 'tasks'} created.`,
    !isWhole && 'More documents need fixes; requested another turn.',
    left > 0 && `${left} documents have problems that only people can fix.`,
  ]
    .filter((part) => part !== false)
    .join(' ');
}

async function survey(
  context: TurnContext,
  known: ReadonlySet<string | null | undefined>,
): Promise<Survey> {
  const { mending, hasModel } = context;
  const faulty: { path: string; faults: readonly Fault[] }[] = [];
  let left = 0;
  for (const document of mending.documents) {
    context.safePoint();
    const path = mending.repositoryPath(document);
    if (known.has(path)) continue;
    const faults = await mending.faultsOf(document);
    const isHopeful = faults.some(({ mend, stretch }) => mend ?? (hasModel && stretch));
    if (!isHopeful) left += faults.length > 0 ? 1 : 0;
    else if (faulty.length === maxTasks) return { faulty, left, isWhole: false };
    else faulty.push({ path, faults });
  }
  return { faulty, left, isWhole: true };
}

/** A run without tasks waits for its first one. */
async function createEmptyTask({ table, log }: TurnContext): Promise<void> {
  const task = await table.createTask('nothing', emptyTask);
  // Another agent that holds it comes to the same result.
  const own = task && (await table.claimTask(task.id));
  if (own && !isTerminal(own)) await table.endTask(own, 'done');
  log('No fixes needed.');
}
