export { checkPlugin } from './check-plugin.ts';
export type { PluginBlock, PluginManifest } from './manifest-schema.ts';
export { findGuards } from './find-guards.ts';
export type { CheckAnswer, PublicationGuard } from './plugin-checks.ts';
export type { CheckName } from './hook-names.ts';
export type { Permission } from './plugin-permissions.ts';
export type { CallingPlugin, Grant, Json } from './grants.ts';
export { PluginHost, type RunningPlugin } from './plugin-host.ts';
export { stateOfSwitch } from './plugin-state.ts';
export { createPlugin } from './new-plugin.ts';
export { findPlugins, type PluginFolder } from './plugin-folders.ts';
export { pluginFunctions } from './plugin-functions.ts';
export { builtInPlugins } from './built-in-plugins.ts';
export { PluginRepository, type PluginRecord } from './plugin-repository.ts';
export { maxPackageBytes } from './plugin-package.ts';
export { findPreviousVersion, PluginPackages, type PluginReview } from './plugin-packages.ts';
export { PluginJobRepository, type JobRun } from './plugin-job-repository.ts';
export { PluginService, type ListedPlugin } from './plugin-service.ts';
export { PluginStorageRepository } from './plugin-storage-repository.ts';
export { pluginProblems } from './problems.ts';
export type { AiUsage } from './aiwriter/ai-quota.ts';
export {
  AiWriter,
  type AiWriterSettings,
  type Writing,
  type Written,
} from './aiwriter/ai-writer.ts';
export { aiWriterProblems } from './aiwriter/problems.ts';
export type { WritingRequest } from './aiwriter/writing-request.ts';
