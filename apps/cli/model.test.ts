import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  people,
  Story,
  type Act,
  type Asking,
  type DiskAct,
  type Planned,
  type Seen,
  type ExpectedRevision,
  type Status,
  type Step,
} from '@galley/testing';
import { modelTest } from './config.ts';
import { ModelSite } from './model-site.fixtures.ts';

const { runs, seed, path } = modelTest;
/** Starts a new site after this many sequences, since each adds data to check. */
const sequencesOfSite = 250;
const patience = 120_000 + runs * 6_000;

const statuses: Status[] = ['draft', 'in_review', 'scheduled', 'published', 'archived'];
const text = fc.nat(5);
const seen = often<Seen>('unsaid', 'current', 'stale');
const shown = often<ExpectedRevision>('unsaid', 'right', 'wrong');
const workflow = fc.option(fc.constantFrom(...statuses));
const forged = fc.option(fc.constantFrom('author' as const, 'editorial' as const), { freq: 5 });
const part = fc.option(fc.nat(people.length + 3), { freq: 2 });

function often<T>(...values: readonly [T, T, T]): fc.Arbitrary<T> {
  const [one, two, three] = values;
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(one) },
    { weight: 3, arbitrary: fc.constant(two) },
    { weight: 1, arbitrary: fc.constant(three) },
  );
}

const planned = fc.option(often<Planned>('never soon', 'long ago', 'in a second'), { freq: 3 });
const decided = often<Seen>('current', 'current', 'stale');
const weighedActs: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<Act>])[] = [
  [1, fc.record({ act: fc.constant('create'), text, workflow, forged })],
  [
    6,
    fc.record({
      act: fc.constant('save'),
      form: fc.constantFrom('body', 'frontmatter', 'raw'),
      text: fc.option(text, { nil: null }),
      workflow,
      forged,
      seen,
      shown,
    }),
  ],
  [
    8,
    fc.record({ act: fc.constant('status'), to: fc.constantFrom(...statuses), at: planned, seen }),
  ],
  [4, fc.record({ act: fc.constant('assign'), owner: part, assignee: part, reviewer: part, seen })],
  [6, fc.record({ act: fc.constant('approve'), seen: decided })],
  [2, fc.record({ act: fc.constant('request_changes'), seen: decided })],
  [2, fc.record({ act: fc.constant('jot') })],
  [2, fc.record({ act: fc.constant('lock'), shown })],
  [2, fc.record({ act: fc.constant('unlock'), shown, force: fc.boolean() })],
  [2, fc.record({ act: fc.constant('delete'), seen, shown })],
  [3, fc.record({ act: fc.constant('recover'), byName: fc.boolean() })],
  [2, fc.record({ act: fc.constant('rewind'), entry: fc.nat(5), shown })],
];
const act = fc.oneof(...weighedActs.map(([weight, arbitrary]) => ({ weight, arbitrary })), {
  weight: 14,
  arbitrary: fc.record({ act: fc.constant('next'), text }),
});

const asking: fc.Arbitrary<Asking> = fc.record({
  who: fc.nat(people.length - 1),
  // With random users nearly every action would be refused, and hardly anything published.
  fits: fc.oneof(
    { weight: 3, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  server: fc.nat(1),
  act,
});

const name = fc.nat(people.length - 1);
const said = fc.constantFrom<Status>('draft', 'in_review', 'published', 'archived');
const diskAct: fc.Arbitrary<DiskAct> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ to: fc.constant('body'), text }) },
  { weight: 3, arbitrary: fc.record({ to: fc.constant('workflow'), value: said }) },
  {
    weight: 2,
    arbitrary: fc.record({ to: fc.constantFrom('author', 'last_editor'), name }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      to: fc.constantFrom('approval', 'comment', 'break', 'mend', 'remove', 'put back'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ to: fc.constant('new'), text, author: fc.option(name), said }),
  },
);

const place = {
  slot: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.constant(1) },
  ),
  watcher: name,
};
const ask = asking.map((asked) => ({ step: 'ask', ...asked }) as const);
const what: fc.Arbitrary<Step> = fc
  .tuple(
    fc.oneof(
      { weight: 100, arbitrary: ask },
      {
        weight: 25,
        arbitrary: fc.record({
          step: fc.constant('disk'),
          edits: fc.array(diskAct, { minLength: 1, maxLength: 3 }),
        }),
      },
      {
        weight: 8,
        arbitrary: fc.record({
          step: fc.constant('rename'),
          isRemovedFirst: fc.boolean(),
        }),
      },
      {
        weight: 8,
        arbitrary: fc.record({ step: fc.constant('both'), asks: fc.tuple(asking, asking) }),
      },
      { weight: 3, arbitrary: fc.constant({ step: 'switch' } as const) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(asking, fc.nat(20))
          .map(([asked, after]) => ({ step: 'kill', after, ...asked }) as const),
      },
      { weight: 1, arbitrary: fc.record({ step: fc.constant('restart'), server: fc.nat(1) }) },
    ),
    fc.record(place),
  )
  .map(([step, where]): Step => ({ ...step, ...where }));

const sequence = fc
  .tuple(
    fc.boolean(),
    fc.record({ who: name, text }),
    fc.array(what, { minLength: 1, maxLength: 25, size: 'max' }),
  )
  .map(([enforced, { who, text: first }, steps]) => {
    const begun: Act = { act: 'create', text: first, workflow: null, forged: null };
    const beginning = { step: 'ask', who, fits: true, server: 0, act: begun } as const;
    return { enforced, steps: [{ ...beginning, slot: 0, watcher: who }, ...steps] };
  });

test(
  `GAP-ED-5, CMS-AUTH-16 to CMS-AUTH-19: the workflow follows the contract after ${runs} random sequences of requests, restarts and file edits`,
  async () => {
    let site = await ModelSite.open();
    let played = 0;
    let steps = 0;
    let enforced = false;
    const property = fc.asyncProperty(sequence, async (story) => {
      if (played > 0 && played % sequencesOfSite === 0) {
        await site[Symbol.asyncDispose]();
        site = await ModelSite.open();
        enforced = false;
      }
      played += 1;
      steps += story.steps.length;
      if (story.enforced !== enforced) await site.requireApproval(story.enforced);
      const told = new Story(site, played.toString(36), story.enforced);
      try {
        await told.play(story.steps);
      } finally {
        enforced = told.enforced;
      }
    });
    try {
      await fc.assert(property, {
        numRuns: runs,
        seed,
        ...(path !== undefined && { path }),
        interruptAfterTimeLimit: patience,
      });
      if (modelTest.isByHand) console.log(`seed ${seed}: ${played} sequences, ${steps} steps`);
      expect(site.complaints()).toEqual([]);
      expect(played).toBe(runs);
    } finally {
      await site[Symbol.asyncDispose]();
    }
  },
  patience + 60_000,
);
