import { readFileSync } from 'node:fs';
import {
  contentRooms,
  importedByTests,
  importedByTestsOf,
  importTable,
} from './scripts/import-table.ts';

/** Tests, and what only tests use. */
const test = '(\\.test\\.tsx?|[/.]fixtures\\.ts)$';
/** The same, and what tells the tool that builds the admin, and what of it: not there where Galley only runs. */
const neverInProduction = `${test}|^packages/testing/|^apps/admin/vite(-env\\.d|\\.config)\\.ts$`;
const { devDependencies } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
);
const forTests = Object.keys(devDependencies).join('|');
const anywhere = (names) => `^(apps|packages)/(${names.join('|')})/`;

/** What one package may import, from its row of the table; tests may import a little more. */
const rows = Object.entries(importTable).flatMap(([name, allowed]) => {
  const rule = (kind, from, names) => ({
    name: `imports-of-${name}${kind}`,
    comment: 'The import table (scripts/import-table.ts, ARCHITECTURE.md) does not allow it.',
    severity: 'error',
    from: { path: `^(apps|packages)/${name}/`, ...from },
    to: { path: '^(apps|packages)/', pathNot: anywhere([name, ...names]) },
  });
  return [
    rule('', { pathNot: test }, allowed),
    rule('-tests', { path: `^(apps|packages)/${name}/.*${test}` }, [
      ...allowed,
      ...importedByTests,
      ...(importedByTestsOf[name] ?? []),
    ]),
  ];
});

const rooms = Object.entries(contentRooms).map(([room, allowed]) => ({
  name: `imports-of-room-${room}`,
  comment: 'The table of rooms (scripts/import-table.ts) does not allow it.',
  severity: 'error',
  from: { path: `^packages/content/${room}/`, pathNot: test },
  to: {
    path: '^packages/content/',
    pathNot: `^packages/content/(${[room, ...allowed].join('|')})/`,
  },
}));

export default {
  forbidden: [
    ...rows,
    ...rooms,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'enter-by-index',
      comment: 'A package is entered only by its index.ts.',
      severity: 'error',
      from: { path: '^(apps|packages)/([^/]+)/' },
      to: {
        path: '^(apps|packages)/[^/]+/',
        pathNot: ['^(apps|packages)/$2/', '^(apps|packages)/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'fixtures-only-in-tests',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: test },
      to: { path: '[/.]fixtures\\.ts$' },
    },
    {
      name: 'express-only-in-apis-and-apps',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/(http|run-api)/' },
      to: { path: 'node_modules/(@types/)?express/' },
    },
    {
      name: 'resolvable',
      comment: 'What plugins import as `galley` is there in their sandbox alone.',
      severity: 'error',
      from: { pathNot: '^packages/plugins/built-in/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'declared',
      comment: 'The package.json beside it does not list this dependency.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: neverInProduction },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'] },
    },
    {
      name: 'declared-for-tests',
      comment: 'Neither package.json, that beside it or that at the root, lists this dependency.',
      severity: 'error',
      from: { path: neverInProduction },
      to: {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown'],
        pathNot: `node_modules/(${forTests})/`,
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/fixtures/|/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      conditionNames: ['import', 'types', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};
