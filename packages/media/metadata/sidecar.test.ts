import { DomainError } from '@galley/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyMetadata, isAltMissing, type MediaMetadata } from './media-metadata.ts';
import { editSidecar, readSidecar } from './sidecar.ts';

const written = `# From the agency
title: Harbour   # working title
x_rights: {agency: "AP", until: 2027-01-01}

# What is to be seen
alt: "Ships at the quay"
tags: [harbour, "2026"]
focal_x: 0.25
`;

describe('a sidecar is read (GAP-MEDIA-1)', () => {
  test('with what is in it, and nothing where nothing is', () => {
    expect(readSidecar(written)).toEqual({
      ...emptyMetadata,
      title: 'Harbour',
      alt: 'Ships at the quay',
      tags: ['harbour', '2026'],
      focal_x: 0.25,
    });
    expect(
      readSidecar('uploaded_at: 2026-06-01T08:00:00Z\ndecorative: true\ncaption: |\n  a\n  b\n'),
    ).toMatchObject({
      uploaded_at: '2026-06-01T08:00:00Z',
      decorative: true,
      caption: 'a\nb\n',
    });
  });

  test.each(['', '\n', '# nothing yet\n', 'title:\ntags: null\n', 'x: 1', '---\n...\n'])(
    '%j says nothing',
    (text) => {
      expect(readSidecar(text)).toEqual(emptyMetadata);
    },
  );

  test.each([
    ['title: Harbour\nalt: 2026\n', 'alt', 'line 2: must be text (in quotes'],
    ['\ntags: harbour', 'tags', 'line 2: must be a list'],
    ['tags: [2026]', 'tags', 'line 1: must be a list'],
    ['decorative: "yes"', 'decorative', 'true or false'],
    ['focal_x: 1.5', 'focal_x', 'a number from 0 to 1'],
    ['focal_y: .nan', 'focal_y', 'a number from 0 to 1'],
    ['focal_y: "0.5"', 'focal_y', 'a number from 0 to 1'],
    ['uploaded_at: yesterday', 'uploaded_at', 'must be a time, such as'],
    ['title: {a: 1}', 'title', 'text'],
    ['title: "a\\0b"', 'title', 'text'],
    ['title: "\\ud800"', 'title', 'text'],
    ['title: a\ntitle: b', '', 'line 2: cannot be read: this key is there already'],
    ['title: a\n\tb: c: d', '', 'line 2: cannot be read: this is not valid YAML'],
    ['a: [', '', 'not valid YAML'],
    ['- a\n', '', 'must be a map of keys'],
    ['just words', '', 'must be a map of keys'],
    ['title: *nobody', '', 'nested at most 64 levels'],
    [`x: ${'['.repeat(20_000)}`, '', ''],
    [`title: ${'x'.repeat(300_000)}`, '', 'at most 262144 bytes'],
    [bomb(), '', 'nested at most 64 levels'],
  ])('%.40j is refused with its place', (text, path, message) => {
    const error = refusal(() => readSidecar(text));
    expect(error.code).toBe('invalid_metadata');
    expect(error.details.errors).toMatchObject([
      { path, message: expect.stringContaining(message) as string },
    ]);
  });

  test('a hostile key is no way into anything', () => {
    expect(readSidecar('__proto__: {title: x}\nconstructor: 1\n')).toEqual(emptyMetadata);
    expect(({} as Record<string, unknown>).title).toBeUndefined();
  });

  test('any text is read or refused', () => {
    const line = fc.constantFrom(
      'title: a',
      'tags:',
      '  - b',
      '- c',
      '&a [*a]',
      '*a',
      '<<: *a',
      '{',
      ']',
      '"',
      '!!binary x',
      '? ',
      ': ',
      '%YAML 1.1',
      '---',
      '\t',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(line).map((lines) => lines.join('\n')),
        ),
        (text) => {
          try {
            expect(Object.keys(readSidecar(text)).sort()).toEqual(
              Object.keys(emptyMetadata).sort(),
            );
          } catch (error) {
            expect(error).toBeInstanceOf(DomainError);
          }
        },
      ),
      { numRuns: 1500 },
    );
  });
});

describe('a sidecar is edited (GAP-MEDIA-1)', () => {
  test('and what a person or a program wrote into it stays', () => {
    const after = editSidecar(written, { title: 'Port', caption: 'Morning: early', focal_x: null });
    expect(after).toBe(`# From the agency
title: Port # working title
x_rights: {agency: "AP", until: 2027-01-01}

# What is to be seen
alt: "Ships at the quay"
tags: [harbour, "2026"]
caption: "Morning: early"
`);
  });

  test('and is not touched when nothing is another', () => {
    expect(
      editSidecar(written, { title: 'Harbour', tags: ['harbour', '2026'], caption: null }),
    ).toBe(written);
    expect(editSidecar(written, {})).toBe(written);
    expect(editSidecar(undefined, { alt: null })).toBe('');
  });

  test('and is made where there was none', () => {
    const made = editSidecar(undefined, { alt: 'Ships', tags: ['a'], uploaded_by: 'ana' });
    expect(readSidecar(made)).toEqual({
      ...emptyMetadata,
      alt: 'Ships',
      tags: ['a'],
      uploaded_by: 'ana',
    });
  });

  test('and is empty when the last of it is taken out, but for comments', () => {
    expect(editSidecar('alt: a\n', { alt: null })).toBe('');
    expect(editSidecar('# mine\n\nalt: a\n', { alt: null })).toContain('# mine');
    expect(editSidecar(written, { title: null, alt: null })).toBe(`# From the agency
title: null # working title
x_rights: {agency: "AP", until: 2027-01-01}

# What is to be seen
alt: null
tags: [harbour, "2026"]
focal_x: 0.25
`);
  });

  test('and keeps the line ends of another system', () => {
    expect(editSidecar('alt: a\r\ntitle: b\r\n', { alt: 'c' })).toBe('alt: c\r\ntitle: b\r\n');
  });

  test('but one that is not valid is left as it is', () => {
    expect(refusal(() => editSidecar('alt: [', { title: 'a' })).code).toBe('invalid_metadata');
    expect(refusal(() => editSidecar('alt: 3', { title: 'a' })).code).toBe('invalid_metadata');
  });

  test('and a value that no sidecar may have is refused', () => {
    expect(refusal(() => editSidecar(undefined, { focal_x: 2 })).details.errors).toMatchObject([
      { path: 'focal_x', code: 'out_of_range' },
    ]);
  });

  const some = fc.option(fc.string({ unit: 'grapheme' }), { nil: null });
  const share = fc.option(
    fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
    { nil: null },
  );
  const changes = fc.record(
    {
      title: some,
      alt: some,
      caption: some,
      credit: some,
      tags: fc.array(fc.string({ unit: 'grapheme' })),
      decorative: fc.boolean(),
      focal_x: share,
      focal_y: share,
    },
    { requiredKeys: [] },
  );

  test('and what was written is read again, with all that was there', () => {
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 4 }), (steps) => {
        const text = steps.reduce(editSidecar, written);
        const wanted = steps.reduce<MediaMetadata>(
          (before, step) => ({ ...before, ...step }),
          readSidecar(written),
        );
        expect(readSidecar(text)).toEqual(wanted);
        expect(text).toContain('x_rights');
        expect(text).toContain('# From the agency');
      }),
      { numRuns: 500 },
    );
  });
});

test.each([
  [{}, true],
  [{ alt: ' ' }, true],
  [{ alt: 'Ships' }, false],
  [{ decorative: true }, false],
])('a picture with %j lacks words for those who do not see it: %s', (given, isMissing) => {
  expect(isAltMissing({ ...emptyMetadata, ...given })).toBe(isMissing);
});

function refusal(work: () => unknown): DomainError {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}

function bomb(): string {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
  for (let index = 1; index < 9; index += 1) {
    lines.push(
      `a${index}: &a${index} [${Array.from({ length: 9 }, () => `*a${index - 1}`).join(', ')}]`,
    );
  }
  return lines.join('\n');
}
