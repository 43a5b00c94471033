export { aiWriterKey } from './ai-writer-key.ts';
export { loadConfig } from './config.ts';
export { choice, duration } from './config-values.ts';
export { renderConfigurationReference } from './config-reference.ts';
export type { Config, ConfigInput } from './config-schema.ts';
export type { ConfigOrigin } from './config-sources.ts';
export { contentPathFor, documentId, typeOf } from './content-types.ts';
export {
  createRedirectTable,
  isRedirectPattern,
  type Redirect,
  type RedirectTable,
} from './redirect-pattern.ts';
export { listPolicyHosts, type PolicyDirective } from './csp-services.ts';
export { maxLengthOf, ownFormFields, type SiteForm, type SiteFormField } from './form-schema.ts';
export { editSiteSettings, type SiteSettingsEdit } from './edit-site-settings.ts';
export { TermRenames } from './term-renames.ts';
export { listFormats, type PluginFieldTypes } from './fields/plugin-types.ts';
export { resolvePluginTypes } from './custom-fields.ts';
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
export { editConfigFile, type EditLock } from './edit-config-file.ts';
export { checkFieldValues, fieldLabel } from './fields/check-values.ts';
export { withFieldDefaults } from './fields/field-defaults.ts';
export { findingsProblem, type Finding, type KeyFault } from './finding.ts';
export { loadPluginSettings, type PluginSettings } from './forms/plugin-section.ts';
export type { ThemeSettings } from './forms/theme-section.ts';
export {
  readSettingsFiles,
  settingsFingerprint,
  type SettingsFileState,
} from './settings-files.ts';
export { SettingsService } from './settings-service.ts';
export { pageKeys, pageKeysInForce } from './page-keys.ts';
export { dayIn } from './day-in.ts';
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
export { addFaults, listOf, optional, copyShape, struct, value, withDefault } from './shape.ts';
export { settingsProblems } from './problems.ts';
export {
  loadSiteSettings,
  parseCustomFields,
  parseSiteSettings,
  readSiteSettings,
  siteFile,
  siteSettingsFile,
  type SiteSettings,
  type Independence,
} from './site-settings.ts';
export type { Environment } from './substitution.ts';
export { findNearest } from './nearest.ts';
export { findUnknownVariables } from './unknown-variables.ts';
export {
  findJsonEnd,
  JsonFault,
  parseJson,
  type JsonMember,
  type JsonNode,
} from './json/read-json.ts';
export { readToml } from './toml/read-toml.ts';
export { parseYaml, type YamlSource } from './yaml-source.ts';
export { changedKeys, isEqual, isObject, own, type Values } from './yaml/json-values.ts';
export { readBlock } from './yaml/read-block.ts';
export { frontmatterLimits, limitFault, limitFaultOfValues } from './yaml/yaml-limits.ts';
export { generateCandidates, type YamlChange } from './yaml/edit-yaml.ts';
export { listChangedSecuritySettings, type ChangedSetting } from './security-settings.ts';
