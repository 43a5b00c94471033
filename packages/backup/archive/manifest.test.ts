import { describe, expect, test } from 'vitest';
import { parseManifest, parseSummary, writeManifest, writeSummary } from './manifest.ts';

const sum = 'a'.repeat(64);
const manifest = {
  name: 'Größer 🖋',
  createdAt: new Date('2026-06-01T08:00:00Z'),
  createdBy: 'ada',
  type: 'content+database',
  includeMedia: false,
  files: [
    { path: 'content/posts/ü.md', size: 3, sha256: sum },
    { path: 'database/documents.ndjson', size: 0, sha256: sum },
  ],
} as const;
const written = JSON.parse(writeManifest(manifest)) as Record<string, unknown>;

test('a manifest reads back as written', () => {
  expect(parseManifest(writeManifest(manifest))).toEqual(manifest);
  expect(written).toMatchObject({ format: 'galley-backup', version: 1, include_media: false });
});

test('a summary is the manifest without files, in printable ASCII', () => {
  const { files: _files, ...summary } = manifest;
  expect(writeSummary(manifest)).toMatch(/^[ -~]+$/);
  expect(parseSummary(writeSummary(manifest))).toEqual(summary);
});

type Case = readonly [what: string, change: object, reason: RegExp];

describe('a manifest is rejected', () => {
  const file = (change: object) => ({
    files: [{ path: 'content/a', size: 1, sha256: sum, ...change }],
  });
  test.each<Case>([
    ['of another program', { format: 'zip' }, /"format"/],
    ['of another version', { version: 2 }, /version 2/],
    ['without a name', { name: 5 }, /"name"/],
    ['without a maker', { created_by: null }, /"created_by"/],
    ['without a time', { created_at: 'yesterday' }, /"created_at"/],
    ['of another type', { type: 'git' }, /"type"/],
    ['that does not say whether media are in it', { include_media: 1 }, /"include_media"/],
    ['without files', { files: {} }, /"files"/],
    ['with one file twice', { files: [...file({}).files, ...file({}).files] }, /twice/],
    ['with half a byte', file({ size: 0.5 }), /size/],
    ['with fewer bytes than none', file({ size: -1 }), /size/],
    ['with another sum', file({ sha256: sum.toUpperCase() }), /SHA-256/],
    ...[
      ...[
        '/etc/passwd',
        '../a',
        'content',
        'content/',
        'content/../a',
        'content//a',
        'content/./a',
      ],
      ...['content/a\\b', 'content/a\0', 'content/\uD800', 'other/a', 'manifest.json'],
      ...['database/a', 'database/A.ndjson', 'database/a/b.ndjson', '', 7],
    ].map(
      (path) =>
        [
          `with the file ${JSON.stringify(path)}`,
          file({ path }),
          /is not a valid path/,
        ] as const satisfies Case,
    ),
  ])('%s', (_what, change, reason) => {
    const parse = (): unknown => parseManifest(JSON.stringify({ ...written, ...change }));
    expect(parse).toThrow(reason);
    expect(parse).toThrow(expect.objectContaining({ code: 'invalid_archive' }));
  });
});
