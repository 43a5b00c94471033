import fc from 'fast-check';
import { Marked } from 'marked';
import { expect, test } from 'vitest';
import { parseMarkdown } from './marked-text.ts';

const pieces = [
  ...[
    'a',
    'word',
    'Two words',
    ' ',
    '  ',
    '\n',
    '  \n',
    '    \n',
    '\n\n',
    '.',
    ',',
    ':',
    '#',
    '&',
    ';',
  ],
  ...[
    '*',
    '**',
    '_',
    '__',
    '~',
    '~~',
    '`',
    '``',
    '!',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '\\',
    '|',
    '-',
    '@',
  ],
  ...[
    'http',
    'https://a.example',
    'HTTP',
    'ftp://b',
    'www.',
    'www.c.example',
    'mailto:a@b.example',
    'xmpp:a@b.example',
    'a@b.example',
  ],
  ...[
    '&#64;',
    '&amp;',
    '<b>',
    '</b>',
    '<pre>',
    '</pre>',
    '![x](y)',
    '[l](m)',
    'é',
    '👍',
    '1. ',
    '- ',
    '> ',
  ],
];

test('a text is taken apart exactly as marked does it', () => {
  const marked = new Marked({ gfm: true });
  const texts = fc
    .array(fc.constantFrom(...pieces), { maxLength: 24 })
    .map((some) => some.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      fc.pre(!text.includes('[^'));
      expect(parseMarkdown(text)).toEqual(marked.lexer(text));
    }),
    { numRuns: 5_000 },
  );
});
