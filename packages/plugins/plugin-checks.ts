import { isObject } from '@galley/settings';
import { isCheckConsent } from './consent.ts';
import type { Json } from './grants.ts';
import type { FoundPlugin } from './plugin-folders.ts';
import type { PluginRecord } from './plugin-repository.ts';
import { guardsPublication } from './plugin-target.ts';
import { PluginFailure } from './sandbox/failures.ts';

/** A plugin without whose answer nothing is published, and why it cannot answer. */
export interface PublicationGuard {
  readonly plugin: string;
  readonly reason: string;
}

export type CheckAnswer =
  | { readonly plugin: string; readonly objections: readonly Objection[] }
  /** The failure is logged and counted. */
  | { readonly plugin: string; readonly failure: string };

/** Reads what a plugin objects to; the plugin decides text and place, so both are bounded. */
export interface Objection {
  /** Name of a frontmatter key, or `content`; empty for the whole document. */
  readonly field: string;
  readonly message: string;
}

const maxObjections = 20;
const maxMessage = 500;
const fieldPattern = /^[A-Za-z_][\w.[\]-]{0,99}$/;

export async function checkAnswerOf(plugin: string, call: Promise<Json>): Promise<CheckAnswer> {
  try {
    return { plugin, objections: objectionsIn(await call) };
  } catch (error) {
    const isKnown = error instanceof PluginFailure || error instanceof UnreadableAnswer;
    if (!isKnown) throw error;
    return { plugin, failure: error.message };
  }
}

/** Anything else than a text, `{ field?, message }`, or a list of these is no consent. @throws UnreadableAnswer */
function objectionsIn(answer: Json): readonly Objection[] {
  const given = Array.isArray(answer) ? (answer as readonly Json[]) : [answer];
  return given
    .slice(0, maxObjections)
    .flatMap((one) => (one === null || one === '' || one === true ? [] : [objectionOf(one)]));
}

function objectionOf(given: Json): Objection {
  if (typeof given === 'string') return { field: '', message: shortLine(given) };
  const { field = '', message } = isObject(given) ? given : {};
  if (typeof message !== 'string' || typeof field !== 'string') throw new UnreadableAnswer();
  return { field: fieldPattern.test(field) ? field : '', message: shortLine(message) };
}

class UnreadableAnswer extends Error {
  constructor() {
    super('it returned neither nothing, a text, { field, message } nor a list of these');
  }
}

function shortLine(text: string): string {
  const line = text
    .slice(0, 2 * maxMessage)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return line.length > maxMessage ? `${line.slice(0, maxMessage)}…` : line || 'no reason given';
}

interface GuardQuestion {
  readonly record: PluginRecord;
  readonly found: FoundPlugin | undefined;
  /** Undefined for a plugin that is not to run. */
  readonly entry: { readonly isRunning: boolean; readonly error: string | undefined } | undefined;
}

/**
 * A plugin that an administrator enabled guards until an administrator disables it: also when Galley has disabled it after
 * failures, and when its files cannot be read. Otherwise, failing would be a way past its check.
 */
export function guardOf(question: GuardQuestion): PublicationGuard | undefined {
  const { record, found, entry } = question;
  const { name, enabled, lastError, consent } = record;
  const isWanted = (enabled || lastError !== null) && isCheckConsent(consent);
  if (!isWanted || entry?.isRunning || hasNoGuard(question)) return undefined;
  const reason = entry?.error ?? lastError ?? found?.problem ?? missingReason(found);
  return { plugin: name, reason };
}

/** Whether the files that were enabled, or nothing since, have no check before publication. */
function hasNoGuard({ record: { enabled }, found, entry }: GuardQuestion): boolean {
  const read = found?.read;
  if (read === undefined) return false;
  const isCurrent = !enabled || entry !== undefined;
  return isCurrent && !guardsPublication(read.manifest);
}

function missingReason(found: FoundPlugin | undefined): string {
  return found ? 'it requests other permissions than were granted' : 'its folder is missing';
}
