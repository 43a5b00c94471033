import type { IntegrationEvent } from '@galley/kernel';

/** Filters for public HTML; each requires the permission `render`. */
export const filterNames = ['page.html', 'document.html'] as const;
export type FilterName = (typeof filterNames)[number];

/** Before a change is committed; each requires the permission `check` (ADD-PLUG-7). */
export const checkNames = ['document.save', 'document.publish'] as const;
export type CheckName = (typeof checkNames)[number];

/** Function of a plugin: `document.saved`, `page.html`, `block:chart`, `job:check`, `route:GET /report`. */
export type HookName =
  | IntegrationEvent
  | FilterName
  | `check:${CheckName}`
  | `validator:${string}`
  | `endpoint:${string}`
  | `block:${string}`
  | `job:${string}`
  | `route:${string}`;
