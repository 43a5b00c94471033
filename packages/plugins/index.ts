export { checkPlugin } from './check-plugin.ts';
export {
  eventNames,
  filterNames,
  type EventName,
  type FilterName,
  type HookName,
} from './hook-names.ts';
export { manifestFile, parseManifest } from './manifest.ts';
export { pluginName, routeAccess, type PluginManifest } from './manifest-schema.ts';
export { permissions, permissionWords, isRisky, type Permission } from './plugin-permissions.ts';
export type { CallingPlugin, Grant, Json } from './grants.ts';
export {
  PluginHost,
  type PluginHostOptions,
  type PluginState,
  type RunningPlugin,
} from './plugin-host.ts';
export { createPlugin } from './new-plugin.ts';
export { findPlugins, type FoundPlugin, type PluginFolder } from './plugin-folders.ts';
export { pluginFunctions } from './plugin-functions.ts';
export { builtInPlugins } from './built-in-plugins.ts';
export { PluginRepository } from './plugin-repository.ts';
export { PluginJobRepository, type JobRun } from './plugin-job-repository.ts';
export { PluginService, type AskedPermission, type ListedPlugin } from './plugin-service.ts';
export { PluginStorageRepository, storageLimit } from './plugin-storage-repository.ts';
export { pluginProblems } from './problems.ts';
export type { AiUsage } from './aiwriter/ai-quota.ts';
export {
  AiWriter,
  type AiWriterOptions,
  type AiWriterSettings,
  type Writing,
  type Written,
} from './aiwriter/ai-writer.ts';
export { aiWriterInfo } from './aiwriter/ai-writer-info.ts';
export { aiWriterProblems } from './aiwriter/problems.ts';
export type { WritingRequest } from './aiwriter/writing-request.ts';
