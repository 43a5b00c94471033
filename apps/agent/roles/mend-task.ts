import type { DocumentEntry } from '../content/content-index.ts';
import type { Task } from '../table/answers.ts';
import { isTerminal } from '../table/work-table.ts';
import type { TurnContext } from './turn-context.ts';
import { propose } from './propose.ts';
import { countFaults, documentOfTask } from './work-messages.ts';

export async function mendTask(context: TurnContext, id: string): Promise<string> {
  const { table } = context;
  const task = await table.getTask(id);
  if (isTerminal(task)) return `The task is already ${task.status}.`;
  const own = task.assigned_agent_id === table.agentId ? task : await claimIfFree(context, task);
  if (!own) return `The task is assigned to ${task.assigned_agent_id ?? 'no agent'}.`;
  const document = documentOf(context, own);
  if (document === undefined) {
    await table.endTask(own, 'blocked');
    return 'Blocked: the task names no document of the repository. A person has to clarify it.';
  }
  return document === null
    ? completeTask(context, own, 'No fixes needed.')
    : mend(context, own, document);
}

function claimIfFree({ table }: TurnContext, task: Task): Promise<Task | undefined> {
  const isFree = task.assigned_agent_id === null && task.status === 'open';
  return isFree ? table.claimTask(task.id) : Promise.resolve(undefined);
}

/** Null if nothing needs mending, or if the document is gone. */
function documentOf({ mending }: TurnContext, task: Task): DocumentEntry | null | undefined {
  const path = documentOfTask(task.description);
  if (path !== undefined) return path === null ? null : (mending.find(path) ?? null);
  // For a task written by a person: the first document that it names.
  const words = `${task.title} ${task.description}`.split(/[\s"'`<>()[\],;]+/).slice(0, 5_000);
  for (const word of words) {
    const named = mending.find(word) ?? mending.find(mending.tree.prefix + word);
    if (named) return named;
  }
  return undefined;
}

async function mend(context: TurnContext, task: Task, document: DocumentEntry): Promise<string> {
  const mended = await context.mending.mend(document);
  const path = context.mending.repositoryPath(document);
  if (mended.patch === '') {
    const left =
      mended.left.length === 0 ? '' : ` A person has to fix ${countFaults(mended.left)}.`;
    return completeTask(context, task, `No automatic fixes for ${path}.${left}`);
  }
  context.safePoint();
  const proposal = await propose(context, task, mended);
  return completeTask(
    context,
    task,
    `Fixed ${countFaults(mended.mended)} in ${path}: proposal ${proposal.id}.`,
  );
}

async function completeTask(
  { table, log }: TurnContext,
  task: Task,
  note: string,
): Promise<string> {
  log(note);
  const isDone = await table.endTask(task, 'done');
  return isDone ? note : `${note} The task was reassigned in the meantime.`;
}
