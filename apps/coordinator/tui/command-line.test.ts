import { expect, test } from 'vitest';
import { parseCommand } from './command-line.ts';

const rule = 'GAP-RC-TUI-1';

test.each([
  ['start', { name: 'start', text: '' }],
  ['  START   a  goal ', { name: 'start', text: 'a  goal' }],
  [':goal x', { name: 'goal', text: 'x' }],
  ['force-stop', { name: 'force-stop' }],
  ['approve', { name: 'approve', id: '', note: '' }],
  ['approve .', { name: 'approve', id: '', note: '' }],
  ['approve . fine by me', { name: 'approve', id: '', note: 'fine by me' }],
  ['reject ap-1', { name: 'reject', id: 'ap-1', note: '' }],
  ['reject ap-1  no  sources', { name: 'reject', id: 'ap-1', note: 'no  sources' }],
  ['', undefined],
  [' : ', undefined],
])(`${rule}: the command line reads %j`, (text, command) => {
  expect(parseCommand(text)).toEqual(command);
});

test.each([
  ['paus', 'pause'],
  ['strat', 'start'],
  ['ForceStop', 'force-stop'],
  ['exit', 'quit'],
  ['aproove', 'approve'],
])(`${rule}: the nearest command to %s is %s`, (typed, nearest) => {
  expect(parseCommand(typed)).toMatch(
    new RegExp(`^Unknown command "${typed}"\\. Did you mean ${nearest}\\?`),
  );
});

test(`${rule}: a huge unknown word gets a short answer`, () => {
  expect(parseCommand('x'.repeat(100_000))).toMatch(/^.{100,160}$/);
});
