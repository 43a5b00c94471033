import { expect, test } from 'vitest';
import { changedTerms } from './changed-terms.ts';

const ink = { taxonomy: 'tags', add: ['Ink'], remove: [] };

test.each([
  ['a new list', {}, ink, { tags: ['Ink'] }],
  ['an empty key', { tags: null }, ink, { tags: ['Ink'] }],
  ['a single term', { tags: 'Paper' }, ink, { tags: ['Paper', 'Ink'] }],
  ['a list', { tags: [' Paper ', 3] }, ink, { tags: [' Paper ', 3, 'Ink'] }],
  ['a term that is there', { tags: ['Ink'] }, ink, undefined],
  ['terms under taxonomies', { taxonomies: { tags: [] } }, ink, { taxonomies: { tags: ['Ink'] } }],
  [
    'a removed term',
    { title: 'A', tags: ['Ink', 3] },
    { taxonomy: 'tags', add: [], remove: ['3'] },
    { title: 'A', tags: ['Ink'] },
  ],
  [
    'the last one',
    { title: 'A', tags: ['Ink'] },
    { taxonomy: 'tags', add: [], remove: ['Ink'] },
    { title: 'A' },
  ],
  ['a missing one', { title: 'A' }, { taxonomy: 'tags', add: [], remove: ['Ink'] }, undefined],
])('%s', (...[, values, change, after]) => {
  expect(changedTerms(values, change)).toEqual(after);
});

const rename = (from: string[], to = 'Paint') => ({
  taxonomy: 'tags',
  add: [],
  remove: [],
  rename: { from, to },
});

test.each([
  ['in its place', { tags: ['A', 'Ink', 'B'] }, rename(['Ink']), ['A', 'Paint', 'B']],
  ['all its spellings', { tags: ['ink', 'A', 'Ink'] }, rename(['Ink', 'ink']), ['Paint', 'A']],
  ['to one that is there', { tags: ['Paint', 'Ink'] }, rename(['Ink']), ['Paint']],
  ['to one of its spellings', { tags: ['A', 'ink'] }, rename(['ink', 'Ink'], 'Ink'), ['A', 'Ink']],
  ['a single term', { tags: 'Ink' }, rename(['Ink']), ['Paint']],
])('a term is renamed: %s', (...[, values, change, after]) => {
  expect(changedTerms(values, change)).toEqual({ tags: after });
});

test.each([
  ['without it', { tags: ['A'] }, rename(['Ink'])],
  ['that has it already', { tags: ['Ink'] }, rename(['Ink', 'ink'], 'Ink')],
])('a document %s is unchanged by a rename', (_what, values, change) => {
  expect(changedTerms(values, change)).toBeUndefined();
});
