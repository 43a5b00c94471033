import { expect, test } from 'vitest';
import stringWidth from 'string-width';
import {
  approvalRow,
  consoleView,
  keys,
  listed,
  noon,
  openConsole,
  proposalRow,
} from './fixtures.ts';

const rule = 'GAP-RC-TUI-1';

test(`${rule}: at 80x24 the table has all columns and fits the terminal`, async () => {
  const { terminal } = await openConsole();

  const heading = terminal.lineWith('RUN ').split(/\s+/).filter(Boolean);
  expect(heading).toEqual('RUN STATE GOAL TASKS AGENTS CLAIMS PROPS APPRS'.split(' '));
  expect(terminal.lineWith('> run-1').split(/\s+/)).toEqual(
    '> run-1 paused-intake A series on cable cars 3/2/1/14 5 6 7 8'.split(' '),
  );
  const lines = terminal.screen.split('\n');
  expect(lines).toHaveLength(24);
  expect(lines.map((line) => stringWidth(line)).filter((width) => width > 80)).toEqual([]);
  expect(lines.at(-1)).toBe('');
  expect(terminal.scrolled).toBe(0);
});

test(`${rule}: the title shows the workspace, the state of the coordinator, and the ticked run`, async () => {
  const { terminal } = await openConsole();

  expect(terminal.screen.split('\n')[0]).toBe(
    'Galley: The Newsroom (news)  ready  enforced  ticks run-1',
  );
});

test(`${rule}: runs, another list, events and the keys are on the screen at the same time`, async () => {
  const { terminal } = await openConsole();

  expect(terminal.screen).toMatch(/── Runs, 1-2 of 2 ─+\n.*\n> run-1/);
  expect(terminal.screen).toMatch(/── Tasks, 1-\d of 900 ─+\n.*\n {2}task-0/);
  expect(terminal.screen).toMatch(/── Events, 1-2 of 2 ─+/);
  expect(terminal.lineWith('Enter inspect')).toBe(
    'Arrows/jk move  Tab/1-7 lists  Enter inspect  : command  ? help  q quit',
  );
});

test(`${rule}: says what the run waits for, what it has used, and what tasks wait for`, async () => {
  const { terminal } = await openConsole();

  const rows = terminal.screen.split('\n');
  expect(rows.slice(-4, -2)).toEqual([
    'ada is working on the task “Ink”.',
    'Used: turns 3 of 20, minutes 4, tokens 1200, USD 0.25 of 2',
  ]);
  expect(terminal.lineWith('task-1 ')).toContain('after Chapter 0');
  terminal.type('2j\r');
  await terminal.shows('Waits for     Chapter 0 (open)');
});

test(`${rule}: shows the time for today, and the date for other days`, async () => {
  const { terminal } = await openConsole();

  expect(terminal.lineWith('task.assigned')).toMatch(/11:59:00 /);
  expect(terminal.lineWith('orchestrator.retry')).toMatch(/2026-05-03 /);
});

test(`${rule}: number keys and Tab select a list, and Shift-Tab goes back`, async () => {
  const { terminal } = await openConsole();
  const lists: readonly (readonly [label: string, row: string])[] = [
    ['1 Runs', 'run-1'],
    ['2 Tasks', 'task-0'],
    ['3 Agents', 'implementer-1'],
    ['4 Claims', 'content/posts/cable-cars.md'],
    ['5 Proposals', 'pr-1'],
    ['6 Approvals', 'ap-1'],
    ['7 Events', '11:59:00'],
  ];
  for (const [label, row] of lists) {
    terminal.type(label[0]!);
    await terminal.shows(`[${label}]`, `> ${row}`);
  }
  for (const [label] of lists) {
    terminal.type(keys.tab);
    await terminal.shows(`[${label}]`);
  }
  terminal.type(keys.backTab);
  await terminal.shows('[6 Approvals]');
});

test(`${rule}: arrows, j and k, pages, Home and End move the selected row`, async () => {
  const { terminal } = await openConsole();
  terminal.type('2');
  await terminal.shows('> task-0');
  const moves: readonly (readonly [bytes: string, row: string])[] = [
    [keys.down, 'task-1 '],
    ['j', 'task-2 '],
    ['jj', 'task-4 '],
    ['k', 'task-3 '],
    [keys.up, 'task-2 '],
    [keys.end, 'task-29'],
    [keys.home, 'task-0 '],
    ['G', 'task-29'],
    ['g', 'task-0 '],
    [keys.up, 'task-0 '],
  ];
  for (const [bytes, row] of moves) {
    terminal.type(bytes);
    await terminal.shows(`> ${row}`);
  }
  const rows = /Tasks, 1-(\d+) of 900/.exec(terminal.screen)![1]!;
  terminal.type(keys.pageDown);
  await terminal.shows(`> task-${rows}`);
  terminal.type(keys.pageUp);
  await terminal.shows('> task-0');
});

test(`${rule}: the selection follows its row when others appear above it, and keeps its position when the row disappears`, async () => {
  const opened = await openConsole();
  const { terminal } = opened;
  terminal.type('6');
  await terminal.shows('> ap-1');

  opened.view = consoleView({ approvals: listed(approvalRow({ id: 'ap-0' }), approvalRow()) });
  await opened.readAgain();
  await terminal.shows('  ap-0', '> ap-1');

  opened.view = consoleView({ approvals: listed(approvalRow({ id: 'ap-0' })) });
  await opened.readAgain();
  await terminal.shows('> ap-0');
});

test(`${rule}: a selection on the newest event follows new events`, async () => {
  const opened = await openConsole();
  const { terminal } = opened;
  terminal.type('7');
  await terminal.shows('> 11:59:00');

  const newest = { id: 3, runId: 'run-1', type: 'agent.turn_started', text: '', at: noon };
  const { rows } = opened.view.events;
  opened.view = consoleView({ events: listed(newest, ...rows) });
  await opened.readAgain();
  await terminal.shows('> 12:00:00   agent.turn_started');
});

test(`${rule}: Enter inspects a row in full, Esc goes back`, async () => {
  const { terminal } = await openConsole();
  const inspections: readonly (readonly [pane: string, ...texts: string[]])[] = [
    [
      '1',
      '── Run run-1',
      'ada is working on the task',
      '3 open, 2 in progress, 1 blocked, 14 done',
      'work_remains',
    ],
    ['2', '── Task task-0', 'Chapter 0', 'implementer-1'],
    ['3', '── Agent implementer-1', 'phantom', 'generic'],
    ['4', '── Claim claim-1', 'content/posts/cable-cars.md'],
    ['7', '── Event 2', 'task.assigned', 'task_id=task-0'],
  ];
  for (const [pane, ...texts] of inspections) {
    terminal.type(pane, keys.enter);
    await terminal.shows(...texts, 'Esc back');
    terminal.type(keys.escape);
    await terminal.shows('Enter inspect');
  }
});

test(`${rule}: the inspector of a proposal shows its diff, its hash and its approval requests`, async () => {
  const { terminal } = await openConsole();

  terminal.type('5', keys.enter);
  await terminal.shows(
    '── Proposal pr-1',
    'Adds the fourth line.',
    '-Three lines.',
    '+Four lines.',
  );
  expect(terminal.lineWith('Patch shown')).toMatch(/ a{64}$/);
  expect(terminal.lineWith('Approval ')).toMatch(/ap-1: requested, requested by architect-1/);
});

test(`${rule}: the inspector of an approval shows the diff of its proposal, if any`, async () => {
  const { terminal } = await openConsole();

  terminal.type('6', keys.enter);
  await terminal.shows('── Approval ap-1', 'requested', '+Four lines.');
  terminal.type(keys.escape);
  await terminal.shows('> ap-1');
  terminal.type('G', keys.enter);
  await terminal.shows('── Approval ap-3', 'architect-1');
  expect(terminal.screen).not.toContain('Four lines');
});

test(`${rule}: a long diff scrolls by line and page, and its long lines are wrapped, not cut`, async () => {
  const opened = await openConsole();
  const { terminal } = opened;
  const added = Array.from({ length: 100 }, (_, index) => `+line ${index}`);
  opened.detail = { ...opened.detail, patch: [...added, `+${'x'.repeat(100)}END`].join('\n') };

  terminal.type('5', keys.enter);
  await terminal.shows('lines 1-18 of');
  terminal.type(keys.pageDown);
  await terminal.shows('lines 19-36 of');
  terminal.type('jk', keys.down);
  await terminal.shows('lines 20-37 of');
  terminal.type(keys.pageUp, keys.up);
  await terminal.shows('lines 1-18 of');
  terminal.type('G');
  await terminal.shows('+»xxx', 'END');
  terminal.type('g');
  await terminal.shows('lines 1-18 of');
});

test(`${rule}: an unreadable proposal is reported`, async () => {
  const { terminal } = await openConsole({
    proposal: () => Promise.reject(new Error('it has gone')),
  });

  terminal.type('5', keys.enter);
  await terminal.shows('Proposal pr-1 could not be read: it has gone');
});

test(`${rule}: a proposal that loads after the user has left opens nothing`, async () => {
  const reading = Promise.withResolvers<never>();
  const opened = await openConsole({ proposal: () => reading.promise });
  const { terminal } = opened;

  terminal.type('5', keys.enter);
  await terminal.shows('Reading proposal pr-1');
  terminal.type('1', '?');
  await terminal.shows('── Help');
  reading.reject(new Error('too late'));
  terminal.type(keys.escape);
  await terminal.shows('> run-1');
  expect(terminal.screen).not.toContain('too late');
});

test(`${rule}: the inspector reports a changed patch, and r reloads it`, async () => {
  const opened = await openConsole();
  const { terminal } = opened;
  terminal.type('5', keys.enter);
  await terminal.shows('+Four lines.');

  const patchSha256 = 'b'.repeat(64);
  opened.view = consoleView({ proposals: listed(proposalRow({ patchSha256 })) });
  opened.detail = { ...opened.detail, patch: '+Five lines.', patchSha256 };
  await opened.readAgain();
  await terminal.shows('The patch has changed', '+Four lines.');
  terminal.type('r');
  await terminal.shows('+Five lines.', patchSha256);
  expect(terminal.screen).not.toContain('has changed');
});

test(`${rule}: help lists all keys and commands, and Esc closes it`, async () => {
  const { terminal } = await openConsole({ rows: 40 });

  terminal.type('?');
  await terminal.shows(
    'Arrows, j k',
    'PgUp, PgDn',
    'Tab, 1 to 7',
    'Ctrl-C',
    ':force-stop',
    ':reject',
  );
  terminal.type(keys.escape);
  await terminal.shows('> run-1');
});
