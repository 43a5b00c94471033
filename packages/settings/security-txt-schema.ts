import { z } from 'zod';
import { fieldFault } from '@galley/kernel';
import { described, listOf, optional, section, value, withDefault } from './shape.ts';
import { languageTag } from './site-values.ts';

const contact = () =>
  value(z.string().regex(/^(https:\/\/|mailto:|tel:)[^\s\p{Cc}]+$/iu), {
    expected: fieldFault('not_an_address', {
      example: ['mailto:security@example.org', 'https://example.org/report/'],
    }),
    field: { type: 'url' },
  });

const webAddress = () =>
  value(z.string().regex(/^https:\/\/[^\s\p{Cc}]+$/iu), {
    expected: fieldFault('not_an_address', { example: 'https://example.org/security/' }),
    field: { type: 'url' },
  });

const date = () =>
  value(z.iso.date(), { expected: fieldFault('not_a_date', { example: '2027-03-01' }) });

/** Fields of RFC 9116. The file exists with at least one contact. */
export const securityTxt = section({
  contacts: described(withDefault(listOf(contact(), '[mailto:security@example.org]'), []), {
    help: 'Addresses for reports of vulnerabilities, the preferred first.',
  }),
  expires: described(optional(date()), {
    help: 'First day on which the information is no longer valid, at most a year away.',
  }),
  policy: described(optional(webAddress()), { help: 'Page with your rules for reports.' }),
  encryption: described(optional(webAddress()), { help: 'Address of your public key.' }),
  acknowledgments: described(optional(webAddress()), { help: 'Page that thanks reporters.' }),
  languages: described(withDefault(listOf(languageTag(), '[en]'), []), {
    label: 'Preferred languages',
    help: 'Languages in which you read reports.',
  }),
});
