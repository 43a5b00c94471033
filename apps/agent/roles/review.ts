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
  const { decision, comment } = await judge(context, proposal);
  context.safePoint();
  const isCounted = await table.vote({ proposalId: id, decision, comment, patchSha256: sha256 });
  log(`${decision}: ${comment}`);
  return isCounted ? `Voted to ${decision}.` : 'Not voted: the patch of the proposal has changed.';
}

interface Judgement {
  readonly decision: 'approve' | 'reject' | 'abstain';
  readonly comment: string;
}

/** Abstains from other changes than to links and alt texts, which people or other agents have to judge. */
async function judge(context: TurnContext, proposal: ProposalWithPatch): Promise<Judgement> {
  const { faults, others } = await examine(context, proposal);
  if (faults.length > 0)
    return { decision: 'reject', comment: wholeLines(faults, maxCommentLength) };
  if (others.length > 0)
    return { decision: 'abstain', comment: wholeLines(others, maxCommentLength) };
  const comment =
    'The patch changes only broken links and missing alt texts. All new link targets exist.';
  return { decision: 'approve', comment };
}

interface Findings {
  readonly faults: readonly string[];
  /** Why the agent cannot judge the change. */
  readonly others: readonly string[];
}

const cannotJudge = (why: string): Findings => ({ faults: [], others: [why] });

async function examine(context: TurnContext, { patch }: ProposalWithPatch): Promise<Findings> {
  if (!patch) return cannotJudge('The proposal has no patch.');
  const files = readPatch(patch.patch);
  if (!files || files.length === 0) return cannotJudge('This agent cannot read the patch.');
  const found: Findings[] = [];
  for (const file of files) {
    context.safePoint();
    found.push(await examineFile(context, file, patch.base_revision));
  }
  return {
    faults: found.flatMap(({ faults }) => faults),
    others: found.flatMap(({ others }) => others),
  };
}

type PatchedFile = NonNullable<ReturnType<typeof readPatch>>[number];

async function examineFile(
  context: TurnContext,
  file: PatchedFile,
  base: string,
): Promise<Findings> {
  const { mending, revision, table } = context;
  const path = changedPath(file);
  const document = path === undefined ? undefined : mending.find(path);
  if (path === undefined || !document)
    return cannotJudge(`${fileNameOf(file)}: not a change of an existing document.`);
  const before =
    base === revision ? await mending.read(document) : await table.readFile(path, base);
  const after = before === undefined ? undefined : patched(before, file);
  if (before === undefined || after === undefined)
    return cannotJudge(`${path}: this agent cannot apply the patch at ${base}.`);
  const faults = faultsOfChange({ document, before, after }, mending.index);
  return faults
    ? { faults, others: [] }
    : cannotJudge(`${path}: changes more than link addresses and alt texts.`);
}

function fileNameOf({ oldFileName, newFileName }: PatchedFile): string {
  const name = newFileName === '/dev/null' ? oldFileName : newFileName;
  return name?.replace(/^[ab]\//, '') ?? 'A file';
}
