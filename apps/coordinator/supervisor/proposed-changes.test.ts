import fs from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '@galley/kernel';
import { patience, SupervisedProject } from './fixtures.ts';

let project: SupervisedProject;
let revision: string;
beforeAll(async () => {
  project = await SupervisedProject.open({
    over: 'http',
    coordinator: 'workspace: { repository: content },',
  });
  const dir = join(project.project.directory, 'content');
  await mkdir(join(dir, 'posts'), { recursive: true });
  await writeFile(join(dir, 'posts/ink.md'), '# Ink\n');
  await writeFile(join(dir, 'posts/old.md'), '# Old\n');
  await git.init({ fs, dir });
  await git.add({ fs, dir, filepath: '.' });
  const author = { name: 'ada', email: 'ada@example.org' };
  revision = await git.commit({ fs, dir, message: 'Begin', author });
  // Reviewers that do nothing would pause the run.
  const others = project.db.updateTable('agents').set({ enabled: false });
  await others.where('id', '<>', 'implementer-1').execute();
  await project.supervise();
});
afterAll(() => project[Symbol.asyncDispose]());

function addTask(id: string): Promise<unknown> {
  const at = systemClock.now();
  return project.db
    .insertInto('tasks')
    .values({
      id,
      status: 'assigned',
      title: 'Mention soot',
      description: '',
      created_by: 'ada',
      assigned_agent_id: 'implementer-1',
      workspace_id: 'default',
      run_id: 'run-1',
      created_at: at,
      updated_at: at,
    })
    .execute();
}

const patch = `diff --git a/posts/ink.md b/posts/ink.md
--- a/posts/ink.md
+++ b/posts/ink.md
@@ -1 +1,2 @@
 # Ink
+Black.
diff --git a/posts/old.md b/posts/old.md
deleted file mode 100644
--- a/posts/old.md
+++ /dev/null
@@ -1 +0,0 @@
-# Old
diff --git a/posts/soot.md b/posts/soot.md
new file mode 100644
--- /dev/null
+++ b/posts/soot.md
@@ -0,0 +1 @@
+# Soot
`;

test('what an agent leaves in its working copy is proposed, and its task completed', async () => {
  await addTask('task-1');
  const found = await vi.waitFor(async () => {
    const proposals = await project.db.selectFrom('proposals').selectAll().execute();
    expect(proposals).toHaveLength(1);
    const attached = await project.db.selectFrom('proposal_patches').selectAll().execute();
    expect(attached).toHaveLength(1);
    return { ...attached[0], ...proposals[0] };
  }, patience);
  expect(found).toMatchObject({
    title: 'Mention soot',
    body: 'Changes of posts/ink.md, posts/old.md, posts/soot.md.\n\nChanged, but not proposed: posts/picture.bin.',
    task_id: 'task-1',
    proposed_by: 'implementer-1',
    base_revision: revision,
    patch,
  });
  const task = await vi.waitFor(async () => {
    const row = await project.db
      .selectFrom('tasks')
      .select(['status', 'note'])
      .where('id', '=', 'task-1')
      .executeTakeFirstOrThrow();
    expect(row.status).toBe('completed');
    return row;
  }, patience);
  expect(task.note).toBe(`Proposed as ${found.id}.`);
  const turns = (await project.events()).filter(({ type }) => type === 'agent.turn_requested');
  const turn = turns.find(
    ({ payload }) => (payload as { reason: string }).reason === 'task task-1',
  );
  expect(await project.logOf(turn!.id)).toContain(
    'The changes in the working copy were proposed: "Mention soot".',
  );
});

test('changes made during a review or another turn are not proposed', async () => {
  const turn = await project.requestTurn('good');
  await project.endOf(turn);
  await project.sessionOf(turn, 'ended');
  expect(await project.db.selectFrom('proposal_patches').select('sha256').execute()).toHaveLength(
    1,
  );
});

test('changes that are refused leave no proposal behind, and the transcript says why', async () => {
  const recipe = { recipe: 'pages', parameters: '{}', cause: 'person', paths: ['pages/**'] };
  await project.db
    .insertInto('run_recipes')
    .values({ run_id: 'run-1', workspace_id: 'default', ...recipe })
    .execute();
  await addTask('task-2');
  const turn = await project.requestTurn('task task-2');
  expect(await project.logOf(turn)).toContain(
    'The changes in the working copy were not proposed: This run may change only pages/**',
  );
  // A slow turn is requested again by the coordinator, with the same result.
  const proposals = project.db.selectFrom('proposals').select('status').distinct();
  expect(await proposals.where('task_id', '=', 'task-2').execute()).toEqual([
    { status: 'withdrawn' },
  ]);
});
