import { kernelProblems } from '@galley/kernel';
import { expect, test } from 'vitest';
import { approvalRow, consoleView, keys, listed, openConsole, proposalRow } from './fixtures.ts';

const rule = 'GAP-RC-TUI-1';
const patchA = 'a'.repeat(64);
const patchB = 'b'.repeat(64);

test.each(['start', 'pause', 'resume', 'stop'])(
  `${rule}: %s is sent to the coordinator, and its answer is shown`,
  async (name) => {
    const opened = await openConsole();

    await opened.command(name);
    await opened.terminal.shows(`Sent ${name}.`);
    expect(opened.commands).toEqual([{ name }]);
  },
);

test(`${rule}: start takes a goal`, async () => {
  const opened = await openConsole();

  await opened.command('start  A guide to the hills ');
  expect(opened.commands).toEqual([{ name: 'start', goal: 'A guide to the hills' }]);
});

test(`${rule}: a goal is saved and shown until a successful start has used it`, async () => {
  const opened = await openConsole();
  const { terminal } = opened;
  await opened.command('goal A guide to the hills');
  await terminal.shows('Goal for the next start: A guide to the hills');
  await opened.command('goal');
  await terminal.shows('Saved goal: A guide to the hills');

  opened.answer = () => Promise.reject(kernelProblems.unavailable('Not just now.'));
  await opened.command('start');
  await terminal.shows('Not just now.', 'Goal for the next start');

  opened.answer = () => Promise.resolve('Started.');
  await opened.command('start');
  await terminal.shows('Started.');
  expect(terminal.screen).not.toContain('Goal for the next start');
  const start = { name: 'start', goal: 'A guide to the hills' };
  expect(opened.commands).toEqual([start, start]);
});

test(`${rule}: force-stop asks for yes first, and does nothing after any other word or Esc`, async () => {
  const opened = await openConsole();
  const { terminal } = opened;

  await opened.command('force-stop');
  await terminal.shows('Type yes to confirm');
  terminal.type('y', keys.enter);
  await terminal.shows('Cancelled: force-stop needs the word yes.');
  await opened.command('force-stop');
  await terminal.shows('Type yes to confirm');
  terminal.type(keys.escape);
  await terminal.until((screen) => !screen.includes('Type yes'));
  expect(opened.commands).toEqual([]);

  await opened.command('force-stop');
  await terminal.shows('Type yes to confirm');
  terminal.type('yes', keys.enter);
  await terminal.shows('Sent force-stop.');
  expect(opened.commands).toEqual([{ name: 'force-stop' }]);
});

test(`${rule}: a rejection is shown unchanged, and other errors with the command`, async () => {
  const opened = await openConsole();
  const refusal = 'A run that is active cannot resume; that takes paused-intake or degraded.';

  opened.answer = () => Promise.reject(kernelProblems.forbidden(refusal));
  await opened.command('resume');
  await opened.terminal.shows(refusal);
  opened.answer = () => Promise.reject(new Error('socket hang up'));
  await opened.command('resume');
  await opened.terminal.shows('resume failed: socket hang up');
});

test(`${rule}: a second command waits for the answer to the first`, async () => {
  const opened = await openConsole();
  const answer = Promise.withResolvers<string>();
  opened.answer = () => answer.promise;

  await opened.command('pause');
  await opened.command('stop');
  await opened.terminal.shows('pause is still running. Wait for its result.');
  answer.resolve('Paused.');
  await opened.terminal.shows('Paused.');
  expect(opened.commands).toEqual([{ name: 'pause' }]);
});

test(`${rule}: an unknown command gets the nearest and all other commands`, async () => {
  const opened = await openConsole();

  await opened.command('aprove ap-1');
  await opened.terminal.shows('Unknown command "aprove". Did you mean approve?');
  await opened.terminal.shows('start', 'goal', 'pause', 'resume', 'force-stop', 'reject', 'quit');
  expect(opened.commands).toEqual([]);
});

test(`${rule}: arguments of a command without parameters are rejected`, async () => {
  const opened = await openConsole();

  await opened.command('stop run-1');
  await opened.terminal.shows('stop takes no arguments. Type only stop.');
  expect(opened.commands).toEqual([]);
});

test(`${rule}: help and quit work from the command line`, async () => {
  const opened = await openConsole();

  await opened.command('help');
  await opened.terminal.shows('── Help');
  opened.terminal.type(':quit', keys.enter);
  await opened.ended;
});

test(`${rule}: an inspected approval is approved without its ID, bound to the shown hash`, async () => {
  const opened = await openConsole();
  opened.terminal.type('6', keys.enter);
  await opened.terminal.shows('── Approval ap-1');

  await opened.command('approve . Well done');
  await opened.terminal.shows('Sent approve.');
  expect(opened.commands).toEqual([
    { name: 'approve', approvalId: 'ap-1', patchSha256: patchA, note: 'Well done' },
  ]);
});

test(`${rule}: an approval whose patch changed after it was shown is sent with the shown hash`, async () => {
  const opened = await openConsole();
  const { terminal } = opened;
  terminal.type('5', keys.enter);
  await terminal.shows('── Proposal pr-1');

  opened.view = consoleView({
    proposals: listed(proposalRow({ patchSha256: patchB })),
    approvals: listed(approvalRow({ patchSha256: patchB })),
  });
  await opened.readAgain();
  await terminal.shows('The patch has changed');
  await opened.command('approve');
  terminal.type(keys.escape);
  await terminal.shows('> pr-1');
  await opened.command('approve ap-1');
  await terminal.shows('Sent approve.');

  const bound = { name: 'approve', approvalId: 'ap-1', patchSha256: patchA };
  expect(opened.commands).toEqual([bound, bound]);
});

test(`${rule}: an unseen patch is approved only after a yes, bound to the hash of the row`, async () => {
  const opened = await openConsole();
  const { terminal } = opened;

  await opened.command('approve ap-1');
  await terminal.shows('You have not viewed the patch of approval ap-1');
  expect(opened.commands).toEqual([]);
  terminal.type('yes', keys.enter);
  await terminal.shows('Sent approve.');
  expect(opened.commands).toEqual([{ name: 'approve', approvalId: 'ap-1', patchSha256: patchA }]);
});

test(`${rule}: a decision without an ID applies to the row that was selected when typing started`, async () => {
  const opened = await openConsole();
  const { terminal } = opened;
  terminal.type('6:');
  await terminal.shows('Without an ID: approval ap-1, patch aaaaaaaa');

  opened.view = consoleView({
    approvals: listed(approvalRow({ id: 'ap-9', patchSha256: patchB })),
  });
  await opened.readAgain();
  await terminal.shows('> ap-9');
  terminal.type('reject', keys.enter);
  await terminal.shows('Sent reject.');
  expect(opened.commands).toEqual([{ name: 'reject', approvalId: 'ap-1', patchSha256: patchA }]);
});

test(`${rule}: a decision takes an ID and a note, also for an approval without a patch`, async () => {
  const opened = await openConsole();

  await opened.command('approve ap-3 go on with it');
  await opened.command('reject ap-1 sources are missing');
  await opened.terminal.shows('Sent reject.');
  expect(opened.commands).toEqual([
    { name: 'approve', approvalId: 'ap-3', patchSha256: null, note: 'go on with it' },
    { name: 'reject', approvalId: 'ap-1', patchSha256: patchA, note: 'sources are missing' },
  ]);
});

test.each([
  ['approve ap-7', 'Approval ap-7 not found. Requested: ap-1, ap-3.'],
  ['approve ap-2', 'Approval ap-2 is already approved.'],
  ['reject ap', 'The ID matches several approvals: ap-1, ap-3. Type more of it.'],
  ['reject', 'The selected item has no requested approval. Requested: ap-1, ap-3.'],
])(`${rule}: "%s" is answered with the correction`, async (typed, answer) => {
  const opened = await openConsole();

  await opened.command(typed);
  await opened.terminal.shows(answer);
  expect(opened.commands).toEqual([]);
});

test(`${rule}: in a read-only console commands get the reason, and help and quit work`, async () => {
  const readOnlyReason = 'You are not signed in: runs.control is needed.';
  const opened = await openConsole({ actions: undefined, readOnlyReason });

  await opened.command('pause');
  await opened.terminal.shows(readOnlyReason);
  await opened.command('help');
  await opened.terminal.shows('── Help');
  opened.terminal.type('q');
  await opened.ended;
});

test(`${rule}: the command line has the editing keys of a shell`, async () => {
  const opened = await openConsole();
  const { terminal } = opened;
  const edits: readonly (readonly [bytes: string, line: string])[] = [
    ['gaol', ':gaol'],
    [keys.backspace, ':gao'],
    [`${keys.left}${keys.left}${keys.delete}`, ':go'],
    [`${keys.right}al`, ':goal'],
    [` the 日本${keys.home}x`, ':xgoal the 日本'],
    [
      `${keys.delete}g${keys.backspace}${keys.backspace}g${keys.end}${keys.backspace}`,
      ':goal the 日',
    ],
    ['\u0017', ':goal the'],
    ['\u0001\u000b', ':'],
    ['pause\u0015', ':'],
  ];
  terminal.type(':');
  for (const [bytes, line] of edits) {
    terminal.type(bytes);
    await terminal.until((screen) => screen.split('\n').some((row) => row.trimEnd() === line));
  }
});

test(`${rule}: the cursor is at the input position, and in view for long lines`, async () => {
  const { terminal } = await openConsole();
  terminal.type(':');
  await terminal.shows('Enter run');
  terminal.type('日本');
  await terminal.shows(':日本');
  expect(terminal.cursor).toEqual([5, 21]);

  terminal.type('x'.repeat(100), 'END');
  await terminal.shows('END');
  expect(terminal.cursor).toEqual([79, 21]);
  expect(terminal.modes).toContain('25');
  terminal.type(keys.escape);
  await terminal.shows('Enter inspect');
  expect(terminal.modes).not.toContain('25');
});

test(`${rule}: Up and Down browse the history, and return to the current input`, async () => {
  const opened = await openConsole();
  const { terminal } = opened;
  await opened.command('goal one');
  await opened.command('goal two');
  await opened.command('goal two');
  terminal.type(':', 'st');
  for (const [bytes, line] of [
    [keys.up, ':goal two'],
    [keys.up, ':goal one'],
    [keys.up, ':goal one'],
    [keys.down, ':goal two'],
    [keys.down, ':st'],
    [keys.down, ':st'],
  ] as const) {
    terminal.type(bytes);
    await terminal.shows(line);
  }
});

test(`${rule}: pasted text becomes one line, and triggers no key`, async () => {
  const opened = await openConsole();
  const { terminal } = opened;
  const paste = (text: string) => terminal.type(`\u001b[200~${text}\u001b[201~`);

  paste('q:stop\r');
  terminal.type(':');
  await terminal.shows('Enter run');
  paste('goal A guide\r\n  to the\thills\u0007');
  await terminal.shows(':goal A guide to the hills');
  expect(opened.commands).toEqual([]);
});

test(`${rule}: an inspected proposal is accepted or returned, bound to the shown patch`, async () => {
  const opened = await openConsole();
  opened.terminal.type('5', keys.enter);
  await opened.terminal.shows('── Proposal pr-1');
  await opened.command('accept . Well done');
  await opened.terminal.shows('Sent accept.');
  await opened.command('revise');
  await opened.terminal.shows('Say what to revise');
  await opened.command('revise . Blacker');
  await opened.terminal.shows('Sent revise.');
  const about = { proposalId: 'pr-1', patchSha256: patchA };
  expect(opened.commands).toEqual([
    { name: 'accept', ...about, note: 'Well done' },
    { name: 'revise', ...about, note: 'Blacker' },
  ]);
});

test(`${rule}: an unseen proposal is accepted only after a yes, and declined at once`, async () => {
  const opened = await openConsole();
  await opened.command('accept pr-1');
  await opened.terminal.shows('You have not viewed the patch of proposal pr-1');
  opened.terminal.type('yes', keys.enter);
  await opened.terminal.shows('Sent accept.');
  await opened.command('decline pr-1');
  await opened.terminal.shows('Sent decline.');
  await opened.command('accept pr-99');
  await opened.terminal.shows('Proposal pr-99 not found.');
  const about = { proposalId: 'pr-1', patchSha256: patchA };
  expect(opened.commands).toEqual([
    { name: 'accept', ...about },
    { name: 'decline', ...about },
  ]);
});
