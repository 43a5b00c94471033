import {
  GalleyProblem,
  GalleyUnexpectedAnswer,
  GalleyUnreachable,
  type FieldError,
  type ProblemCode,
} from '@galley/sdk';
import {
  currentMessages,
  defineMessages,
  formatMessage,
  translation,
  withValues,
} from './messages.ts';
import { PasskeyFailure, passkeyFailureText } from './passkey-failure.ts';

const problemMessages = defineMessages('problem', {
  unreachable: 'Can’t reach the server. Your text is still here. Try again in a moment.',
  unexpected: 'The response didn’t come from Galley but perhaps from a proxy. Try again.',
  unknown: 'Something went wrong on this page. Reload it. Your text is backed up.',
  heic: 'This is a HEIC picture, which most browsers can’t show. Save it as JPEG and upload that: on a Mac with Preview or Photos (Export), on Windows with Photos (Save as). For new photos on an iPhone, choose Settings, Camera, Formats, Most Compatible.',
  detail: withValues<{ detail: string }>('The server says: {detail}'),
  retryInSeconds: withValues<{ count: number }>(
    'Try again in {count, plural, one {# second} other {# seconds}}.',
  ),
  retryInMinutes: withValues<{ count: number }>(
    'Try again in {count, plural, one {# minute} other {# minutes}}.',
  ),
  retryInHours: withValues<{ count: number }>(
    'Try again in {count, plural, one {# hour} other {# hours}}.',
  ),
});

/** Codes that go away by waiting, whose translation does not say when to try again. */
const temporaryProblems: ReadonlySet<string> = new Set<ProblemCode>([
  'rate_limited',
  'store_unavailable',
  'too_many_waiting',
  'unavailable',
]);

/** Codes whose server message holds facts that the user needs: a file, a location, a name. */
const factualProblems: ReadonlySet<string> = new Set<ProblemCode>([
  'already_exists',
  'backup_failed',
  'base_moved',
  'changed_since',
  'check_failed',
  'frontmatter_broken',
  'git_unusable',
  'illegal_transition',
  'illegal_run_transition',
  'import_format_unclear',
  'import_source_unreadable',
  'in_use',
  'insufficient_storage',
  'invalid_archive',
  'invalid_assignee',
  'invalid_configuration',
  'invalid_custom_fields',
  'invalid_media',
  'invalid_metadata',
  'invalid_patch',
  'invalid_path',
  'invalid_plugin',
  'invalid_plugin_settings',
  'invalid_request',
  'invalid_recipe',
  'invalid_schedule',
  'invalid_site_settings',
  'invalid_theme',
  'invalid_theme_settings',
  'invalid_theme_source',
  'not_configured',
  'patch_does_not_apply',
  'payload_too_large',
  'plugin_built_in',
  'plugin_exists',
  'plugin_failed',
  'plugins_not_written',
  'repository_unusable',
  'settings_not_written',
  'storage_failed',
  'theme_in_use',
  'themes_not_written',
  'tree_fixed',
  'uncommitted_changes',
  'unsupported_media_type',
  'upstream_failed',
  'document_locked',
]);

export function problemText(error: unknown): string {
  const text = currentMessages(problemMessages);
  if (error instanceof GalleyProblem && error.details['reason'] === 'heic') return text.heic;
  if (error instanceof GalleyProblem)
    return [refusalText(error.code, error.message), requiredText(error), retryText(error)]
      .filter(Boolean)
      .join(' ');
  if (error instanceof PasskeyFailure) return passkeyFailureText(error);
  if (error instanceof GalleyUnreachable) return text.unreachable;
  if (error instanceof GalleyUnexpectedAnswer) return text.unexpected;
  return text.unknown;
}

/** Names missing fields and what plugins object to; empty in English, because the message of the server names the first ones. */
function requiredText({ code, errors }: GalleyProblem): string {
  if (code !== 'invalid_fields' || translation('problems', code) === undefined) return '';
  const missing = errors.filter(
    ({ code: one }) => one === 'required' || one === 'refused_by_plugin',
  );
  return missing.map((error) => `${fieldErrorText(error)}.`).join(' ');
}

/** Empty in English, because the messages of the server say when to try again. */
function retryText({ code, retryAfter }: GalleyProblem): string {
  const isNeeded = translation('problems', code) !== undefined && temporaryProblems.has(code);
  if (!isNeeded || retryAfter === undefined) return '';
  const text = currentMessages(problemMessages);
  if (retryAfter < 120) return text.retryInSeconds({ count: Math.ceil(retryAfter) });
  if (retryAfter < 7_200) return text.retryInMinutes({ count: Math.ceil(retryAfter / 60) });
  return text.retryInHours({ count: Math.ceil(retryAfter / 3_600) });
}

/** In English, the message of the server. */
export function refusalText(code: string, detail: string): string {
  const translated = translation('problems', code);
  if (translated === undefined) return detail;
  if (!factualProblems.has(code)) return translated;
  return `${translated} ${currentMessages(problemMessages).detail({ detail })}`;
}

/** By path, beginning with a capital letter, to stand alone beside a field. Empty for errors without field details. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof GalleyProblem)) return {};
  const texts = error.errors.map((one) => [one.path, fieldNote(one)]);
  return Object.fromEntries(texts) as Record<string, string>;
}

/** A value at the beginning, such as a name, keeps its spelling. */
function fieldNote(error: FieldError): string {
  const text = fieldErrorText(error);
  const values = Object.values(error.params).map(String);
  if (values.some((value) => text.startsWith(value))) return text;
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** From code and parameters (ADD-ERR-1); the English message for codes of a newer server. */
function fieldErrorText({ code, params, message }: FieldError): string {
  const text = translation('fieldErrors', code);
  if (text === undefined) return message;
  const place = ['place', 'column', 'line'].find((name) => name in params);
  const details = ['example', 'found', 'nearest', 'known'].filter((name) => name in params);
  const parts = [place, ...details].map((name) => name && translation('fieldErrors', name));
  const values = Object.entries(params).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ]);
  const icu = [parts[0], text, ...parts.slice(1)].join('');
  return formatMessage(icu, Object.fromEntries(values) as Record<string, string | number>);
}
