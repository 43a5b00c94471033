export { loadConfig } from './config.ts';
export {
  configReference,
  renderConfigurationReference,
  type ConfigReferenceEntry,
} from './config-reference.ts';
export type { Config, ConfigInput } from './config-schema.ts';
export type { ConfigOrigin } from './config-sources.ts';
export type { ContentType } from './content-type-schema.ts';
export { contentPathFor, documentId, typeOf, type DocumentKey } from './content-types.ts';
export { addressKey, type Redirect } from './redirect-schema.ts';
export {
  editSiteSettings,
  type SettingChange,
  type SiteSettingsEdit,
} from './edit-site-settings.ts';
export { permalinkFor, type PermalinkSource } from './permalink.ts';
export { settingsProblems } from './problems.ts';
export { loadSiteSettings, parseSiteSettings, type SiteSettings } from './site-settings.ts';
export type { Environment } from './substitution.ts';
