export { aiWriterKey } from './ai-writer-key.ts';
export { loadConfig } from './config.ts';
export { choice, duration } from './config-values.ts';
export { renderConfigurationReference } from './config-reference.ts';
export type { Config, ConfigInput } from './config-schema.ts';
export type { ConfigOrigin } from './config-sources.ts';
export { contentPathFor, documentId, typeOf } from './content-types.ts';
export { addressKey, type Redirect } from './redirect-schema.ts';
export { editSiteSettings, type SiteSettingsEdit } from './edit-site-settings.ts';
export { TermRenames } from './term-renames.ts';
export { fieldDefinitionsSchema } from './fields/field-definition.ts';
export {
  checkDocumentFields,
  listFields,
  fillSharedValues,
  listPublicFields,
  type CheckedFields,
  type CustomFields,
} from './custom-fields.ts';
export { CustomFieldsService } from './custom-fields-service.ts';
export type { EditLock } from './edit-config-file.ts';
export { checkFieldValues } from './fields/check-values.ts';
export { withFieldDefaults } from './fields/field-defaults.ts';
export { findingsProblem, type Finding } from './finding.ts';
export { loadPluginSettings, type PluginSettings } from './forms/plugin-section.ts';
export type { ThemeSettings } from './forms/theme-section.ts';
export {
  readSettingsFiles,
  settingsFingerprint,
  type SettingsFileState,
} from './settings-files.ts';
export { SettingsService } from './settings-service.ts';
export { pageKeys, pageKeysInForce } from './page-keys.ts';
export { permalinkFor } from './permalink.ts';
export { check } from './schema-check.ts';
export { nextFiring, type RecipeSchedule } from './recipes/recipe-schedule.ts';
export {
  goalOf,
  pathsOf,
  resolveParameters,
  type ParameterValues,
  type Recipe,
} from './recipes/recipe.ts';
export { contentCheckNames, type ContentCheckName } from './proposal-checks-schema.ts';
export { readRecipes, recipesFolder, type ReadRecipes } from './recipes/read-recipes.ts';
export { listOf, optional, copyShape, struct, value, withDefault } from './shape.ts';
export { settingsProblems } from './problems.ts';
export {
  loadSiteSettings,
  parseCustomFields,
  parseSiteSettings,
  readSiteSettings,
  siteSettingsFile,
  type SiteSettings,
  type Independence,
} from './site-settings.ts';
export type { Environment } from './substitution.ts';
export { findNearest } from './nearest.ts';
export { findUnknownVariables } from './unknown-variables.ts';
export { parseYaml, type YamlSource } from './yaml-source.ts';
export { changedKeys, isEqual, isObject, own, type Values } from './yaml/json-values.ts';
export { readBlock, type Block } from './yaml/read-block.ts';
export { frontmatterLimits, limitFault, limitFaultOfValues } from './yaml/yaml-limits.ts';
export { generateCandidates, type YamlChange } from './yaml/edit-yaml.ts';
export { listChangedSecuritySettings, type ChangedSetting } from './security-settings.ts';
