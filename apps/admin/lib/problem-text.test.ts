import { GalleyProblem } from '@galley/sdk';
import { afterAll, expect, test } from 'vitest';
import { chooseLanguage } from './messages.ts';
import { fieldErrors, problemText } from './problem-text.ts';

afterAll(() => chooseLanguage('en'));

const unwritable = 'The content folder is not writable (read-only). Nothing was deleted.';
const limited = 'More than 60 requests within a minute. Try again in 5 seconds.';

test.each([
  ['en', 'rate_limited', limited, limited],
  ['en', 'storage_failed', unwritable, unwritable],
  [
    'de',
    'rate_limited',
    limited,
    'Das waren zu viele Anfragen. Versuchen Sie es in 5 Sekunden noch einmal.',
  ],
  [
    'de',
    'storage_failed',
    unwritable,
    `Eine Datei ließ sich nicht schreiben oder lesen. Der Server sagt dazu: ${unwritable}`,
  ],
  [
    'de',
    'proposal_applying',
    'The proposal is being accepted. Try again shortly.',
    'Der Vorschlag wird gerade angenommen. Versuchen Sie es gleich noch einmal.',
  ],
] as const)('says in "%s" when to try again after %s only if waiting helps', async (...given) => {
  const [chosen, code, detail, text] = given;
  await chooseLanguage(chosen);
  const headers = new Headers({ 'retry-after': '5' });
  const problem = new GalleyProblem({ operation: '', status: 503, headers }, { code, detail });
  expect(problemText(problem)).toBe(text);
});

test.each([
  ['en', /^This is a HEIC picture.*Save it as JPEG/],
  ['de', /^Das ist ein HEIC-Bild.*Speichern Sie es als JPEG/],
  ['es', /^Es una imagen HEIC.*Guárdela como JPEG/],
] as const)('ADD-EDIT-5: says in "%s" how to convert a HEIC picture', async (chosen, text) => {
  await chooseLanguage(chosen);
  const problem = new GalleyProblem(
    { operation: '', status: 415, headers: new Headers() },
    { code: 'unsupported_media_type', detail: 'English.', reason: 'heic' },
  );
  expect(problemText(problem)).toMatch(text);
});

test.each([
  ['en', 'It cannot be published yet: Minutes is required.'],
  ['de', 'Manche Angaben passen nicht. Nichts wurde gespeichert. Minutes fehlt.'],
] as const)('names in "%s" the required field without a value', async (chosen, text) => {
  await chooseLanguage(chosen);
  const answer = { operation: '', status: 422, headers: new Headers() };
  const problem = new GalleyProblem(answer, {
    code: 'invalid_fields',
    detail: 'It cannot be published yet: Minutes is required.',
    errors: [
      {
        path: 'fields.minutes',
        code: 'required',
        params: { label: 'Minutes' },
        message: 'Minutes is required',
      },
    ],
  });
  expect(problemText(problem)).toBe(text);
  expect(fieldErrors(problem)).toEqual({
    'fields.minutes': chosen === 'en' ? 'Minutes is required' : 'Minutes fehlt',
  });
});

test('begins with a capital letter beside a field, unless with a value', async () => {
  await chooseLanguage('en');
  const answer = { operation: '', status: 400, headers: new Headers() };
  const errors = [
    {
      path: 'name',
      code: 'too_short',
      params: { min: 3 },
      message: 'must have at least 3 characters',
    },
    { path: 'key', code: 'reserved', params: { value: 'title' }, message: 'title is reserved' },
  ];
  const problem = new GalleyProblem(answer, { code: 'invalid_request', errors });
  expect(fieldErrors(problem)).toEqual({
    name: 'Must have at least 3 characters',
    key: 'title is reserved',
  });
});

test.each([
  ['1', '1 Sekunde'],
  ['119', '119 Sekunden'],
  ['121', '3 Minuten'],
  ['900', '15 Minuten'],
  ['7201', '3 Stunden'],
  ['86400', '24 Stunden'],
])('says in German how long to wait after Retry-After %s', async (retryAfter, text) => {
  await chooseLanguage('de');
  const headers = new Headers({ 'retry-after': retryAfter });
  const answer = { operation: '', status: 429, headers };
  const problem = new GalleyProblem(answer, { code: 'rate_limited', detail: limited });
  expect(problemText(problem)).toContain(`Versuchen Sie es in ${text} noch einmal.`);
});
