import type { IntegrationEvent } from '@galley/kernel';

/** Filters for public HTML; each requires the permission `render`. */
export const filterNames = ['page.html', 'document.html'] as const;
export type FilterName = (typeof filterNames)[number];

/** Function of a plugin: `document.saved`, `page.html`, `block:chart`, `job:check`, `route:GET /report`. */
export type HookName =
  IntegrationEvent | FilterName | `block:${string}` | `job:${string}` | `route:${string}`;
