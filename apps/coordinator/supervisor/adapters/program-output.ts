import type { SessionErrorCode, SessionEvent } from '@galley/runcoord';

export type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `undefined` if the line is no JSON object. */
export function readFields(line: string): Fields | undefined {
  if (!line.startsWith('{')) return undefined;
  // The log replaces secrets in JSON together with their quotes.
  for (const text of [line, line.replaceAll(/:\s*\[redacted\]/g, ':"[redacted]"')]) {
    try {
      const value: unknown = JSON.parse(text);
      return isRecord(value) ? value : undefined;
    } catch {
      // Split and truncated lines are shown as plain output.
    }
  }
  return undefined;
}

export const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** The text of a result, whose content is a text or a list of texts and other parts. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return content == null ? '' : JSON.stringify(content);
  return content
    .map((part) => {
      const { type, text } = fieldsOf(part);
      return type === 'text' || typeof text === 'string' ? textOf(text) : `[${textOf(type)}]`;
    })
    .join('\n');
}

export const output = (line: string): SessionEvent[] =>
  line.trim() === '' ? [] : [{ kind: 'output', text: line }];

export const problem = (code: SessionErrorCode, text: string): SessionEvent => ({
  kind: 'error',
  code,
  text,
});

const signIn =
  /not logged in|please run \/login|log ?in again|unauthori[sz]ed|authentication[_ ](?:failed|error)|invalid[ _](?:x-)?api[ _-]?key|(?:incorrect|missing|no) api key|api key (?:not valid|is missing|expired)|API_KEY_INVALID|oauth token (?:has )?expired|set an auth method|could not refresh|sign in again/i;
const quota =
  /quota|rate[ _]limit|usage limit|limit reached|resource_exhausted|too many requests|insufficient (?:credit|balance)|credit balance|billing|\b429\b/i;

/** Classifies the error message of a program or its provider. */
export function errorCode(text: string): SessionErrorCode {
  if (signIn.test(text)) return 'sign_in';
  return quota.test(text) ? 'quota' : 'other';
}
