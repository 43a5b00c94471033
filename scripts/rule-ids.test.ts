import { describe, expect, test } from 'vitest';
import { idsInTestNames, ruleDefinitions, ruleReport } from './rule-ids.ts';

const named = (source: string): string[] =>
  idsInTestNames('a.test.ts', source).map((place) => place.id);

describe('a page of the specification', () => {
  test('defines a rule by its id in bold, in a list and in a table', () => {
    const page = '# T\n\n1. **CMS-ED-3** A rule.\n\n| **GAP-RC-API-12** | x |\n';
    expect(ruleDefinitions('p.md', page)).toEqual([
      { id: 'CMS-ED-3', file: 'p.md', line: 3 },
      { id: 'GAP-RC-API-12', file: 'p.md', line: 5 },
    ]);
  });

  test('refers to a rule by its id in plain text', () => {
    expect(ruleDefinitions('p.md', 'See CMS-ED-3 and **bold words**.')).toEqual([]);
  });
});

describe('a test names a rule', () => {
  test.each([
    ['in its own name', "test('CMS-ED-3: a rule', () => {});"],
    ['in the name of its group', "describe('a group (CMS-ED-3)', () => {});"],
    ['in a template', 'it(`CMS-ED-3 for ${role}`, () => {});'],
    ['after an expression in a template', 'it(`${role}: CMS-ED-3`, () => {});'],
    ['in the name of a table', "test.each(rows)('CMS-ED-3 %s', () => {});"],
    ['in a row of a table', "test.each([['CMS-ED-3', 1]])('%s', () => {});"],
    ['inside a group', "describe('g', () => { test.concurrent('CMS-ED-3', () => {}); });"],
  ])('%s', (_where, source) => {
    expect(named(source)).toEqual(['CMS-ED-3']);
  });

  test('with several ids', () => {
    expect(named("test('CMS-ED-3, CMS-ST-13: rules', () => {});")).toEqual([
      'CMS-ED-3',
      'CMS-ST-13',
    ]);
  });

  test('a comment or a string in the body names no rule', () => {
    expect(named("// CMS-ED-3\ntest('x', () => { expect('CMS-ED-3').toBe(1); });")).toEqual([]);
  });

  test('another function names no rule', () => {
    expect(named("contest('CMS-ED-3', () => {});")).toEqual([]);
  });
});

describe('the report', () => {
  const place = (id: string, line = 1): { id: string; file: string; line: number } => ({
    id,
    file: 'f',
    line,
  });

  test('lists every rule with its tests', () => {
    const report = ruleReport([place('CMS-ED-1'), place('CMS-ED-2')], [place('CMS-ED-2', 7)]);
    expect(report.rules.map(({ id, tests }) => [id, tests])).toEqual([
      ['CMS-ED-1', []],
      ['CMS-ED-2', ['f:7']],
    ]);
    expect(report.findings).toEqual([]);
  });

  test('finds a duplicate id', () => {
    expect(ruleReport([place('CMS-ED-1', 1), place('CMS-ED-1', 5)], []).findings).toEqual([
      'CMS-ED-1 is defined twice: f:1, f:5.',
    ]);
  });

  test('finds an undefined id in a test', () => {
    expect(ruleReport([place('CMS-ED-1')], [place('CMS-ED-9', 4)]).findings).toEqual([
      'f:4 names CMS-ED-9, which is not defined in docs/spec.',
    ]);
  });
});
