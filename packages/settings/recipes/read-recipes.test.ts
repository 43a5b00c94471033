import { describe, expect, test } from 'vitest';
import { captureError, createDirectory } from '../fixtures.ts';
import { readRecipes } from './read-recipes.ts';
import { goalOf, pathsOf, resolveParameters } from './recipe.ts';

const agents = [
  { id: 'chair-1', role: 'chair' },
  { id: 'implementer-1', role: 'implementer' },
  { id: 'implementer-2', role: 'implementer' },
  { id: 'reviewer-1', role: 'reviewer' },
];

async function read(files: Readonly<Record<string, string>>, hasRemote = true) {
  const named = Object.entries(files).map(([name, text]) => [`runs/${name}`, text]);
  const given = Object.fromEntries(named) as Record<string, string>;
  return readRecipes(await createDirectory(given), { agents, checks: ['tests'], hasRemote });
}

async function mistakesIn(text: string): Promise<readonly string[]> {
  const { broken } = await read({ 'one.yaml': text });
  return broken.flatMap(({ mistakes }) => mistakes);
}

const whole = `title: Proofread
description: Corrects spelling.
goal: Proofread {{document}} in {{ style }}.
parameters:
  - { name: document, title: Document, kind: document, required: true }
  - { name: style, title: Style, kind: choice, choices: [plain, formal], default: plain }
team: [implementer-2, reviewer]
paths: ['{{document}}', pages/**]
checks: [links, tests]
votes: { approve: 1, reject: 0 }
budget: { turns: 5, minutes: 30, tokens: 100000, usd: 1.5 }
triggers:
  published: { paths: [posts/**] }
  webhook: { token_sha256: ${'ab'.repeat(32)} }
`;

describe('ADD-RUN-1: recipes are files', () => {
  test('has every field, and the chair in its team', async () => {
    const { recipes, broken } = await read({ 'proofread.yaml': whole });
    expect(broken).toEqual([]);
    expect(recipes).toMatchObject([
      {
        name: 'proofread',
        title: 'Proofread',
        agents: ['chair-1', 'implementer-2', 'reviewer-1'],
        paths: ['{{document}}', 'pages/**'],
        checks: ['links', 'tests'],
        votes: { approve: 1, reject: 0 },
        budget: { turns: 5, minutes: 30, tokens: 100_000, usd: 1.5 },
        triggers: {
          published: { paths: ['posts/**'] },
          webhook: { tokenSha256: 'ab'.repeat(32) },
        },
      },
    ]);
  });

  test('a project without the folder has none', async () => {
    const directory = await createDirectory({ 'galley.yaml': '' });
    expect(await readRecipes(directory, { agents, checks: [], hasRemote: false })).toEqual({
      recipes: [],
      broken: [],
    });
  });

  test('other files are ignored, and broken recipes do not hide the others', async () => {
    const good = 'title: One\ngoal: Do it.\n';
    const { recipes, broken } = await read({
      'one.yaml': good,
      'two.yml': good,
      'notes.md': 'Notes',
      'three.yaml': 'title: [',
      'four.yaml': good,
      'four.yml': good,
      'Not a name.yaml': good,
    });
    expect(recipes.map(({ name }) => name)).toEqual(['four', 'one', 'two']);
    expect(broken.map(({ file }) => file).toSorted()).toEqual([
      'runs/Not a name.yaml',
      'runs/four.yml',
      'runs/three.yaml',
    ]);
  });
});

describe('ADD-RUN-1: a mistake names its line and what is right:', () => {
  test.each([
    ['goal: Do it.', '1:1: Title is required'],
    ['title: A\ngoal: B\nbugdet: {}', '3:1: bugdet: unknown key; did you mean budget?'],
    ['title: A\ngoal: Read {{documnet}}.', '2:7: goal: uses the unknown parameter documnet'],
    [
      'title: A\ngoal: B\nparameters: [{ name: tone, title: Tone }]',
      '3:22: parameters[0].name: is not used: the goal does not contain tone in double braces',
    ],
    [
      'title: A\ngoal: "{{a}}"\nparameters: [{ name: a, title: A, kind: number }]',
      '3:41: parameters[0].kind: must be one of text, choice, document, language, not "number"',
    ],
    [
      'title: A\ngoal: "{{a}}"\nparameters: [{ name: a, title: A, kind: choice }]',
      '3:14: parameters[0].choices: is required with kind: choice',
    ],
    [
      'title: A\ngoal: "{{a}}"\nparameters: [{ name: a, title: A, kind: choice, choices: [x], default: y }]',
      '3:72: parameters[0].default: must be one of x',
    ],
    [
      'title: A\ngoal: B\nteam: [implementor]',
      '3:8: team[0]: there is no "implementor"; did you mean implementer?',
    ],
    ['title: A\ngoal: B\nteam: [reviewer]', '3:7: team: requires implementer'],
    [
      'title: A\ngoal: B\nschedule: { cron: "0 25 * * *" }',
      '3:19: schedule.cron: must be a cron expression of five fields, such as "0 6 * * 1", not "0 25 * * *"',
    ],
    [
      'title: A\ngoal: B\nschedule: { cron: "0 0 30 2 *" }',
      '3:19: schedule.cron: names a time that never comes',
    ],
    [
      'title: A\ngoal: B\nschedule: { cron: "0 0 * * *", time_zone: Berlin }',
      '3:43: schedule.time_zone: must be the name of a time zone, such as Europe/Berlin, not "Berlin"',
    ],
    [
      'title: A\ngoal: "{{a}}"\nparameters: [{ name: a, title: A, required: true }]\nschedule: { cron: "0 0 * * *" }',
      '4:11: schedule: requires a default for each required parameter: a',
    ],
    [
      'title: A\ngoal: B\npaths: [../secrets]',
      '3:9: paths[0]: must be a path, in which * stands for a part of a name and ** for folders, such as posts/**, not "../secrets"',
    ],
    ['title: A\ngoal: B\npaths: []', '3:8: paths: must be a list, such as [posts/**], not […]'],
    [
      'title: A\ngoal: B\nbudget: { usd: -1 }',
      '3:16: budget.usd: must be a number from 0.01 to 1000000, not -1',
    ],
  ])('%j', async (text, mistake) => {
    expect(await mistakesIn(text)).toEqual([mistake]);
  });
});

describe('ADD-RUN-1: parameters', () => {
  const recipe = async () => (await read({ 'proofread.yaml': whole })).recipes[0]!;

  test('fill the goal and the paths, once', async () => {
    const given = { document: 'posts/{{style}}.md' };
    const values = resolveParameters(await recipe(), given, []);
    expect(values).toEqual({ document: 'posts/{{style}}.md', style: 'plain' });
    expect(goalOf(await recipe(), values)).toBe('Proofread posts/{{style}}.md in plain.');
    const fitting = { ...values, document: 'posts/[a] (1).md' };
    expect(pathsOf(await recipe(), fitting)).toEqual(['posts/[a] (1).md', 'pages/**']);
  });

  test.each(['**', '*.md', 'posts/*/a.md', 'a/../b.md'])(
    'refuse %s in a path, which would allow more than one document',
    async (document) => {
      const read = await recipe();
      const error = await captureError(() => pathsOf(read, { document, style: 'plain' }));
      expect(error.details.errors).toMatchObject([{ path: 'parameters.document' }]);
    },
  );

  test('are refused together, each with its reason', async () => {
    const error = await captureError(async () =>
      resolveParameters(await recipe(), { documnet: 'x', style: 'odd' }, []),
    );
    expect(error.details.errors).toMatchObject([
      { path: 'parameters.documnet', code: 'unknown_key' },
      { path: 'parameters.document', code: 'required' },
      { path: 'parameters.style', message: 'must be one of plain, formal' },
    ]);
  });

  test.each(['/etc/passwd.md', 'posts/../x.md', 'posts/x.txt', 'posts//x.md', 'a\\b.md'])(
    'refuse %s as a document',
    async (document) => {
      const error = await captureError(async () =>
        resolveParameters(await recipe(), { document }, []),
      );
      expect(error.message).toContain('must be the path of a document');
    },
  );

  test('know the languages of the site', async () => {
    const text = 'title: A\ngoal: "{{to}}"\nparameters: [{ name: to, title: To, kind: language }]';
    const { recipes } = await read({ 'one.yaml': text });
    expect(resolveParameters(recipes[0]!, { to: 'es' }, ['en', 'es'])).toEqual({ to: 'es' });
    const error = await captureError(() =>
      resolveParameters(recipes[0]!, { to: 'xx' }, ['en', 'es']),
    );
    expect(error.message).toBe('parameters.to: must be one of en, es.');
  });

  test('cannot make the goal longer than a goal may be', async () => {
    const text = `title: A\ngoal: "${'x'.repeat(3_900)} {{a}}"\nparameters: [{ name: a, title: A }]`;
    const { recipes } = await read({ 'one.yaml': text });
    const error = await captureError(() => goalOf(recipes[0]!, { a: 'y'.repeat(200) }));
    expect(error.message).toContain('longer than 4000 characters');
  });
});

test('ADD-RUN-23: a recipe asks for pull requests only with a remote', async () => {
  const text = 'title: One\ngoal: Do it.\nresult: pull_request\n';
  const { recipes } = await read({ 'one.yaml': text, 'two.yaml': 'title: Two\ngoal: Do it.\n' });
  expect(recipes.map(({ result }) => result)).toEqual(['pull_request', 'review']);
  const { broken } = await read({ 'one.yaml': text }, false);
  expect(broken).toMatchObject([
    {
      mistakes: [
        expect.stringMatching(/^3:9: result: requires coordinator\.remote\.kind/) as string,
      ],
    },
  ]);
});
