import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RenderComparison } from './both-ways.fixtures.ts';
import { randomTemplates } from './random-templates.fixtures.ts';
import { randomViews } from './random-views.fixtures.ts';

test('every template makes of every view what Liquid makes of it, or fails at the same place of the same', () => {
  fc.assert(
    fc.property(
      randomTemplates,
      fc.array(randomViews, { minLength: 1, maxLength: 3 }),
      (templates, views) => {
        const both = new RenderComparison(templates);
        for (const view of views) {
          const page = {
            layout: 'page',
            view: () => ({ ...view }),
            theme: { a: '<i>', list: [1, 2] },
          };
          expect(both.compiled(page)).toEqual(both.byLiquid(page));
        }
      },
    ),
    { numRuns: 200 },
  );
});
