import type { Database } from '@galley/database';
import { ProposalCommentRepository, type ProposalComment } from '../proposal-comment-repository.ts';
import { ProposalWorkRepository } from '../workers/proposal-work-repository.ts';

/** Limits the prompt, which the agent receives in an environment variable. */
const maxComments = 50;
const maxBody = 500;
const maxQuote = 120;

/** The requested changes of a turn with the reason `revise <id>`, for its prompt; `undefined` for other turns. */
export async function describeRevision(
  db: Database,
  { runId, reason }: { readonly runId: string; readonly reason: string },
): Promise<string | undefined> {
  const [, id] = /^revise (\S+)$/.exec(reason) ?? [];
  if (id === undefined) return undefined;
  const proposal = await new ProposalWorkRepository(db).find(runId, id);
  if (proposal?.status !== 'revision_requested') return undefined;
  const all = await new ProposalCommentRepository(db).list(id);
  const comments = all.filter(({ patchSha256 }) => patchSha256 === proposal.decidedPatchSha256);
  const lines = comments.slice(0, maxComments).map(describeComment);
  if (comments.length > maxComments) lines.push('- More comments: call proposal_get.');
  return [
    `${proposal.decidedBy ?? 'A person'} requested a revision. ${proposal.decisionNote ?? ''}`.trim(),
    ...(lines.length > 0 ? ['Comments on lines of the patch:', ...lines] : []),
  ].join('\n');
}

function describeComment({ path, side, line, quote, body, author }: ProposalComment): string {
  const place = `${path}, line ${line}${side === 'old' ? ' of the base' : ''}`;
  return `- ${place} (${shorten(quote.trim(), maxQuote)}), by ${author}: ${shorten(body, maxBody)}`;
}

function shorten(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}…`;
}
