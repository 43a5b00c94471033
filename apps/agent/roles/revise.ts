import type { DocumentEntry } from '../content/content-index.ts';
import type { Fault } from '../mending/faults.ts';
import { changedPath, readPatch } from '../mending/patch.ts';
import type { ProposalWithPatch } from '../table/answers.ts';
import { isTerminal } from '../table/work-table.ts';
import type { TurnContext } from './turn-context.ts';
import { attach, sha256 } from './propose.ts';
import { countFaults, documentOfTask } from './work-messages.ts';

/** Omits the changes that the reviewers named; withdraws an unchanged patch. */
export async function revise(context: TurnContext, id: string): Promise<string> {
  const { table, mending, revision, log } = context;
  const proposal = await table.getProposal(id);
  if (proposal.status !== 'revision_requested')
    return `The proposal is ${proposal.status}; no revision is requested.`;
  if (proposal.proposed_by !== table.agentId)
    return `The proposal belongs to ${proposal.proposed_by}.`;
  const document = await documentOf(context, proposal);
  if (!document) return withdraw(context, proposal, 'its document no longer exists');
  const said = await collectReviewComments(context, proposal);
  const mended = await mending.mend(document, (fault) => isNamed(fault, said));
  if (mended.patch === '') return withdraw(context, proposal, 'no fixes are left');
  const isSame =
    proposal.patch?.sha256 === sha256(mended.patch) && proposal.patch.base_revision === revision;
  if (isSame) return withdraw(context, proposal, 'the revision would be identical');
  context.safePoint();
  await attach(context, proposal, mended);
  await table.requestReview(id);
  log(`Revised proposal ${id}: fixed ${countFaults(mended.mended)}.`);
  return `Revised on ${revision}: fixed ${countFaults(mended.mended)}.`;
}

async function documentOf(
  { mending, table }: TurnContext,
  { patch, task_id: taskId }: ProposalWithPatch,
): Promise<DocumentEntry | undefined> {
  const [file] = (patch && readPatch(patch.patch)) ?? [];
  const changed = file && changedPath(file);
  if (changed !== undefined) return mending.find(changed);
  const task = taskId === null ? undefined : await table.getTask(taskId);
  return mending.find((task && documentOfTask(task.description)) ?? '');
}

async function collectReviewComments(
  { table }: TurnContext,
  proposal: ProposalWithPatch,
): Promise<string> {
  const votes = await table.listVotes(proposal.id);
  const against = votes.filter(({ decision }) => decision === 'reject');
  const onLines = proposal.comments
    .filter(({ is_outdated: isOutdated }) => !isOutdated)
    .map(({ line, quote, body }) => `line ${line}: ${quote}\n${body}`);
  return [proposal.decision_note ?? '', ...onLines, ...against.map(({ comment }) => comment)].join(
    '\n',
  );
}

function isNamed({ line, address, mend }: Fault, said: string): boolean {
  const names = [address, mend?.text].filter((name) => name !== undefined && name !== '');
  return (
    new RegExp(String.raw`\bline ${line}\b`, 'i').test(said) ||
    names.some((name) => said.includes(name!))
  );
}

async function withdraw(
  context: TurnContext,
  proposal: ProposalWithPatch,
  why: string,
): Promise<string> {
  const { table, log } = context;
  await table.withdraw(proposal.id);
  const task = proposal.task_id === null ? undefined : await table.getTask(proposal.task_id);
  if (task && !isTerminal(task) && task.assigned_agent_id === table.agentId)
    await table.endTask(task, 'done');
  log(`Withdrew proposal ${proposal.id}: ${why}.`);
  return `Withdrew the proposal: ${why}.`;
}
