/** What a plugin may be told of, from the domain events of the same names and from builds. */
export const eventNames = [
  'document.saved',
  'document.status_changed',
  'document.published',
  'media.uploaded',
  'build.finished',
] as const;
export type EventName = (typeof eventNames)[number];

/** What HTML passes through plugins on its way to the public; each needs the permission `render`. */
export const filterNames = ['page.html', 'document.html'] as const;
export type FilterName = (typeof filterNames)[number];

/** One thing that a plugin does: `document.saved`, `page.html`, `block:chart`, `job:check`, `route:GET /report`. */
export type HookName =
  EventName | FilterName | `block:${string}` | `job:${string}` | `route:${string}`;
