import type { DocumentStatus } from './document-status.ts';
import type { WorkflowDocument } from './workflow-document.ts';
import type { Decision } from './decision.ts';
import { currentApproval } from './editorial-facts.ts';
import { stateAfterEdit } from './moves.ts';

export interface ExternalQuestion {
  /** Undefined for a file that is new to the index. */
  readonly before: Pick<WorkflowDocument, 'status' | 'revision' | 'editorial'> | undefined;
  readonly file: Pick<WorkflowDocument, 'status' | 'revision' | 'problem'>;
  readonly requireApproval: boolean;
  /** The tree is taken as it stands . */
  readonly baseline: boolean;
}

type Outcome = Pick<Decision, 'status' | 'publication'>;

/** The state that an edit made on disk leads to (gaps page, Documents and Editorial). */
export function decideExternal(question: ExternalQuestion): Decision {
  const { before, file, requireApproval, baseline } = question;
  const unchanged = before?.revision === file.revision;
  const edited = before && !unchanged ? stateOfEdited(before) : before?.status;
  const outcome = (): Outcome => {
    // Nobody can tell what a broken file means to say, so it changes nothing that the public sees.
    if (file.problem) return { status: before?.status ?? 'draft', publication: 'keep' };
    // With approval required, what the file says of its state counts for nothing, and what is public stays.
    if (requireApproval && !baseline) return { status: edited ?? 'draft', publication: 'keep' };
    return believing(file.status, before?.status, edited);
  };
  const { status, publication } = outcome();
  const holdsApproval = status !== 'draft' && status !== 'archived';
  return { status, publication, approval: unchanged && holdsApproval ? 'keep' : 'clear' };
}

/** What the file says of its state; `edited` is the state that the edit alone would lead to. */
function believing(
  said: DocumentStatus,
  before: DocumentStatus | undefined,
  edited: DocumentStatus | undefined,
): Outcome {
  if (said === 'published') return { status: 'published', publication: 'publish' };
  // What was approved in review is a draft once it is edited (CMS-ST-8), though nobody has told the file.
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
