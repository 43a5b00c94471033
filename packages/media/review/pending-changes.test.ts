import { expect, test } from 'vitest';
import { editor } from '@galley/testing';
import { barredFrom, contributorsOf } from './pending-changes.ts';

test('ADD-IND-1: a plugin changes a file for itself and for the people it acts for', () => {
  const plugin = { ...editor, username: 'plugin:resize' };
  expect(contributorsOf(plugin)).toEqual(['plugin:resize']);
  expect(() => contributorsOf({ ...plugin, onBehalfOf: null })).toThrow('without a person');
  expect(contributorsOf({ ...plugin, onBehalfOf: ['ada'] })).toEqual(['plugin:resize', 'ada']);
});

test('ADD-IND-2: editorial.independence says who is barred: all contributors, or the last one', () => {
  const contributors = ['ada', 'plugin:resize', 'bo'];
  const barred = (rule: 'contributors' | 'last_editor') =>
    barredFrom(contributors, { independence: () => rule });
  expect(barred('contributors')).toEqual(contributors);
  expect(barred('last_editor')).toEqual(['bo']);
});
