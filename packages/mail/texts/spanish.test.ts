import { expect, test } from 'vitest';
import { spanish } from './spanish.ts';

const informal =
  /(?<!\p{L})(tú|te|ti|tus?|has|eres|puedes|tienes|esperabas|habías|elige|pide|avisa|ignora|conserva|confirma)(?!\p{L})/iu;

test('Spanish messages say usted, as the admin does', () => {
  expect('Confirma tu dirección').toMatch(informal);
  const found = Object.entries(spanish).filter(([, text]) => informal.test(text));
  expect(found).toEqual([]);
});
