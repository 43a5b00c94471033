import { apiAddress, choice, decimal, duration, integer, modelName } from './config-values.ts';
import { section, setting } from './shape.ts';

/** The AI writer. Its key is no setting: it comes by `aiWriterKey` alone, and so stands in no file. */
export const aiWriterSection = section({
  base_url: setting(apiAddress(), {
    default: 'https://api.openai.com/v1',
    description:
      'The endpoint that the AI writer asks, of any server that speaks the OpenAI chat protocol; `/chat/completions` is added to it. The key is `GALLEY_AIWRITER_API_KEY` in the environment.',
  }),
  model: setting(modelName(), {
    default: 'gpt-4o-mini',
    description: 'The model that it asks for, as the endpoint names it.',
  }),
  max_tokens: setting(integer(1, 128_000), {
    default: 1_024,
    description: 'How many tokens an answer has at most.',
  }),
  max_tokens_parameter: setting(choice('max_tokens', 'max_completion_tokens'), {
    default: 'max_tokens',
    description:
      'What the endpoint calls that limit. The newer models of OpenAI take `max_completion_tokens` alone; most other servers know `max_tokens`.',
  }),
  temperature: setting(decimal(0, 2), {
    default: 0.7,
    description:
      'How freely the model chooses its words: 0 is the most predictable. Models that reason often take 1 alone.',
  }),
  timeout: setting(duration('1s', '5m', '1m'), {
    default: '1m',
    description: 'How long an answer may take altogether, streamed or not.',
  }),
  requests_per_minute: setting(integer(0, 10_000), {
    default: 10,
    description: 'How many texts each person may ask for within a minute; 0 for no limit.',
  }),
  tokens_per_day: setting(integer(0, 1_000_000_000), {
    default: 100_000,
    description:
      'How many tokens each person may use in a day, prompts and answers together; 0 for no limit. A day begins at midnight UTC, and the last text of it may go over by its own length.',
  }),
});
