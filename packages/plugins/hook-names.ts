/** Events for plugins: domain events and builds. */
export const eventNames = [
  'document.saved',
  'document.status_changed',
  'document.published',
  'media.uploaded',
  'build.finished',
] as const;
export type EventName = (typeof eventNames)[number];

/** Filters for public HTML; each requires the permission `render`. */
export const filterNames = ['page.html', 'document.html'] as const;
export type FilterName = (typeof filterNames)[number];

/** Function of a plugin: `document.saved`, `page.html`, `block:chart`, `job:check`, `route:GET /report`. */
export type HookName =
  EventName | FilterName | `block:${string}` | `job:${string}` | `route:${string}`;
