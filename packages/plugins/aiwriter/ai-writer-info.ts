/** Part of the server, because plugins must not see its API key. */
export const aiWriterInfo = {
  name: 'aiwriter',
  version: '1.0.0',
  author: 'Galley',
  description:
    'Writes texts for editors, with any language model that speaks the OpenAI chat protocol.',
} as const;
