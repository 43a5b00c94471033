import { expect, test } from 'vitest';
import { fittingCount } from './use-fitting-count.ts';

test.each([
  { width: 118, count: 5, name: 'all tools and separators fit' },
  { width: 117, count: 3, name: 'the menu takes the room of a tool and a separator' },
  { width: 60, count: 1, name: 'the menu has most tools' },
  { width: 20, count: 0, name: 'the menu has all tools' },
])('$count of 5 tools are shown in $width px: $name', ({ width, count }) => {
  expect(fittingCount([2, 2, 1], { width, button: 20, separator: 9 })).toBe(count);
});
