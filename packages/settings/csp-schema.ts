import { z } from 'zod';
import { fieldFault } from '@galley/kernel';
import { choice } from './config-values.ts';
import { policyServices, type PolicyDirective, type PolicyService } from './csp-services.ts';
import { described, listOf, section, value, withDefault } from './shape.ts';

const hostPattern =
  /^(?=.{1,253}$)(?:\*\.)?[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+(?::\d{1,5})?$/;

const host = () =>
  value(z.string().regex(hostPattern), {
    expected: fieldFault('not_a_host_name', { example: 'stats.example.org' }),
  });

const hosts = (label: string, help: string) =>
  described(withDefault(listOf(host(), '[stats.example.org]'), []), { label, help });

const serviceNames = Object.keys(policyServices) as [PolicyService, ...PolicyService[]];

const sources = {
  script: hosts(
    'Script hosts',
    'Hosts of scripts. A script can read and change everything on a page.',
  ),
  style: hosts('Style sheet hosts', 'Hosts of style sheets.'),
  font: hosts('Font hosts', 'Hosts of fonts.'),
  connect: hosts('Connection hosts', 'Hosts to which scripts may send data.'),
  frame: hosts('Frame hosts', 'Hosts of frames that themes and snippets show.'),
  form: hosts('Form hosts', 'Hosts that may receive forms.'),
} satisfies Record<PolicyDirective, unknown>;

/** `csp` in `site.yaml`: hosts that pages may load from, besides the site itself. */
export const contentPolicy = section({
  services: described(withDefault(listOf(choice(...serviceNames), '[plausible]'), []), {
    help: 'Services that pages may use.',
  }),
  sources: section(sources),
});

const maxSnippetLength = 20_000;

const snippet = () =>
  value(
    z
      .string()
      .max(maxSnippetLength)
      .regex(/^(?![\s\S]*<\/?(?:html|head|body)\b)/i),
    {
      expected: fieldFault('not_valid', {
        example: ['<script defer src="https://plausible.io/js/script.js"></script>'],
      }),
      field: { type: 'textarea' },
    },
  );

/** `snippets` in `site.yaml`: HTML on every page. */
export const snippets = section({
  head: described(withDefault(snippet(), ''), {
    label: 'Head',
    help: 'HTML at the end of the head of every page. Its scripts can read and change everything on the page.',
  }),
  footer: described(withDefault(snippet(), ''), {
    label: 'Footer',
    help: 'HTML at the end of the body of every page.',
  }),
});
