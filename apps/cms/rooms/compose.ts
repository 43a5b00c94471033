import { RoomService, type ContentService } from '@galley/content';
import type { SiteSettings } from '@galley/settings';
import type { Environment } from '../environment.ts';

export function composeRooms(
  { config, db, databaseAddress, clock, logger }: Environment,
  parts: { readonly content: ContentService; readonly settings: () => SiteSettings },
) {
  const isEnabled = (): boolean => parts.settings().editorial.rooms;
  const service = new RoomService({
    db,
    databaseAddress,
    content: parts.content,
    clock,
    logger,
    maxBytes: config.limits.documentBody,
    isEnabled,
  });
  return {
    service,
    isEnabled,
    jobs: [service.presence],
    eventConsumers: [service.loop],
    cleanupTasks: { 'unused rooms': () => service.removeUnused() },
  };
}
