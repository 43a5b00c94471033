import { expect, test } from 'vitest';
import { decodeSource } from './decode-source.ts';

test('decodes valid UTF-8 with its byte order mark', () => {
  const bytes = Buffer.from('\uFEFFGrüße 🚀\n');
  expect(decodeSource(bytes)).toEqual({ text: '\uFEFFGrüße 🚀\n', problem: null });
});

test('accepts a literal replacement character in the file', () => {
  expect(decodeSource(Buffer.from('a \uFFFD b')).text).toBe('a \uFFFD b');
});

test('reports an invalid byte with its line and its column in UTF-16 units', () => {
  const bytes = Buffer.concat([Buffer.from('one\r\n🚀 caf'), Buffer.from([0xe9, 0x20, 0x61])]);
  expect(decodeSource(bytes)).toEqual({
    text: null,
    problem: {
      message: 'The file is not valid UTF-8: unexpected byte 0xE9. Save the file as UTF-8.',
      line: 2,
      column: 7,
    },
  });
});

test('does not count a byte order mark as a column', () => {
  const bytes = Buffer.concat([Buffer.from('\uFEFFab'), Buffer.from([0xff])]);
  expect(decodeSource(bytes).problem).toMatchObject({ line: 1, column: 3 });
});

test('finds an invalid byte at the end of four megabytes', () => {
  const bytes = Buffer.alloc(4_000_000, 'a line\n');
  bytes[bytes.length - 1] = 0xff;
  expect(decodeSource(bytes).problem?.line).toBe(Math.floor((bytes.length - 1) / 7) + 1);
});
