/** The entry of the AI writer among the plugins. It is part of the server, since it holds a key that no plugin may see. */
export const aiWriterInfo = {
  name: 'aiwriter',
  version: '1.0.0',
  author: 'Galley',
  description:
    'Writes texts for editors, with any language model that speaks the OpenAI chat protocol.',
} as const;
