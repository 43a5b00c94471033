import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import stringWidth from 'string-width';
import {
  consoleView,
  keys,
  listed,
  openConsole,
  proposalDetail,
  runRow,
  Terminal,
  TestConsole,
} from './fixtures.ts';
import { startConsole } from './start-console.ts';

const rule = 'GAP-RC-TUI-1';
const styling = /\[[\d;]*m/;

test(`${rule}: uses the alternate screen, and restores the screen, cursor and keyboard`, async () => {
  const { terminal, ended } = await openConsole();
  expect(terminal.keyboard.isRaw).toBe(true);
  expect([...terminal.modes].toSorted()).toEqual(['1049', '2004']);

  terminal.type('q');
  await ended;
  expect(terminal.keyboard.isRaw).toBe(false);
  expect([...terminal.modes]).toEqual(['25']);
  expect(terminal.listenerCount('resize')).toBe(0);
});

test.each([
  ['in a list', ''],
  ['on a page', '?'],
  ['on the command line', ':start of it'],
])(`${rule}: Ctrl-C leaves %s, and restores raw mode`, async (_where, typed) => {
  const { terminal, ended } = await openConsole();

  terminal.type(typed + keys.ctrlC);
  await ended;
  expect(terminal.keyboard.isRaw).toBe(false);
  expect([...terminal.modes]).toEqual(['25']);
});

test(`${rule}: an external abort quits, also during a hanging read`, async () => {
  const leaving = new AbortController();
  const console = new TestConsole({
    signal: leaving.signal,
    source: () => new Promise(() => undefined),
  });
  await console.terminal.shows('Reading …');

  leaving.abort();
  await console.ended;
  expect(console.terminal.keyboard.isRaw).toBe(false);
});

test(`${rule}: writes nothing when aborted before the start`, async () => {
  const console = new TestConsole({ signal: AbortSignal.abort() });

  await console.ended;
  expect(console.terminal.written).toBe('');
});

test(`${rule}: an error while drawing ends the console and restores the terminal`, async () => {
  const opened = await openConsole();
  const { terminal } = opened;
  const view = consoleView();
  opened.view = { ...view, tasks: { ...view.tasks, rows: [undefined as never] } };

  await opened.readAgain();
  await expect(opened.ended).rejects.toThrow(TypeError);
  expect(terminal.keyboard.isRaw).toBe(false);
  expect([...terminal.modes]).toEqual(['25']);
});

test(`${rule}: an error in a component ends the console and restores the terminal`, async () => {
  const opened = await openConsole();
  const { terminal } = opened;
  opened.view = consoleView({ runs: listed(runRow({ goal: undefined as never })) });

  await opened.readAgain();
  await expect(opened.ended).rejects.toThrow(TypeError);
  expect(terminal.keyboard.isRaw).toBe(false);
  expect([...terminal.modes]).toEqual(['25']);
});

test(`${rule}: fails without a terminal and suggests headless mode`, async () => {
  const terminal = Object.assign(new Terminal(), { isTTY: false });

  const started = startConsole({
    source: () => Promise.resolve(consoleView()),
    actions: undefined,
    proposal: () => Promise.resolve(proposalDetail()),
    clock: { now: () => new Date(), sleep: () => Promise.resolve() },
    stdin: terminal.keyboard as unknown as NodeJS.ReadStream,
    stdout: terminal as unknown as NodeJS.WriteStream,
    signal: new AbortController().signal,
    colour: false,
  });
  await expect(started).rejects.toThrow(/needs a terminal .* Run headless/);
  expect(terminal.written).toBe('');
});

test(`${rule}: keeps the last view while reads fail, with the error and its start time`, async () => {
  const opened = await openConsole();
  const { terminal } = opened;

  opened.failure = new Error('connect ECONNREFUSED 127.0.0.1:5432');
  await opened.readAgain();
  await terminal.shows('STALE SINCE 12:00:00', 'connect ECONNREFUSED', '> run-1');
  await opened.readAgain();
  await opened.readAgain();
  await terminal.shows('Not updated since 12:00:00');

  opened.failure = undefined;
  await opened.readAgain();
  await terminal.until((screen) => !/not read since/i.test(screen));
  await terminal.shows('(news)  ready');
});

test(`${rule}: a failure before the first view is shown`, async () => {
  const console = new TestConsole({ source: () => Promise.reject(new Error('no database')) });

  await console.terminal.shows('STALE SINCE 12:00:00', 'no database');
});

test(`${rule}: unchanged lines are not redrawn`, async () => {
  const opened = await openConsole();
  await opened.clock.sleeping();
  const { writes } = opened.terminal;

  opened.view = consoleView();
  await opened.readAgain();
  await opened.clock.sleeping();
  opened.terminal.type('2');
  await opened.terminal.shows('[2 Tasks]');
  expect(opened.terminal.written.split('[1 Runs]')).toHaveLength(2);
  // A frame for the key press, plus the markers around it.
  expect(opened.terminal.writes - writes).toBeLessThanOrEqual(4);
});

test.each([
  [60, 16],
  [80, 24],
  [120, 40],
  [200, 60],
])(`${rule}: at %ix%i every list fits without scrolling`, async (columns, rows) => {
  const { terminal } = await openConsole({ columns, rows });

  for (const [index, label] of [
    'Runs',
    'Tasks',
    'Agents',
    'Claims',
    'Prop',
    'App',
    'Event',
  ].entries()) {
    terminal.type(String(index + 1));
    await terminal.shows(`[${index + 1} ${label}`);
    expect(terminal.screen).toMatch(/^> /m);
  }
  expect(terminal.scrolled).toBe(0);
  expect(terminal.screen.split('\n').at(-2)).toMatch(/^(Arrows\/)?jk move .* q quit$/);
});

test(`${rule}: a wide terminal shows full headings and more rows`, async () => {
  const { terminal } = await openConsole({ columns: 120, rows: 40 });

  expect(terminal.lineWith('TASKS o/p/b/d')).toMatch(/PROPOSALS +APPROVALS$/);
  expect(terminal.screen).toMatch(/Tasks, 1-1\d of 900/);
});

test(`${rule}: follows a resize, and below 60x16 shows the required size`, async () => {
  const { terminal, ended } = await openConsole();

  terminal.resize(60, 16);
  await terminal.until((screen) => screen.split('\n').at(-2)!.startsWith('jk move  Tab lists'));
  expect(terminal.screen.split('\n').every((line) => stringWidth(line) <= 60)).toBe(true);
  terminal.resize(40, 8);
  await terminal.shows('This window is 40x8; the console needs', 'q quits.');
  expect(terminal.screen).not.toContain('run-1');
  terminal.resize(100, 30);
  await terminal.shows('> run-1', '3 Agents', 'q quit');
  expect(terminal.screen).not.toContain('This window');
  terminal.resize(40, 8);
  await terminal.shows('q quits.');
  terminal.type(':pause', keys.enter, 'q');
  await ended;
});

test(`${rule}: styles lines with colour, and writes no styles without`, async () => {
  // Ink uses chalk's detection, which finds no colours in the test terminal.
  const chalkOfInk = createRequire(import.meta.resolve('ink')).resolve('chalk');
  const { default: chalk } = (await import(chalkOfInk)) as { default: { level: number } };
  chalk.level = 1;
  const coloured = await openConsole({ colour: true });
  const plain = await openConsole({ colour: false });
  for (const { terminal } of [coloured, plain]) {
    terminal.type('5', keys.enter);
    await terminal.shows('+Four lines.');
  }

  expect(coloured.terminal.written).toContain('[32m+Four lines.');
  expect(plain.terminal.written).not.toMatch(styling);
  expect(plain.terminal.screen).toBe(coloured.terminal.screen);
});

const hostile =
  'x\u001b[2J\u001b]0;owned\u0007\u009b31m\rq\b\u202egnp.\u2066e\u200b日本\u{1f469}\u200d\u{1f680}\u2764\ufe0f\u{1f1e9}\u{1f1ea}\n\u0000end';
const tamed =
  'x␛[2J␛]0;owned␇<U+009B>31m␍q␈<U+202E>gnp.<U+2066>e<U+200B>日本\u{1f469}\u{1f680}\u2764DE ␀end';

test(`${rule}: control characters, escapes and bidirectional overrides of agents do not reach the terminal`, async () => {
  const view = consoleView({
    workspace: { id: hostile, name: hostile },
    runs: listed(runRow({ goal: hostile, state: hostile, reason: hostile })),
    events: listed({ id: 1, runId: hostile, type: hostile, text: hostile, at: new Date(0) }),
  });
  // The test terminal throws on every unexpected control character.
  const opened = await openConsole({ view, columns: 200, rows: 40 });
  const { terminal } = opened;
  opened.detail = proposalDetail({ title: hostile, body: hostile, patch: `+${hostile}` });

  await terminal.shows('␛[2J');
  terminal.type(keys.enter);
  await terminal.shows('── Run run-1', tamed);
  terminal.type(keys.escape, '7', keys.enter);
  await terminal.shows('── Event 1', tamed);
  terminal.type(keys.escape, '5', keys.enter);
  await terminal.shows('── Proposal pr-1', '+x␛[2J', 'DE\n␀end');
  opened.failure = new Error(hostile);
  await opened.readAgain();
  await terminal.shows('Not updated since');
  expect(terminal.written).not.toMatch(/[\u0080-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
  expect(terminal.modes).not.toContain('0');
});

test(`${rule}: wide characters keep the columns aligned`, async () => {
  const goals = [
    'plain',
    '日本語のゴールはとても長いのです',
    '👩🏽‍🚀 and ❤️ and 🇩🇪',
    'Zalgo\u0301\u0301\u0301\u0301\u0301',
  ];
  const rows = goals.map((goal, index) => runRow({ id: `run-${index}`, goal }));
  const { terminal } = await openConsole({ view: consoleView({ runs: listed(...rows) }) });

  const places = terminal.screen
    .split('\n')
    .filter((line) => line.includes(' 3/2/1/14 '))
    .map((line) => stringWidth(line.slice(0, line.indexOf('3/2/1/14'))));
  expect(places).toHaveLength(4);
  expect(new Set(places).size).toBe(1);
});
