import { describe, expect, test } from 'vitest';
import { parseSiteSettings } from '@galley/settings';
import { author, editor, Newsroom } from '../newsroom.fixtures.ts';
import {
  approvedRoom,
  assign,
  enforced,
  indexedIn,
  jan,
  maria,
  path,
  roomWithDraft,
} from '../editorial.fixtures.ts';

const day = 86_400_000;

function schedule(room: Newsroom, publish: string, unpublish?: string) {
  return room.editorial.changeStatus(editor, {
    path,
    status: 'scheduled',
    scheduledPublishAt: publish,
    scheduledUnpublishAt: unpublish,
  });
}

function isPublic(room: Newsroom): Promise<boolean> {
  return room.published.findByPath(path).then((found) => found !== undefined);
}

async function at(room: Newsroom, time: string): Promise<number> {
  room.clock.advance(new Date(time).getTime() - room.clock.now().getTime());
  return room.schedule.runDue();
}

describe('a scheduled document', () => {
  test('CMS-ST-7, GAP-SCHED-1: is public from its time on, hidden again from the other on, and says so in file and history', async () => {
    await using room = await roomWithDraft();
    await schedule(room, '2026-06-02T10:00:00+02:00', '2026-06-03 12:00');
    expect(await room.read(path)).toContain('scheduled_publish_at: 2026-06-02T10:00:00+02:00');
    expect(await at(room, '2026-06-02T07:59:59.999Z')).toBe(0);
    expect(await isPublic(room)).toBe(false);

    expect(await at(room, '2026-06-02T08:00:00Z')).toBe(1);
    expect(await isPublic(room)).toBe(true);
    const file = await room.read(path);
    expect(file).toContain('workflow: published');
    expect(file).not.toContain('scheduled_publish_at');
    expect(await indexedIn(room)).toMatchObject({
      status: 'published',
      metadata: { lastEditor: 'maria', scheduledPublishAt: null },
    });

    expect(await at(room, '2026-06-03T12:00:00Z')).toBe(1);
    expect(await isPublic(room)).toBe(false);
    expect((await indexedIn(room)).status).toBe('draft');
    expect(await room.read(path)).not.toContain('scheduled_unpublish_at');
    const entries = await room.service.history(editor, path);
    expect(entries.slice(0, 2)).toMatchObject([
      {
        author: 'galley',
        kind: 'status',
        message: 'Unpublished as scheduled for 2026-06-03T12:00:00.000Z',
      },
      {
        author: 'galley',
        kind: 'status',
        message: 'Published as scheduled for 2026-06-02T08:00:00.000Z',
      },
    ]);
    expect(await room.schedule.runDue()).toBe(0);
  });

  test('GAP-SCHED-1: that was due while nothing ran is published at the start, and the history says how late', async () => {
    await using room = await roomWithDraft();
    await schedule(room, '2026-06-02');
    expect(await at(room, '2026-06-02T03:10:00Z')).toBe(1);
    const [entry] = await room.service.history(editor, path);
    expect(entry!.message).toBe(
      'Published as scheduled for 2026-06-02T00:00:00.000Z, 3 hours late',
    );
    expect(await room.schedule.report(editor)).toMatchObject({
      acts: [],
      nextDueAt: null,
      lastRunAt: room.clock.now(),
    });
    // The last run was for a document that otto does not own.
    expect((await room.schedule.report(author('otto'))).lastRunAt).toBeNull();
  });

  test('whose whole time in public went by while nothing ran does not become public', async () => {
    await using room = await roomWithDraft();
    await schedule(room, '2026-06-02', '2026-06-03');
    expect(await at(room, '2026-06-04T00:00:00Z')).toBe(1);
    expect(await isPublic(room)).toBe(false);
    const [entry] = await room.service.history(editor, path);
    expect(entry).toMatchObject({ status: 'draft' });
    expect(entry!.message).toContain('passed before it could be published');
  });

  test('GAP-SCHED-1: is published once by several processes that look at the same moment', async () => {
    await using room = await roomWithDraft();
    await schedule(room, '2026-06-02', '2026-06-05');
    room.clock.advance(2 * day);
    const processes = Array.from({ length: 5 }, () => room.colleague());
    for (const one of processes) one.clock.advance(2 * day);
    const done = await Promise.all(processes.map((one) => one.schedule.runDue()));
    expect(done.toSorted()).toEqual([0, 0, 0, 0, 1]);
    const entries = await room.service.history(editor, path);
    expect(entries.map(({ author }) => author)).toEqual(['galley', 'edith', 'maria']);
  });

  test.each([
    // 02:30 does not exist and becomes 03:30; a repeated 02:30 means the first.
    ['2027-03-28 02:30', '2027-03-28T01:30:00Z'],
    ['2026-10-25 02:30', '2026-10-25T00:30:00Z'],
    ['2026-10-25 03:30', '2026-10-25T02:30:00Z'],
    ['2026-12-24', '2026-12-23T23:00:00Z'],
  ])('GAP-DOC-3: for %s by the clocks of Madrid is published at %s', async (planned, instant) => {
    await using room = await roomWithDraft('time_zone: Europe/Madrid');
    await schedule(room, planned);
    const before = new Date(new Date(instant).getTime() - 1);
    expect(await at(room, before.toISOString())).toBe(0);
    expect(await at(room, instant)).toBe(1);
  });

  test('CMS-ST-8: becomes a draft with new text, is not published then, and keeps its times for later', async () => {
    await using room = await roomWithDraft();
    await schedule(room, '2026-06-02');
    await room.service.save(maria, { path, content: 'Blacker.\n' });
    expect(await at(room, '2026-06-02T00:00:00Z')).toBe(0);
    expect(await indexedIn(room)).toMatchObject({
      status: 'draft',
      metadata: { scheduledPublishAt: new Date('2026-06-02') },
    });
  });

  test('CMS-ST-8: keeps its times also when its author sends the old state back beside new text', async () => {
    await using room = await roomWithDraft();
    await schedule(room, '2026-06-02');
    const frontmatter = { title: 'Ink', workflow: 'scheduled' };
    const { indexed } = await room.service.save(maria, {
      path,
      content: 'Blacker.\n',
      frontmatter,
    });
    expect(indexed).toMatchObject({
      status: 'draft',
      metadata: { scheduledPublishAt: new Date('2026-06-02') },
    });
  });

  test('GAP-DOC-8: replaces at its time what was public until then', async () => {
    await using room = await roomWithDraft();
    await room.editorial.changeStatus(editor, { path, status: 'published' });
    await room.service.save(editor, { path, content: 'Next.\n' });
    await schedule(room, '2026-06-02');
    expect((await room.published.findByPath(path))!.body).toBe('Black.\n');
    await at(room, '2026-06-02T00:00:00Z');
    expect((await room.published.findByPath(path))!.body).toBe('Next.\n');
  });

  test('by a save that says so is published too', async () => {
    await using room = await roomWithDraft();
    const frontmatter = {
      title: 'Ink',
      workflow: 'scheduled',
      scheduled_publish_at: '2026-06-02 09:00',
    };
    await room.service.save(editor, { path, content: 'Black.\n', frontmatter });
    expect(await room.read(path)).toContain('scheduled_publish_at: 2026-06-02 09:00');
    expect(await at(room, '2026-06-02T09:00:00Z')).toBe(1);
    expect(await isPublic(room)).toBe(true);
  });

  test('by a file that says so is published too, with its comments kept', async () => {
    await using room = await Newsroom.open();
    const file =
      '---\n# in time\ntitle: Ink\nworkflow: scheduled # soon\nscheduled_publish_at: 2026-06-02\n---\nA.\n';
    await room.write(path, file);
    await room.indexer.scan();
    expect(await at(room, '2026-06-02T00:00:00Z')).toBe(1);
    expect(await room.read(path)).toMatch(
      /^---\n# in time\ntitle: Ink\nworkflow: published # soon\n/,
    );
  });

  test('GAP-DOC-4: that somebody published on disk keeps its time, and a save without a change leaves the file alone', async () => {
    await using room = await roomWithDraft();
    await schedule(room, '2999-01-01');
    const file = (await room.read(path)).replace('workflow: scheduled', 'workflow: published');
    await room.write(path, file);
    const { current } = await room.service.get(maria, path);
    await room.service.save(maria, { path, content: current.body });
    expect(await room.read(path)).toBe(file);
    expect(await isPublic(room)).toBe(true);
  });

  test('taken back by its author is planned for nothing any more', async () => {
    await using room = await roomWithDraft();
    await schedule(room, '2026-06-02', '2026-06-03');
    await room.editorial.changeStatus(maria, { path, status: 'draft' });
    expect(await room.read(path)).not.toContain('scheduled_');
    expect(await at(room, '2026-06-04T00:00:00Z')).toBe(0);
  });
});

describe('with approval required', () => {
  test('CMS-ST-6, GAP-ED-5: what is approved is published at its time', async () => {
    await using room = await approvedRoom(enforced);
    await schedule(room, '2026-06-02');
    expect(await at(room, '2026-06-02T00:00:00Z')).toBe(1);
    expect(await isPublic(room)).toBe(true);
  });

  test('GAP-ED-5: what lost its approval, or never had one, is not; it is reported once as overdue, and tried again', async () => {
    await using room = await roomWithDraft();
    await schedule(room, '2026-06-02');
    room.settings = {
      ...room.settings,
      editorial: { requireApproval: true, independence: 'contributors' },
    };
    expect(await at(room, '2026-06-02T00:00:00Z')).toBe(0);
    expect(await isPublic(room)).toBe(false);
    expect(await room.schedule.report(editor)).toMatchObject({
      acts: [
        {
          path,
          act: 'publish',
          status: 'scheduled',
          reason: 'its revision is not approved, and this site publishes only approved revisions',
        },
      ],
      lastRunAt: null,
    });
    for (let minute = 0; minute < 3; minute += 1) {
      room.clock.advance(61_000);
      await room.schedule.runDue();
    }
    const told = await room.database.db
      .selectFrom('domain_events')
      .select(['subject', 'data'])
      .where('type', '=', 'document.schedule_missed')
      .execute();
    expect(told).toMatchObject([{ subject: path, data: { act: 'publish' } }]);

    room.settings = {
      ...room.settings,
      editorial: { requireApproval: false, independence: 'contributors' },
    };
    room.clock.advance(61_000);
    expect(await room.schedule.runDue()).toBe(1);
    expect(await isPublic(room)).toBe(true);
    const missed = await room.database.db.selectFrom('missed_schedules').selectAll().execute();
    expect(missed).toEqual([]);
  });

  test('CMS-ST-10: what is given to somebody else is a draft again and not published', async () => {
    await using room = await approvedRoom(enforced);
    await schedule(room, '2026-06-02');
    await assign(room, { assignee: 'jan' });
    expect(await at(room, '2026-06-02T00:00:00Z')).toBe(0);
    expect(await isPublic(room)).toBe(false);
  });
});

describe('what goes wrong', () => {
  test('with one document holds up no other', async () => {
    await using room = await roomWithDraft();
    await schedule(room, '2026-06-02');
    const broken =
      '---\ntitle: Other\nworkflow: scheduled\nscheduled_publish_at: 2026-06-01 09:00\n---\n';
    await room.write('posts/other.md', broken);
    await room.indexer.scan();
    await room.write('posts/other.md', '---\ntitle: [\n---\n');
    expect(await at(room, '2026-06-02T00:00:00Z')).toBe(1);
    expect(await isPublic(room)).toBe(true);
    const { acts } = await room.schedule.report(editor);
    expect(acts).toMatchObject([{ path: 'posts/other.md', act: 'publish' }]);
    expect(acts[0]!.reason).toContain('its file cannot be read');
  });

  test('and is planned otherwise since is forgotten', async () => {
    await using room = await roomWithDraft();
    await schedule(room, '2026-06-02');
    room.settings = {
      ...room.settings,
      editorial: { requireApproval: true, independence: 'contributors' },
    };
    await at(room, '2026-06-02T00:00:00Z');
    expect(await room.schedule.removeOutdated()).toBe(0);
    await room.editorial.changeStatus(maria, { path, status: 'draft' });
    expect(await room.schedule.removeOutdated()).toBe(1);
  });
});

test('what is planned is shown to those who may read the document', async () => {
  await using room = await roomWithDraft();
  await schedule(room, '2026-06-02', '2026-06-03');
  const acts = [
    { path, title: 'Ink', act: 'publish', dueAt: new Date('2026-06-02'), reason: null },
  ];
  expect(await room.schedule.report(maria)).toMatchObject({ acts });
  expect((await room.schedule.report(jan)).acts).toEqual([]);
  await at(room, '2026-06-02T00:00:00Z');
  expect((await room.schedule.report(editor)).acts).toMatchObject([{ act: 'unpublish' }]);
});

/** That many documents due on 2 June, more than one batch. */
async function roomWithMany(count: number): Promise<Newsroom> {
  const room = await Newsroom.open();
  for (let one = 0; one < count; one += 1) {
    const text = `---\ntitle: N${one}\nworkflow: scheduled\nscheduled_publish_at: 2026-06-02\n---\n`;
    await room.write(`posts/n${one}.md`, text);
  }
  await room.indexer.scan();
  return room;
}

test('more than are looked up at a time are all done at once', async () => {
  await using room = await roomWithMany(120);
  expect(await at(room, '2026-06-02T00:00:00Z')).toBe(120);
});

test('what is no document by the settings any more holds nobody up, however much of it there is', async () => {
  await using room = await roomWithMany(120);
  room.settings = parseSiteSettings('content: { types: { note: { folder: notes } } }', 'site.yaml');
  expect(await at(room, '2026-06-02T00:00:00Z')).toBe(0);
  expect(await room.titlesInPublic()).toEqual([]);
});
