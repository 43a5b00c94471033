import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasBubblewrap } from '@galley/service';
import { AgentNewsroom } from './fixtures.ts';

const ink = 'content/posts/ink.md';
const pen = 'content/posts/pen.md';
const canSandbox = await hasBubblewrap();

let newsroom: AgentNewsroom;

beforeAll(async () => {
  newsroom = await AgentNewsroom.open('.', 'default', {
    checks: {
      spelling: { command: `! grep -r blak content; printf 'key ghp_${'aB3'.repeat(12)}'` },
    },
    vote_policy: { approve: 0 },
  });
});

afterAll(() => newsroom[Symbol.asyncDispose]());

const mend = (more: string) => (text: string) =>
  text.replace('Ink is blak.', `Ink is black.${more}`);

async function checked(id: string) {
  await vi.waitFor(
    async () => expect((await newsroom.proposal(id)).checks_state).not.toBe('pending'),
    {
      timeout: 30_000,
      interval: 20,
    },
  );
  return newsroom.proposal(id);
}

describe('ADD-CHECK-5: over HTTP, a proposal', () => {
  test('shows its checks, and its draft is in review once they are finished', async () => {
    const id = await newsroom.propose(await newsroom.diff(ink, mend(' See [pens](pen.md).')));
    await newsroom.reviewed('posts/ink.md', 'Ink is black.');
    const { checks_state: state, checks } = await newsroom.proposal(id);
    expect(state).toBe(canSandbox ? 'passed' : 'error');
    const pass = { outcome: 'pass', detail: '1 document checked.' };
    expect(checks).toMatchObject([
      { name: 'alt-texts', ...pass },
      { name: 'links', ...pass },
      { name: 'preview', ...pass },
      { name: 'schema', ...pass },
      canSandbox
        ? { name: 'spelling', outcome: 'pass', detail: 'Exit code 0.\nkey [redacted]' }
        : {
            name: 'spelling',
            outcome: 'error',
            detail: expect.stringContaining('bwrap') as string,
          },
    ]);
    const { items } = await newsroom.list();
    expect(items.find((one) => one.id === id)).toMatchObject({ checks_state: state });
    expect((await newsroom.decide(id, 'reject')).status).toBe(200);
  });

  test('ADD-CHECK-6: with failing checks goes back to its agent three times, then a person decides', async () => {
    const broken = (line: string) =>
      newsroom.diff(pen, (text) => `${text}${line}\n\n[a](ikn.md) ![](../media/gone.png)\n`);
    const id = await newsroom.propose(await broken('One.'));
    const faults = [
      {
        name: 'alt-texts',
        detail: 'posts/pen.md, line 9: the image media/gone.png has no alt text',
      },
      {
        name: 'links',
        detail:
          'posts/pen.md, line 9: no document at posts/ikn.md; did you mean posts/ink.md?\n' +
          'posts/pen.md, line 9: no file at media/gone.png',
      },
    ];
    for (const next of ['Two.', 'Three.', 'Four.']) {
      const { decision_note: note, decided_by: by } = await newsroom.waitForStatus(
        id,
        'revision_requested',
      );
      expect(by).toBe('galley');
      expect(note).toContain('These checks fail: alt-texts, links');
      for (const { detail } of faults) expect(note).toContain(detail);
      await newsroom.revise(id, await broken(next));
    }
    const { status, checks_state: state, checks } = await checked(id);
    expect([status, state]).toEqual(['in_review', 'failed']);
    expect(checks.filter(({ outcome }) => outcome === 'fail')).toMatchObject(faults);
    await newsroom.reviewed('posts/pen.md', 'Four.');
    expect((await newsroom.decide(id, 'accept')).status).toBe(200);
  });

  test('checks the frontmatter, and nothing but commands outside the content tree', async () => {
    const id = await newsroom.propose(
      await newsroom.diff(ink, (text) =>
        text.replace('title: Ink', 'date: soon').replace('blak', 'black'),
      ),
    );
    const { checks } = await checked(id);
    expect(checks.find(({ name }) => name === 'schema')).toMatchObject({
      outcome: 'fail',
      detail: expect.stringMatching(/^posts\/ink\.md, line 2: date must be/) as string,
    });
    const other = await newsroom.propose(
      await newsroom.diff('notes.txt', (text) => text.replace('hand', 'foot')),
    );
    expect((await checked(other)).checks.map(({ name }) => name)).toEqual(['spelling']);
  });
});
