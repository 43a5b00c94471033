import { describe, expect, test } from 'vitest';
import { DomainError, systemActor } from '@galley/kernel';
import { author, editor } from '@galley/testing';
import { decideSchedule, type ScheduleQuestion } from './decide-schedule.ts';

const now = new Date('2026-06-01T08:00:00Z');
const past = new Date('2026-05-31T08:00:00Z');
const soon = new Date('2026-06-02T08:00:00Z');
const later = new Date('2026-06-03T08:00:00Z');

const nothing: ScheduleQuestion = {
  actor: editor,
  now,
  from: 'draft',
  before: { scheduled_publish_at: null, scheduled_unpublish_at: null },
  asked: {},
  decision: { status: 'draft', publication: 'keep', approval: 'keep' },
  byHand: true,
  wasPublic: false,
  isApproved: false,
  requireApproval: false,
};

const scheduling = {
  ...nothing,
  decision: { status: 'scheduled', publication: 'keep', approval: 'keep' },
} as const;
const publishing = {
  ...nothing,
  decision: { status: 'published', publication: 'publish', approval: 'keep' },
} as const;
const published = {
  ...nothing,
  from: 'published',
  wasPublic: true,
  decision: { status: 'published', publication: 'keep', approval: 'keep' },
} as const;

function planned(publish: Date | null, unpublish: Date | null = null) {
  return { scheduled_publish_at: publish, scheduled_unpublish_at: unpublish };
}

function asked(times: Partial<Record<'publish' | 'unpublish', Date | null>>) {
  const time = (at: Date | null) => at && { at, text: at.toISOString() };
  return {
    ...('publish' in times && { scheduled_publish_at: time(times.publish!) }),
    ...('unpublish' in times && { scheduled_unpublish_at: time(times.unpublish!) }),
  };
}

function outcome(question: ScheduleQuestion): unknown {
  try {
    return decideSchedule(question);
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

describe('scheduling (CMS-ST-6, CMS-ERR-3)', () => {
  test.each([
    ['without a time', {}, 'invalid_schedule'],
    ['for the past', { publish: past }, 'invalid_schedule'],
    ['for this very moment', { publish: now }, 'invalid_schedule'],
    ['with an end at its beginning', { publish: soon, unpublish: soon }, 'invalid_schedule'],
    ['with an end before it', { publish: later, unpublish: soon }, 'invalid_schedule'],
    ['with an end alone', { unpublish: later }, 'invalid_schedule'],
  ])('%s is rejected', (_what, times, code) => {
    expect(outcome({ ...scheduling, asked: asked(times) })).toBe(code);
  });

  test('for the future, with or without a later end, is accepted', () => {
    for (const times of [{ publish: soon }, { publish: soon, unpublish: later }])
      expect(outcome({ ...scheduling, asked: asked(times) })).toEqual(asked(times));
  });

  test('keeps the previous times if they are still valid', () => {
    expect(outcome({ ...scheduling, before: planned(soon, later) })).toEqual({});
    expect(outcome({ ...scheduling, before: planned(past) })).toBe('invalid_schedule');
    const moved = asked({ publish: later });
    expect(outcome({ ...scheduling, before: planned(soon, later), asked: moved })).toBe(
      'invalid_schedule',
    );
  });

  test('again, for a scheduled document, requires an approval if the site does', () => {
    const again = { ...scheduling, from: 'scheduled', before: planned(soon) } as const;
    const times = asked({ publish: later });
    expect(outcome({ ...again, asked: times })).toEqual(times);
    expect(outcome({ ...again, asked: times, requireApproval: true })).toBe('approval_required');
    expect(outcome({ ...again, asked: times, requireApproval: true, isApproved: true })).toEqual(
      times,
    );
    expect(outcome({ ...again, asked: asked({ publish: null }) })).toBe('invalid_schedule');
  });

  test('without changes is accepted, even if due right now', () => {
    expect(outcome({ ...scheduling, from: 'scheduled', before: planned(past) })).toEqual({});
  });
});

describe('publishing', () => {
  test('at once clears the scheduled time', () => {
    expect(outcome({ ...publishing, from: 'scheduled', before: planned(soon, later) })).toEqual({
      scheduled_publish_at: null,
    });
  });

  test('with an end requires a future end', () => {
    expect(outcome({ ...publishing, asked: asked({ unpublish: soon }) })).toEqual(
      asked({ unpublish: soon }),
    );
    expect(outcome({ ...publishing, asked: asked({ unpublish: past }) })).toBe('invalid_schedule');
    expect(outcome({ ...publishing, before: planned(null, past) })).toBe('invalid_schedule');
    const without = { ...publishing, before: planned(null, past) };
    expect(outcome({ ...without, asked: asked({ unpublish: null }) })).toEqual({
      scheduled_unpublish_at: null,
    });
  });

  test('is rejected together with a publish time', () => {
    expect(outcome({ ...publishing, asked: asked({ publish: soon }) })).toBe('invalid_schedule');
    expect(outcome({ ...published, asked: asked({ publish: soon }) })).toBe('invalid_schedule');
  });

  test('keeps the times in a file published on disk until a request changes them', () => {
    const again = { ...published.decision, publication: 'publish' } as const;
    const byHand = { ...published, before: planned(soon, past), decision: again };
    expect(outcome(byHand)).toEqual({});
    expect(outcome({ ...byHand, asked: asked({ publish: null }) })).toEqual({
      scheduled_publish_at: null,
    });
  });

  test('allows scheduling an end afterwards', () => {
    expect(outcome({ ...published, asked: asked({ unpublish: soon }) })).toEqual(
      asked({ unpublish: soon }),
    );
    expect(outcome({ ...published, asked: asked({ unpublish: now }) })).toBe('invalid_schedule');
  });
});

describe('a draft', () => {
  test('has no publish time, and an end only while a version is public', () => {
    expect(outcome({ ...nothing, asked: asked({ publish: soon }) })).toBe('invalid_schedule');
    const end = asked({ unpublish: soon });
    expect(outcome({ ...nothing, asked: end })).toBe('invalid_schedule');
    expect(outcome({ ...nothing, asked: end, wasPublic: true })).toEqual(end);
  });

  test('made by a user clears the schedule; one made by new text keeps it', () => {
    const back = { ...nothing, from: 'scheduled', before: planned(soon, later) } as const;
    expect(outcome(back)).toEqual({ scheduled_publish_at: null, scheduled_unpublish_at: null });
    expect(outcome({ ...back, wasPublic: true })).toEqual({ scheduled_publish_at: null });
    expect(outcome({ ...back, byHand: false })).toEqual({});
  });

  test('that is unpublished or archived has no schedule', () => {
    const off = { ...published, before: planned(null, later) };
    for (const status of ['draft', 'archived'] as const) {
      const decision = { status, publication: 'withdraw', approval: 'clear' } as const;
      expect(outcome({ ...off, decision })).toEqual({ scheduled_unpublish_at: null });
    }
  });
});

test('GAP-ED-4: any other time requires documents.publish, except for clearing a schedule implicitly', () => {
  const maria = author('maria');
  for (const times of [{ publish: soon }, { unpublish: null }, { publish: null }])
    expect(outcome({ ...scheduling, actor: maria, asked: asked(times) })).toBe('forbidden');
  const back = { ...nothing, actor: maria, from: 'scheduled', before: planned(soon) } as const;
  expect(outcome(back)).toEqual({ scheduled_publish_at: null });
  expect(outcome({ ...scheduling, actor: systemActor, asked: asked({ publish: soon }) })).toEqual(
    asked({ publish: soon }),
  );
});
