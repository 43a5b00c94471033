import { faultsOfChange } from '../mending/check-change.ts';
import { changedPath, patched, readPatch } from '../mending/patch.ts';
import type { ProposalWithPatch } from '../table/answers.ts';
import type { TurnContext } from './turn-context.ts';
import { wholeLines } from './work-messages.ts';

const maxCommentLength = 10_000;

export async function review(context: TurnContext, id: string): Promise<string> {
  const { table, log } = context;
  const proposal = await table.getProposal(id);
  if (proposal.status !== 'in_review') return `The proposal is ${proposal.status}, not in review.`;
  if (proposal.proposed_by === table.agentId) return 'Not voted: this agent made the proposal.';
  const sha256 = proposal.patch?.sha256;
  const votes = await table.listVotes(id);
  const own = votes.find(({ agent_id: by }) => by === table.agentId);
  if (own && own.patch_sha256 === (sha256 ?? null)) return `Already voted: ${own.decision}.`;
  const reasons = await findProposalFaults(context, proposal);
  context.safePoint();
  const decision = reasons.length === 0 ? 'approve' : 'reject';
  const comment =
    reasons.length === 0
      ? 'The patch changes only broken links and missing alt texts. All new link targets exist.'
      : wholeLines(reasons, maxCommentLength);
  const isCounted = await table.vote({ proposalId: id, decision, comment, patchSha256: sha256 });
  log(`${decision}: ${comment}`);
  return isCounted ? `Voted to ${decision}.` : 'Not voted: the patch of the proposal has changed.';
}

async function findProposalFaults(
  context: TurnContext,
  proposal: ProposalWithPatch,
): Promise<string[]> {
  const { patch } = proposal;
  if (!patch) return ['The proposal has no patch.'];
  const files = readPatch(patch.patch);
  if (!files || files.length === 0) return ['The patch is not a valid diff.'];
  const found: string[] = [];
  for (const file of files) {
    context.safePoint();
    found.push(...(await findFileFaults(context, file, patch.base_revision)));
  }
  return found;
}

type PatchedFile = NonNullable<ReturnType<typeof readPatch>>[number];

async function findFileFaults(
  context: TurnContext,
  file: PatchedFile,
  base: string,
): Promise<readonly string[]> {
  const { mending, revision, table } = context;
  const path = changedPath(file);
  const document = path === undefined ? undefined : mending.find(path);
  if (path === undefined || !document) {
    return [`${file.newFileName ?? 'A file'}: the patch may only edit existing documents.`];
  }
  const before =
    base === revision ? await mending.read(document) : await table.readFile(path, base);
  if (before === undefined) return [`${path}: not readable at ${base}.`];
  const after = patched(before, file);
  if (after === undefined) return [`${path}: the patch does not apply at ${base}.`];
  return faultsOfChange({ document, before, after }, mending.index);
}
