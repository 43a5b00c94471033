import { apiAddress, choice, decimal, duration, integer, modelName } from './config-values.ts';
import { section, setting } from './shape.ts';

/** Without the key, which `aiWriterKey` reads, so that it is never stored in a file. */
export const aiWriterSection = section({
  base_url: setting(apiAddress(), {
    default: 'https://api.openai.com/v1',
    description:
      'Endpoint of the AI writer: any server with the OpenAI chat protocol; `/chat/completions` is appended. Set the key as `GALLEY_AIWRITER_API_KEY` in the environment.',
  }),
  model: setting(modelName(), {
    default: 'gpt-4o-mini',
    description: 'Model name at the endpoint.',
  }),
  max_tokens: setting(integer(1, 128_000), {
    default: 1_024,
    description: 'Maximum tokens of an answer.',
  }),
  max_tokens_parameter: setting(choice('max_tokens', 'max_completion_tokens'), {
    default: 'max_tokens',
    description:
      'Request parameter for that limit. Newer OpenAI models require `max_completion_tokens`; most other servers use `max_tokens`.',
  }),
  temperature: setting(decimal(0, 2), {
    default: 0.7,
    description:
      'Randomness of the answers; 0 is the most predictable. Reasoning models often only accept 1.',
  }),
  timeout: setting(duration('1s', '5m', '1m'), {
    default: '1m',
    description: 'Maximum time for an answer, streamed or not.',
  }),
  requests_per_minute: setting(integer(0, 10_000), {
    default: 10,
    description: 'Requests per user and minute; 0 for no limit.',
  }),
  tokens_per_day: setting(integer(0, 1_000_000_000), {
    default: 100_000,
    description:
      'Tokens per user and day, prompts and answers together; 0 for no limit. The day starts at midnight UTC, and the last answer may exceed the limit.',
  }),
});
