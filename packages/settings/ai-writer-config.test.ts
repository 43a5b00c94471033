import { describe, expect, test } from 'vitest';
import { aiWriterKey } from './ai-writer-key.ts';
import { loadConfig } from './config.ts';
import { createDirectory, listMistakes, captureError } from './fixtures.ts';
import type { Environment } from './substitution.ts';

async function aiWriterOf(text: string, environment: Environment = {}) {
  const projectDirectory = await createDirectory({ 'galley.yaml': text });
  const { plugins } = await loadConfig({ projectDirectory, overlays: [], environment });
  return plugins.aiwriter;
}

describe('the base URL of the AI writer', () => {
  const text = 'plugins: { aiwriter: { base_url: "http://file.example/v1" } }';
  const short = { GALLEY_AIWRITER_BASE_URL: 'http://short.example/v1' };
  const long = { GALLEY_PLUGINS__AIWRITER__BASE_URL: 'http://long.example/v1' };

  test.each<[string, Environment, string]>([
    ['comes from galley.yaml', {}, 'http://file.example/v1'],
    ['comes from its own variable before a file (GAP-SET-6)', short, 'http://short.example/v1'],
    [
      'comes from the variable of the setting before both',
      { ...short, ...long },
      'http://long.example/v1',
    ],
    ['ignores an empty variable', { GALLEY_AIWRITER_BASE_URL: '' }, 'http://file.example/v1'],
  ])('%s', async (_name, environment, address) => {
    expect((await aiWriterOf(text, environment)).baseUrl).toBe(address);
  });

  test.each([
    'api.example.org/v1',
    'ftp://api.example.org',
    'https://',
    'https://api.example.org/v1?key=seeded',
    'https://api.example.org/v1#seeded',
    'https://api.example.org/v 1',
    'https://seeded@api.example.org/v1',
    'https://user:seeded@api.example.org/v1',
  ])('cannot be %s, which the error does not repeat', async (address) => {
    const given = { GALLEY_AIWRITER_BASE_URL: address };
    const refusal = await captureError(() => aiWriterOf('', given));
    expect(refusal.message).toContain('GALLEY_AIWRITER_BASE_URL');
    expect(refusal.message).toContain('such as https://api.example.org/v1');
    expect(refusal.message).not.toContain('seeded');
  });
});

test('the temperature accepts fractions, in files and in the environment', async () => {
  const text = 'plugins: { aiwriter: { temperature: 0.35 } }';
  expect((await aiWriterOf(text)).temperature).toBe(0.35);
  const given = { GALLEY_PLUGINS__AIWRITER__TEMPERATURE: ' 1.25 ' };
  expect((await aiWriterOf(text, given)).temperature).toBe(1.25);
  const wrong = { GALLEY_PLUGINS__AIWRITER__TEMPERATURE: '1e0' };
  expect(listMistakes(await captureError(() => aiWriterOf(text, wrong)))).toEqual([
    'environment variable GALLEY_PLUGINS__AIWRITER__TEMPERATURE: plugins.aiwriter.temperature: must be a number from 0 to 2, not "1e0"',
  ]);
});

describe('the key of the AI writer', () => {
  test('is absent if the variable is missing or blank', () => {
    for (const given of [undefined, '', ' \n']) {
      expect(aiWriterKey({ GALLEY_AIWRITER_API_KEY: given })).toBeUndefined();
    }
  });

  test('is the trimmed value of the variable', () => {
    expect(aiWriterKey({ GALLEY_AIWRITER_API_KEY: ' sk-1\n' })).toBe('sk-1');
  });

  test.each(['two words', 'ключ-seeded', 'seeded\u0000', 'seeded'.repeat(1_000)])(
    'must be valid in a header and is not repeated: %j',
    async (given) => {
      const refusal = await captureError(() => aiWriterKey({ GALLEY_AIWRITER_API_KEY: given }));
      expect(refusal.code).toBe('invalid_configuration');
      expect(refusal.message).not.toMatch(/seeded|words/);
    },
  );

  test('is not a setting, so files cannot contain it', async () => {
    const text = 'plugins: { aiwriter: { api_key: seeded } }';
    const refusal = await captureError(() => aiWriterOf(text));
    expect(listMistakes(refusal)[0]).toMatch(/plugins\.aiwriter\.api_key: (is|unknown|not)/);
    expect(refusal.message).not.toContain('seeded');
  });
});
