import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPatch } from '@galley/runcoord';
import { applyHunks, maxSteps } from './apply-hunks.ts';

const effort = () => ({ left: maxSteps });

test('what another program finds different between two texts makes one of the other (GAP-RC-MCP-5)', () => {
  const line = fc.constantFrom('a', 'b', 'c', '', 'é', 'x\r');
  const text = fc
    .tuple(fc.array(line, { minLength: 1, maxLength: 30 }), fc.boolean())
    .map(([lines, ends]) => lines.join('\n') + (ends ? '\n' : ''));
  fc.assert(
    // Without context, git puts a part at the end, wherever it was meant.
    fc.property(text, text, fc.integer({ min: 1, max: 3 }), (before, after, context) => {
      fc.pre(before !== after && before !== '' && after !== '');
      const made = createTwoFilesPatch('a/x', 'b/x', before, after, '', '', { context });
      const patch = made.slice(made.indexOf('--- '));
      const [change] = readPatch(patch);
      const applied = applyHunks(Buffer.from(before), change!.hunks, effort()).toString();
      expect(applied).toBe(after);
    }),
    { numRuns: 150 },
  );
});

test('bytes that are no UTF-8 stay as they are', () => {
  const [odd, rest] = [Buffer.from([0xff, 0x0a]), Buffer.from([0xfe, 0x00])];
  const file = (middle: string): Buffer => Buffer.concat([odd, Buffer.from(middle), rest]);
  const [change] = readPatch('--- a/x\n+++ b/x\n@@ -2,2 +2,2 @@\n-a\n+b\n c\n');
  expect(applyHunks(file('a\nc\n'), change!.hunks, effort())).toEqual(file('b\nc\n'));
});

test('a patch whose parts are looked for everywhere is given up', () => {
  const lines = 40_000;
  const file = Buffer.from('same\n'.repeat(lines) + 'end\nlast\n');
  const hunk = '@@ -20000,200 +20000,200 @@\n' + ' same\n'.repeat(198) + '-no\n+yes\n end\n';
  const [change] = readPatch(`--- a/x\n+++ b/x\n${hunk}`);
  const little = { left: 1_000_000 };
  const failure = (() => {
    try {
      return applyHunks(file, change!.hunks, little);
    } catch (error) {
      return error;
    }
  })();
  expect(failure).toMatchObject({ isTooMuch: true });
  expect(little.left).toBeGreaterThan(-1_000);
});
