import { describe, expect, test } from 'vitest';
import { DomainError } from '@galley/kernel';
import { parseCustomFields } from '@galley/settings';
import { editor, type Newsroom } from '../../workflow/newsroom.fixtures.ts';
import { examineTree } from '../../verification/examine-tree.ts';
import type { Finding } from '../../verification/finding.ts';
import {
  ask,
  decide,
  enforced,
  indexedIn,
  path,
  publish,
  roomWithDraft,
  rosa,
} from '../../workflow/editorial.fixtures.ts';

const definitions = `types:
  post:
    - name: event
      type: object
      required: true
      fields:
        - { name: start, type: datetime, required: true }
    - { name: photo, type: media }
    - { name: related, type: reference, to: [page], multiple: true }
`;

async function roomWithFields(site?: string): Promise<Newsroom> {
  const room = await roomWithDraft(site);
  define(room, definitions);
  return room;
}

function define(room: Newsroom, yaml: string): void {
  room.settings = { ...room.settings, customFields: parseCustomFields(yaml, room.settings) };
}

const event = { start: '2026-09-01 19:00' };

async function faultsOf(attempt: Promise<unknown>): Promise<Record<string, string> | undefined> {
  try {
    await attempt;
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'invalid_fields') throw error;
    const { errors = [] } = error.details;
    return Object.fromEntries(errors.map(({ path: at, message }) => [at, message]));
  }
}

const save = (room: Newsroom, frontmatter: Record<string, unknown>) =>
  room.service.save(editor, {
    path,
    content: 'Black.\n',
    frontmatter: { title: 'Ink', ...frontmatter },
  });

const missing = { 'fields.event': 'Event is required' };

describe('GAP-SET-2: invalid custom fields', () => {
  test('are allowed in drafts, in review and in archived documents', async () => {
    await using room = await roomWithFields();
    await save(room, { fields: { event: { start: 'soon' } } });
    for (const status of ['in_review', 'draft', 'archived'] as const)
      await room.editorial.changeStatus(editor, { path, status });
    expect((await indexedIn(room)).status).toBe('archived');
  });

  test('block publishing and scheduling by every route', async () => {
    await using room = await roomWithFields();
    const post = { type: 'post', lang: 'en', title: 'New', content: '' };
    const raw = '---\ntitle: Ink\nworkflow: published\n---\nBlack.\n';
    const later = { status: 'scheduled', scheduledPublishAt: '2026-07-01' } as const;
    const routes = [
      publish(room),
      room.editorial.changeStatus(editor, { path, ...later }),
      save(room, { workflow: 'published' }),
      save(room, { workflow: 'scheduled', scheduled_publish_at: '2026-07-01' }),
      room.service.save(editor, { path, content: raw }),
      room.service.create(editor, { ...post, frontmatter: { workflow: 'published' } }),
    ];
    expect(await Promise.all(routes.map(faultsOf))).toEqual(routes.map(() => missing));
    expect((await indexedIn(room)).status).toBe('draft');
    expect(await room.titlesInPublic()).toEqual([]);
  });

  test('are reported individually, each with its path', async () => {
    await using room = await roomWithFields();
    const fields = { event: { start: 'soon', end: 'later' }, photo: 'photo.jpg', extra: 1 };
    expect(await faultsOf(save(room, { workflow: 'published', fields }))).toEqual({
      'fields.event.start': expect.stringContaining('must be a time') as string,
      'fields.event.end': expect.stringContaining('unknown key') as string,
      'fields.photo': expect.stringContaining('must be a file of the media') as string,
    });
  });

  test('do not block a document that satisfies the definitions', async () => {
    await using room = await roomWithFields();
    await save(room, { workflow: 'published', fields: { event, more: 'of the theme' } });
    expect(await room.titlesInPublic()).toEqual(['Ink']);
  });

  test('ADD-ONB-6: a person cannot request a review while a required field is missing', async () => {
    await using room = await roomWithFields();
    const post = { type: 'post', lang: 'en', title: 'New', content: '' };
    const routes = [
      room.editorial.changeStatus(editor, { path, status: 'in_review' }),
      save(room, { workflow: 'in_review' }),
      room.service.create(editor, { ...post, frontmatter: { workflow: 'in_review' } }),
    ];
    expect(await Promise.all(routes.map(faultsOf))).toEqual(routes.map(() => missing));
    const agent = { ...editor, kind: 'system', username: 'agent:ink' } as const;
    await room.editorial.changeStatus(agent, { path, status: 'in_review' });
    expect((await indexedIn(room)).status).toBe('in_review');
  });

  test('also block publishing an approved document', async () => {
    await using room = await roomWithDraft(enforced);
    await ask(room);
    define(room, definitions);
    await decide(room, rosa, 'approve');
    expect(await faultsOf(publish(room))).toEqual(missing);
  });

  test('block a scheduled publication when they were defined after scheduling', async () => {
    await using room = await roomWithDraft();
    await room.editorial.changeStatus(editor, {
      path,
      status: 'scheduled',
      scheduledPublishAt: '2026-06-02',
    });
    define(room, definitions);
    room.clock.advance(2 * 86_400_000);
    expect(await room.schedule.runDue()).toBe(0);
    expect(await room.titlesInPublic()).toEqual([]);
    expect((await room.schedule.report(editor)).acts).toMatchObject([
      { path, reason: expect.stringContaining('Event is required') as string },
    ]);
  });

  test('do not unpublish documents that were public before', async () => {
    await using room = await roomWithDraft();
    await publish(room);
    define(room, definitions);
    expect(await room.titlesInPublic()).toEqual(['Ink']);
    await save(room, { summary: 'New words.' });
    expect(await room.titlesInPublic()).toEqual(['Ink']);
  });

  test('GAP-DOC-8: do not affect a file edited on disk', async () => {
    await using room = await roomWithFields();
    await room.write('posts/hand.md', '---\ntitle: By hand\nworkflow: published\n---\n');
    await room.indexer.indexPath('posts/hand.md');
    expect(await room.titlesInPublic()).toEqual(['By hand']);
  });
});

test('GAP-SET-2: the tree check reports invalid public documents, but no drafts', async () => {
  await using room = await roomWithFields();
  await room.write('posts/hand.md', '---\ntitle: By hand\nfields: { photo: a.jpg }\n---\n');
  await room.write('posts/draft.md', '---\ntitle: A draft\ndraft: true\n---\n');
  const { tree, settings, database } = room;
  const found: Finding[] = [];
  for await (const one of examineTree({ tree, settings, db: database.db, maxBytes: 10_000 }))
    found.push(one);
  expect(found.map(({ path: at, check, message }) => [at, check, message.split(' ')[0]])).toEqual([
    ['posts/hand.md', 'fields', 'fields.event'],
    ['posts/hand.md', 'fields', 'fields.photo'],
  ]);
});

describe('GAP-SET-2: the target of a reference field', () => {
  const linking = { event, photo: 'media/ink.jpg', related: ['pages/about.md', path] };

  test('must exist and have an allowed type', async () => {
    await using room = await roomWithFields();
    expect(await faultsOf(save(room, { workflow: 'published', fields: linking }))).toEqual({
      'fields.photo': 'leads to media/ink.jpg, which is not in the media library',
      'fields.related[0]': 'leads to pages/about.md, which is not a document',
      'fields.related[1]': 'leads to a post; it must be a page',
    });
    await room.write('media/ink.jpg', 'a picture');
    const about = { type: 'page', lang: 'en', title: 'About', content: '' };
    await room.service.create(editor, about);
    const fields = { ...linking, related: ['pages/about.md'] };
    await save(room, { workflow: 'published', fields });
    expect(await room.titlesInPublic()).toEqual(['Ink']);
  });

  test('does not exist while it is in the trash', async () => {
    await using room = await roomWithFields();
    await room.service.create(editor, { type: 'page', lang: 'en', title: 'About', content: '' });
    await room.trash.delete(editor, { path: 'pages/about.md' });
    const fields = { event, related: ['pages/about.md'] };
    expect(await faultsOf(save(room, { workflow: 'published', fields }))).toEqual({
      'fields.related[0]': 'leads to pages/about.md, which is not a document',
    });
  });
});
