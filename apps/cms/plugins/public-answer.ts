import { isObject } from '@galley/settings';
import { pluginProblems, type Json } from '@galley/plugins';

export interface PublicAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const maxBytes = 1024 * 1024;
/** Scripts and styles are missing: pages of the site would run and apply them. */
const contentTypes: ReadonlySet<string> = new Set([
  'application/atom+xml',
  'application/feed+json',
  'application/geo+json',
  'application/json',
  'application/ld+json',
  'application/rss+xml',
  'application/xml',
  'text/calendar',
  'text/csv',
  'text/html',
  'text/plain',
  'text/vcard',
  'text/xml',
]);

type Rule = (value: string) => boolean;
const anything: Rule = () => true;

/** Cookies are missing, and everything that decides what browsers do with the site. */
const headerRules: Readonly<Record<string, Rule>> = {
  'access-control-allow-origin': (value) => value === '*',
  'cache-control': anything,
  'content-language': anything,
  'content-type': (value) => contentTypes.has(value.split(';', 1)[0]!.trim().toLowerCase()),
  'last-modified': anything,
  location: (value) => /^(?:\/(?![/\\])|https?:\/\/)[^\s\\]*$/.test(value),
  'retry-after': anything,
};

/** `{ status?, headers?, body? }`, or the body alone, as JSON. @throws `plugin_failed` for everything else */
export function answerIn(answer: Json): PublicAnswer {
  const given = isAnswer(answer) ? answer : { body: answer };
  const { status = 200, headers = {}, body = '' } = given;
  requireStatus(status);
  const own = headersIn(headers);
  const isText = typeof body === 'string' && given === answer;
  const text = isText ? body : JSON.stringify(body);
  if (Buffer.byteLength(text) > maxBytes) throw refused(`its body has more than ${maxBytes} bytes`);
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  const defaults = { 'content-type': type, 'cache-control': 'no-store' };
  return { status, headers: { ...defaults, ...own }, body: text };
}

function requireStatus(status: Json): asserts status is number {
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 200 || status > 599)
    throw refused('its status is no number from 200 to 599');
}

type GivenAnswer = { readonly [key: string]: Json | undefined };

function isAnswer(answer: Json): answer is GivenAnswer {
  if (!isObject(answer)) return false;
  const keys = Object.keys(answer);
  return keys.length > 0 && keys.every((key) => ['status', 'headers', 'body'].includes(key));
}

function headersIn(given: Json): Record<string, string> {
  if (!isObject(given)) throw refused('its headers are no object');
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const name = key.toLowerCase();
      const rule = Object.hasOwn(headerRules, name) ? headerRules[name] : undefined;
      if (!rule) throw refused(`the header ${JSON.stringify(key.slice(0, 100))} is not possible`);
      const isLine =
        typeof value === 'string' && value.length <= 2_000 && /^[\x20-\x7e]*$/.test(value);
      if (!isLine || !rule(value))
        throw refused(`the header ${name} has a value that is not possible`);
      return [name, value] as const;
    }),
  );
}

const refused = (reason: string): Error =>
  pluginProblems.plugin_failed(`The answer of the plugin cannot be sent: ${reason}.`);
