import type { DocumentStatus } from './document-status.ts';
import type { WorkflowDocument } from './workflow-document.ts';
import type { Decision } from './decision.ts';
import { currentApproval } from './editorial-facts.ts';
import { stateAfterEdit } from './moves.ts';

export interface ExternalQuestion {
  /** Undefined for a file unknown to the index. */
  readonly before: Pick<WorkflowDocument, 'status' | 'revision' | 'editorial'> | undefined;
  readonly file: Pick<WorkflowDocument, 'status' | 'revision' | 'problem'>;
  readonly requireApproval: boolean;
  /** Whether the tree is accepted as it is. */
  readonly baseline: boolean;
}

type Outcome = Pick<Decision, 'status' | 'publication'>;

/** Gaps page, Documents and Editorial. */
export function decideExternal(question: ExternalQuestion): Decision {
  const { before, file, requireApproval, baseline } = question;
  const unchanged = before?.revision === file.revision;
  const edited = before && !unchanged ? stateOfEdited(before) : before?.status;
  const outcome = (): Outcome => {
    // The state in a broken file is unreadable, so the public site stays unchanged.
    if (file.problem) return { status: before?.status ?? 'draft', publication: 'keep' };
    // When approval is required, the state in the file is ignored and the public revision stays.
    if (requireApproval && !baseline) return { status: edited ?? 'draft', publication: 'keep' };
    return trustState(file.status, before?.status, edited);
  };
  const { status, publication } = outcome();
  const holdsApproval = status !== 'draft' && status !== 'archived';
  return { status, publication, approval: unchanged && holdsApproval ? 'keep' : 'clear' };
}

/** State by the file; `edited` is the state that results from the edit alone. */
function trustState(
  said: DocumentStatus,
  before: DocumentStatus | undefined,
  edited: DocumentStatus | undefined,
): Outcome {
  if (said === 'published') return { status: 'published', publication: 'publish' };
  // An approved text in review becomes a draft when edited (CMS-ST-8), although the file still says `in_review`.
  const status = said === 'in_review' && before === 'in_review' && edited ? edited : said;
  const takenOff = said === 'archived' || (said === 'draft' && before === 'published');
  return { status, publication: takenOff ? 'withdraw' : 'keep' };
}

function stateOfEdited({
  status,
  revision,
  editorial,
}: NonNullable<ExternalQuestion['before']>): DocumentStatus {
  return stateAfterEdit(status, currentApproval(editorial, revision) !== undefined);
}
