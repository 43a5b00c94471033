import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { basePath, exampleProject } from '@galley/contract';
import { newId, sha256 } from '@galley/kernel';
import type { Client, TestServer } from '../fixtures.ts';
import { examples, type Query, type Values } from '../operation-examples.ts';
import { WorkRows } from '../runs/fixtures.ts';

interface Newcomer {
  readonly server: TestServer;
  readonly client: Client;
  post<T>(path: string, body: Values): Promise<T>;
}

async function newProposal({ server }: Pick<Newcomer, 'server'>, id: string): Promise<Query> {
  const proposal = newId();
  await new WorkRows(server.database.db, id).addProposal(proposal);
  return { id, proposal };
}

/** In the workspace of the server. */
export async function proposalHere(newcomer: Pick<Newcomer, 'server'>): Promise<Query> {
  const { proposal } = await newProposal(newcomer, 'default');
  return { proposal: String(proposal) };
}

async function appliedProposal(newcomer: Newcomer): Promise<Query> {
  const made = await newcomer.post<{ id: string }>('/backups/git-snapshot', { message: 'Before' });
  const { project } = newcomer.server;
  await cp(join(project, 'content/.git'), join(project, 'work.git'), { recursive: true });
  const params = await newProposal(newcomer, 'default');
  const [path, proposal] = [`${newId()}.txt`, String(params['proposal'])];
  const patch = `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+ink\n`;
  const patch_sha256 = sha256(patch);
  await newcomer.server.database.db
    .insertInto('proposal_patches')
    .values({
      proposal_id: proposal,
      sha256: patch_sha256,
      base_revision: made.id,
      patch,
      attached_by: 'implementer-1',
      attached_at: new Date(),
    })
    .execute();
  const at = `${basePath('runs', '__admin')}/workspaces/default/proposals/${proposal}/accept`;
  const headers = { 'idempotency-key': newId() };
  const accepted = await newcomer.client.post(at, { patch_sha256 }, headers);
  if (accepted.status !== 200) throw new Error(`not accepted: ${accepted.text}`);
  return params;
}

const inkPatch =
  'diff --git a/posts/ink.md b/posts/ink.md\n--- a/posts/ink.md\n+++ b/posts/ink.md\n@@ -2,2 +2,2 @@\n ink\n-grey\n+black\n';

export const commentOnInk = (): Values => ({
  ...examples['proposals.comment']!.body,
  patch_sha256: sha256(inkPatch),
});

async function proposalOnInk(newcomer: Newcomer): Promise<Query> {
  const params = await inReview(newcomer);
  const rows = new WorkRows(newcomer.server.database.db, exampleProject.workspace);
  await rows.addPatch(String(params['proposal']), inkPatch);
  return params;
}

const inReview = (newcomer: Newcomer): Promise<Query> =>
  newProposal(newcomer, exampleProject.workspace);

export const preparedProposals = {
  'proposals.accept': inReview,
  'proposals.reject': inReview,
  'proposals.request_revision': inReview,
  'proposals.comment': proposalOnInk,
  'proposals.rollback': appliedProposal,
};
