import { createHash } from 'node:crypto';
import { AgentFailure } from '../agent-failure.ts';
import type { MendedDocument } from '../mending/mending.ts';
import { maxPatchBytes } from '../mending/patch.ts';
import type { Proposal, Task } from '../table/answers.ts';
import type { TurnContext } from './turn-context.ts';
import { describeProposal } from './work-messages.ts';

export async function propose(
  context: TurnContext,
  task: Task,
  mended: MendedDocument,
): Promise<Proposal> {
  const { table, mending } = context;
  const path = mending.repositoryPath(mended.document);
  const words = describeProposal({ path, mended: mended.mended, left: mended.left });
  const proposal =
    (await table.findOwnProposal(task.id)) ??
    (await table.createProposal({ taskId: task.id, ...words })) ??
    (await table.findOwnProposal(task.id));
  if (!proposal) {
    throw new AgentFailure('refused', `The proposal for the task ${task.id} is already decided.`);
  }
  await attach(context, proposal, mended);
  if (proposal.status !== 'in_review') await table.requestReview(proposal.id);
  await table.requestApproval(proposal.id, words.title);
  return proposal;
}

/** Does nothing if the proposal already has the same patch. */
export async function attach(
  { table, revision }: TurnContext,
  { id, patch: present }: Proposal,
  { patch }: MendedDocument,
): Promise<void> {
  if (Buffer.byteLength(patch) > maxPatchBytes) {
    throw new AgentFailure('failed', 'The patch exceeds the size limit of a proposal.');
  }
  if (present?.sha256 === sha256(patch) && present.base_revision === revision) return;
  await table.attachPatch(id, revision, patch);
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
