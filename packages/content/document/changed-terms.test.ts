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
