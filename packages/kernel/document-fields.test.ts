import { expect, test } from 'vitest';
import { fieldNames, frontmatterKeys, propertyOf } from './document-fields.ts';

test('fields are found by a property and its values, in the order of the table', () => {
  expect(fieldNames('writer', 'server')).toEqual([
    'author',
    'last_editor',
    'created_at',
    'updated_at',
  ]);
  expect(fieldNames('public', 'detail')).toEqual(['fields', 'params', 'created_at', 'updated_at']);
  const seen = new Set<string>(fieldNames('public'));
  expect(fieldNames('type').filter((name) => !seen.has(name))).toEqual([
    'scheduled_publish_at',
    'scheduled_unpublish_at',
  ]);
});

test('a field has its name in camelCase in the code', () => {
  expect(propertyOf('title')).toBe('title');
  expect(propertyOf('scheduled_publish_at')).toBe('scheduledPublishAt');
});

/**
 * A site may have a custom field of any other name. Before a minor version adds a key here, sites with such a field
 * have to go on, `params` has to keep the key, and older rows have to be completed.
 */
test('ADD-KEY-1: the frontmatter keys are those of 1.0', () => {
  expect(frontmatterKeys('people')).toEqual([
    'lang',
    'title',
    'slug',
    'layout',
    'summary',
    'date',
    'taxonomies',
    'fields',
  ]);
  expect(frontmatterKeys('server')).toEqual([
    'editorial',
    'author',
    'last_editor',
    'created_at',
    'updated_at',
  ]);
  expect(frontmatterKeys('state')).toEqual([
    'workflow',
    'draft',
    'scheduled_publish_at',
    'scheduled_unpublish_at',
  ]);
});
