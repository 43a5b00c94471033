import fs from 'node:fs';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { newId, sha256, systemClock } from '@galley/kernel';
import { WorkerService, type Work, type Worker } from '@galley/runcoord';
import { createTwoFilesPatch } from 'diff';
import { expect, vi } from 'vitest';
import { TestServer, type Answer, type Client } from '../fixtures.ts';

export const post = `---
title: Ink
workflow: published
author: olga
---
Ink is blak.
`;

const waitOptions = { timeout: 30_000, interval: 20 };

/** The content tree lies in the repository of the agents' workspace. Olga and Eve are editors. */
export class AgentNewsroom implements AsyncDisposable {
  readonly server: TestServer;
  readonly olga: Client;
  readonly eve: Client;
  readonly #folder: string;
  readonly #workspace: string;

  private constructor(
    server: TestServer,
    people: { olga: Client; eve: Client },
    place: { folder: string; workspace: string },
  ) {
    this.server = server;
    this.olga = people.olga;
    this.eve = people.eve;
    this.#folder = place.folder;
    this.#workspace = place.workspace;
  }

  static async open(
    repository: 'content' | '.',
    workspace = 'default',
    coordinator: Readonly<Record<string, unknown>> = {},
  ): Promise<AgentNewsroom> {
    const server = await TestServer.start({
      files: {
        'content/posts/ink.md': post,
        'content/posts/pen.md': post.replace('Ink', 'Pen').replace('Ink is blak', 'Pens rite'),
        'notes.txt': 'By hand.\n',
      },
      config: {
        coordinator: {
          enforcement: 'enforced',
          workspace: { id: workspace, repository },
          ...coordinator,
        },
      },
    });
    const people = {
      olga: await server.signedInAs({ username: 'olga', role: 'editor' }),
      eve: await server.signedInAs({ username: 'eve', role: 'editor' }),
    };
    const folder = join(server.project, repository);
    const newsroom = new AgentNewsroom(server, people, { folder, workspace });
    await git.init({ fs, dir: folder, defaultBranch: 'main' });
    await newsroom.commit('As it was');
    await newsroom.#seed();
    return newsroom;
  }

  async commit(message: string): Promise<string> {
    const dir = this.#folder;
    await git.add({ fs, dir, filepath: '.' });
    const author = { name: 'Olga', email: 'olga@example.org' };
    return git.commit({ fs, dir, message, author });
  }

  head(): Promise<string> {
    return git.resolveRef({ fs, dir: this.#folder, ref: 'HEAD' });
  }

  log() {
    return git.log({ fs, dir: this.#folder });
  }

  async committed(path: string): Promise<string> {
    const oid = await this.head();
    const { blob } = await git.readBlob({ fs, dir: this.#folder, oid, filepath: path });
    return new TextDecoder().decode(blob);
  }

  async diff(path: string, change: (text: string) => string): Promise<string> {
    const before = await this.committed(path);
    const body = createTwoFilesPatch(`a/${path}`, `b/${path}`, before, change(before), '', '');
    return `diff --git a/${path} b/${path}\n${body.replace(/^=+\n/, '').replaceAll('\t\n', '\n')}`;
  }

  async propose(patch: string, more: { readonly base?: string } = {}): Promise<string> {
    const base = more.base ?? (await this.head());
    const words = { title: 'Mend it', body: 'It is black.', risk: 'low' };
    const { id } = await this.#do((work) => work.proposals.create(words));
    await this.#do((work) => work.proposals.attachPatch(id, base, patch));
    await this.#do((work) => work.proposals.requestReview(id));
    return id;
  }

  async revise(id: string, patch: string): Promise<void> {
    const base = await this.head();
    await this.#do((work) => work.proposals.attachPatch(id, base, patch));
    await this.#do((work) => work.proposals.requestReview(id));
  }

  async proposal(id: string) {
    const answer = await this.eve.get(`${this.#api}/proposals/${id}`);
    return answer.json<{
      status: string;
      decided_by: string | null;
      decision_note: string | null;
      applied_commit: string | null;
      patch: { sha256: string };
      checks_state: string;
      checks: { name: string; outcome: string; detail: string }[];
      pull_request: { state: string; number: number; url: string; problem: string | null } | null;
    }>();
  }

  async list() {
    const answer = await this.eve.get(`${this.#api}/proposals`);
    return answer.json<{ items: { id: string; checks_state: string }[] }>();
  }

  async decide(
    id: string,
    decision: 'accept' | 'reject' | 'request-revision',
    { by = this.eve, note }: { by?: Client; note?: string } = {},
  ): Promise<Answer> {
    const { patch } = await this.proposal(id);
    const body = { patch_sha256: patch.sha256, ...(note !== undefined && { note }) };
    const headers = { 'idempotency-key': newId() };
    return by.post(`${this.#api}/proposals/${id}/${decision}`, body, headers);
  }

  async waitForStatus(id: string, status: string) {
    await vi.waitFor(
      async () => expect((await this.proposal(id)).status).toBe(status),
      waitOptions,
    );
    return this.proposal(id);
  }

  async document(path: string) {
    const answer = await this.eve.get(
      `/__admin/api/document?path=${encodeURIComponent(path)}&include=raw`,
    );
    return answer.json<{
      status: string;
      revision: string;
      raw_body: string;
      raw: string;
      editorial: { approved_by: string | null };
    }>();
  }

  async reviewed(path: string, text: string) {
    // In one answer: before a new text, the document may be in review with the previous one.
    const wanted = {
      status: 'in_review',
      raw_body: expect.stringContaining(text) as string,
    };
    await vi.waitFor(
      async () => expect(await this.document(path)).toMatchObject(wanted),
      waitOptions,
    );
    return this.document(path);
  }

  async history(path: string) {
    const { db } = this.server.database;
    return db
      .selectFrom('documents')
      .select('head_hash as head')
      .where('path', '=', path)
      .execute() as Promise<[{ head: string }]>;
  }

  async waitForSubmission(id: string): Promise<void> {
    const { db } = this.server.database;
    await vi.waitFor(async () => {
      const rows = await db
        .selectFrom('proposal_submissions')
        .innerJoin(
          'proposal_documents',
          'proposal_documents.proposal_id',
          'proposal_submissions.proposal_id',
        )
        .select('revision')
        .where('proposal_submissions.proposal_id', '=', id)
        .execute();
      expect(rows).toEqual([{ revision: expect.any(String) as string }]);
    }, waitOptions);
  }

  async editorial(
    path: string,
    action: 'approve' | 'request_changes',
    { by = this.eve, note }: { by?: Client; note?: string } = {},
  ): Promise<Answer> {
    const { revision: expected_revision } = await this.document(path);
    return by.post('/__admin/api/documents/editorial', {
      source_path: path,
      action,
      expected_revision,
      ...(note !== undefined && { note }),
    });
  }

  get #api(): string {
    return `/api/v1/workspaces/${this.#workspace}`;
  }

  async #do<T>(act: (work: Work) => Promise<T>): Promise<T> {
    const { db } = this.server.database;
    const modes = { enforcement: 'enforced', scope: 'run' } as const;
    const desk = new WorkerService({ db, clock: systemClock, ...modes });
    let done: { readonly value: T } | undefined;
    const working = { ...worker, workspaceId: this.#workspace };
    await desk.change(working, { name: 'test', key: newId(), input: {} }, async (work) => {
      done = { value: await act(work) };
      return '{}';
    });
    return done!.value;
  }

  async #seed(): Promise<void> {
    const { db } = this.server.database;
    const now = new Date();
    const times = { started_at: now, transitioned_at: now };
    await db
      .insertInto('runs')
      .values({
        id: 'run-1',
        workspace_id: this.#workspace,
        goal: 'Mend',
        status: 'active',
        ...times,
      })
      .execute();
    await db
      .insertInto('agents')
      .values({
        id: 'ada',
        role: 'implementer',
        name: 'ada',
        adapter: 'generic',
        command: '',
        status: 'idle',
        enabled: true,
        updated_at: now,
      })
      .execute();
    await db
      .insertInto('worker_tokens')
      .values({
        id: worker.tokenId,
        token_hash: sha256(newId()),
        run_id: 'run-1',
        agent_id: 'ada',
        scopes: [],
        created_by: 'olga',
        created_at: now,
        expires_at: worker.expiresAt,
      })
      .execute();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.server[Symbol.asyncDispose]();
  }
}

const worker: Omit<Worker, 'workspaceId'> = {
  tokenId: 'token-1',
  agentId: 'ada',
  runId: 'run-1',
  scopes: new Set(),
  expiresAt: new Date(Date.now() + 3_600_000),
};
