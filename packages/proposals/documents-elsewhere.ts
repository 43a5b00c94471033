import type { Database } from '@galley/database';
import type { ProposalDocuments } from './proposal-documents.ts';
import { proposalProblems } from './problems.ts';
import { ProposedDocumentRepository } from './proposed-document-repository.ts';

/** Without the content server, refuses proposals about documents: their approvals cannot be bypassed. */
export function documentsElsewhere(db: Database, prefix: string): ProposalDocuments {
  const drafts = new ProposedDocumentRepository(db);
  const refusal = (): Error =>
    proposalProblems.decided_as_documents(
      'The proposal is about documents of the content tree, and is decided on in the editorial workflow: in the admin, or over the API of the content server (galley serve). Nothing was decided.',
    );
  return {
    isDocument: (path) => path.startsWith(prefix),
    submit: () => Promise.reject(refusal()),
    decide: async ({ proposal }) => {
      if ((await drafts.list(proposal)).length > 0) throw refusal();
    },
    undo: () => Promise.resolve(),
  };
}
