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
  test('CMS-ST-7, GAP-SCHED-1: is published and unpublished at its times, recorded in file and history', async () => {
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

  test('GAP-SCHED-1: that was due during downtime is published at startup, and the history records the delay', async () => {
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

  test('whose whole publication period passed during downtime is not published', async () => {
    await using room = await roomWithDraft();
    await schedule(room, '2026-06-02', '2026-06-03');
    expect(await at(room, '2026-06-04T00:00:00Z')).toBe(1);
    expect(await isPublic(room)).toBe(false);
    const [entry] = await room.service.history(editor, path);
    expect(entry).toMatchObject({ status: 'draft' });
    expect(entry!.message).toContain('passed before it could be published');
  });

  test('GAP-SCHED-1: is published once by several concurrent processes', async () => {
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
    ['2027-03-28 02:30', '2027-03-28T01:30:00Z'],
    ['2026-10-25 02:30', '2026-10-25T00:30:00Z'],
    ['2026-10-25 03:30', '2026-10-25T02:30:00Z'],
    ['2026-12-24', '2026-12-23T23:00:00Z'],
  ])(
    'GAP-DOC-3: for %s in the time zone of Madrid is published at %s',
    async (planned, instant) => {
      await using room = await roomWithDraft('time_zone: Europe/Madrid');
      await schedule(room, planned);
      const before = new Date(new Date(instant).getTime() - 1);
      expect(await at(room, before.toISOString())).toBe(0);
      expect(await at(room, instant)).toBe(1);
    },
  );

  test('CMS-ST-8: becomes a draft with new text, is not published, and keeps its times', async () => {
    await using room = await roomWithDraft();
    await schedule(room, '2026-06-02');
    await room.service.save(maria, { path, content: 'Blacker.\n' });
    expect(await at(room, '2026-06-02T00:00:00Z')).toBe(0);
    expect(await indexedIn(room)).toMatchObject({
      status: 'draft',
      metadata: { scheduledPublishAt: new Date('2026-06-02') },
    });
  });

  test('CMS-ST-8: keeps its times when its author sends the old state with new text', async () => {
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

  test('GAP-DOC-8: replaces the public version at its time', async () => {
    await using room = await roomWithDraft();
    await room.editorial.changeStatus(editor, { path, status: 'published' });
    await room.service.save(editor, { path, content: 'Next.\n' });
    await schedule(room, '2026-06-02');
    expect((await room.published.findByPath(path))!.body).toBe('Black.\n');
    await at(room, '2026-06-02T00:00:00Z');
    expect((await room.published.findByPath(path))!.body).toBe('Next.\n');
  });

  test('can be scheduled by a save', async () => {
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

  test('can be scheduled in its file, and keeps its comments', async () => {
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

  test('GAP-DOC-4: published on disk keeps its time, and a save without changes leaves the file unchanged', async () => {
    await using room = await roomWithDraft();
    await schedule(room, '2999-01-01');
    const file = (await room.read(path)).replace('workflow: scheduled', 'workflow: published');
    await room.write(path, file);
    const { current } = await room.service.get(maria, path);
    await room.service.save(maria, { path, content: current.body });
    expect(await room.read(path)).toBe(file);
    expect(await isPublic(room)).toBe(true);
  });

  test('returned to draft by its author has no schedule', async () => {
    await using room = await roomWithDraft();
    await schedule(room, '2026-06-02', '2026-06-03');
    await room.editorial.changeStatus(maria, { path, status: 'draft' });
    expect(await room.read(path)).not.toContain('scheduled_');
    expect(await at(room, '2026-06-04T00:00:00Z')).toBe(0);
  });
});

describe('with approval required', () => {
  test('CMS-ST-6, GAP-ED-5: an approved document is published at its time', async () => {
    await using room = await approvedRoom(enforced);
    await schedule(room, '2026-06-02');
    expect(await at(room, '2026-06-02T00:00:00Z')).toBe(1);
    expect(await isPublic(room)).toBe(true);
  });

  test('GAP-ED-5: an unapproved document is not published, is reported once as overdue, and is retried', async () => {
    await using room = await roomWithDraft();
    await schedule(room, '2026-06-02');
    room.settings = {
      ...room.settings,
      editorial: { requireApproval: true, independence: 'contributors', rooms: true },
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
      editorial: { requireApproval: false, independence: 'contributors', rooms: true },
    };
    room.clock.advance(61_000);
    expect(await room.schedule.runDue()).toBe(1);
    expect(await isPublic(room)).toBe(true);
    const missed = await room.database.db.selectFrom('missed_schedules').selectAll().execute();
    expect(missed).toEqual([]);
  });

  test('CMS-ST-10: a reassigned document becomes a draft and is not published', async () => {
    await using room = await approvedRoom(enforced);
    await schedule(room, '2026-06-02');
    await assign(room, { assignee: 'jan' });
    expect(await at(room, '2026-06-02T00:00:00Z')).toBe(0);
    expect(await isPublic(room)).toBe(false);
  });
});

describe('errors', () => {
  test('of one document do not block others', async () => {
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

  test('of a document with a changed schedule are cleared', async () => {
    await using room = await roomWithDraft();
    await schedule(room, '2026-06-02');
    room.settings = {
      ...room.settings,
      editorial: { requireApproval: true, independence: 'contributors', rooms: true },
    };
    await at(room, '2026-06-02T00:00:00Z');
    expect(await room.schedule.removeOutdated()).toBe(0);
    await room.editorial.changeStatus(maria, { path, status: 'draft' });
    expect(await room.schedule.removeOutdated()).toBe(1);
  });
});

test('schedules are visible to users who can read the document', async () => {
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

/** More than one batch, due on 2 June. */
async function roomWithMany(count: number): Promise<Newsroom> {
  const room = await Newsroom.open();
  for (let one = 0; one < count; one += 1) {
    const text = `---\ntitle: N${one}\nworkflow: scheduled\nscheduled_publish_at: 2026-06-02\n---\n`;
    await room.write(`posts/n${one}.md`, text);
  }
  await room.indexer.scan();
  return room;
}

test('more actions than a batch are all run', async () => {
  await using room = await roomWithMany(101);
  expect(await at(room, '2026-06-02T00:00:00Z')).toBe(101);
});

test('paths that the settings exclude do not block others', async () => {
  await using room = await roomWithMany(101);
  room.settings = parseSiteSettings('content: { types: { note: { folder: notes } } }', 'site.yaml');
  expect(await at(room, '2026-06-02T00:00:00Z')).toBe(0);
  expect(await room.titlesInPublic()).toEqual([]);
});
