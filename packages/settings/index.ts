export { aiWriterKey } from './ai-writer-key.ts';
export { loadConfig } from './config.ts';
export { choice, duration } from './config-values.ts';
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
export { fieldDefinitionSchema, fieldDefinitionsSchema } from './fields/field-definition.ts';
export {
  fieldTypes,
  type FieldDefinition,
  type FieldOption,
  type FieldType,
} from './fields/field.ts';
export {
  checkDocumentFields,
  listFields,
  fillSharedValues,
  listPublicFields,
  type CheckedFields,
  type CustomFields,
} from './custom-fields.ts';
export {
  CustomFieldsService,
  type CustomFieldsServiceOptions,
  type SaveCustomFields,
  type CustomFieldsFile,
} from './custom-fields-service.ts';
export type { EditLock } from './edit-config-file.ts';
export { checkFieldValues } from './fields/check-values.ts';
export { withFieldDefaults } from './fields/field-defaults.ts';
export { listLinks, type FieldLink } from './fields/field-links.ts';
export { sortByLine, findingsProblem, type Finding, type KeyPath } from './finding.ts';
export { loadPluginSettings, type PluginSettings } from './forms/plugin-section.ts';
export type { ThemeSettings } from './forms/theme-section.ts';
export type { SettingField } from './forms/settings-section.ts';
export {
  readSettingsFiles,
  settingsFingerprint,
  type SettingsFileState,
} from './settings-files.ts';
export {
  SettingsService,
  type ListedSection,
  type OpenedForm,
  type SavedSettings,
  type SaveSettings,
  type SettingsServiceOptions,
} from './settings-service.ts';
export { permalinkFor, type PermalinkSource } from './permalink.ts';
export { check } from './schema-check.ts';
export { listOf, optional, copyShape, struct, value, withDefault } from './shape.ts';
export { settingsProblems } from './problems.ts';
export {
  loadSiteSettings,
  parseCustomFields,
  parseSiteSettings,
  type SiteSettings,
  type Independence,
} from './site-settings.ts';
export type { Environment } from './substitution.ts';
export { findNearest } from './nearest.ts';
export { findUnknownVariables, type UnknownVariable } from './unknown-variables.ts';
export { parseYaml, type YamlSource } from './yaml-source.ts';
export { changedKeys, isEqual, isObject, own, type Values } from './yaml/json-values.ts';
export { readBlock, type Block } from './yaml/read-block.ts';
export {
  frontmatterLimits,
  limitFault,
  limitFaultOfValues,
  settingsLimits,
  type LimitFault,
} from './yaml/yaml-limits.ts';
export { writingsOf, type YamlChange } from './yaml/edit-yaml.ts';
export { changedSecuritySettings, type ChangedSetting } from './security-settings.ts';
