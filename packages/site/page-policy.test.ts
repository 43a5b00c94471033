import { describe, expect, test } from 'vitest';
import { parseSiteSettings } from '@galley/settings';
import { documentFile, SiteHarness } from './fixtures.ts';
import { contentSecurityPolicy, renderHeaders } from './page-policy.ts';

const policyOf = (yaml: string, hasScripts = false) => {
  const settings = parseSiteSettings(yaml, 'site.yaml');
  const text = contentSecurityPolicy({ hasScripts, settings });
  return Object.fromEntries(
    text.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
};

describe('ADD-INT-6: the content security policy', () => {
  test('allows nothing of other hosts by default, and no scripts without need', () => {
    expect(policyOf('{}')).toEqual({
      'default-src': "'none'",
      'img-src': "'self' data: https:",
      'media-src': "'self' https:",
      'style-src': "'self'",
      'font-src': "'self'",
      'script-src': "'none'",
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'self'",
    });
    expect(renderHeaders(parseSiteSettings('{}', 'site.yaml'))).toBeUndefined();
  });

  test('allows the hosts of services and of sources, each once', () => {
    const policy = policyOf(
      'csp: { services: [plausible, youtube], sources: { script: [plausible.io, "*.example.org"], form: [forms.example.org] } }',
      true,
    );
    expect(policy).toMatchObject({
      'script-src': "'self' https://plausible.io https://*.example.org",
      'connect-src': "'self' https://plausible.io",
      'frame-src': 'https://www.youtube-nocookie.com https://www.youtube.com',
      'form-action': "'self' https://forms.example.org",
    });
  });

  test.each([
    ['csp: { services: [plausibel] }', 'csp.services[0]'],
    ['csp: { sources: { script: ["https://example.org"] } }', 'csp.sources.script[0]'],
    ['csp: { sources: { script: ["*"] } }', 'csp.sources.script[0]'],
    [`csp: { sources: { script: ["'unsafe-inline'"] } }`, 'csp.sources.script[0]'],
    ['csp: { sources: { script: ["a.example; img-src"] } }', 'csp.sources.script[0]'],
    ['csp: { sources: { object: [example.org] } }', 'object'],
    ['snippets: { head: "</head><body>" }', 'snippets.head'],
  ])('refuses %s', (yaml, place) => {
    expect(() => policyOf(yaml)).toThrow(place);
  });
});

describe('ADD-INT-7: snippets', () => {
  const head = '<script>let counted = 1;</script><style>p { margin: 0 }</style>';
  const footer = '<script defer src="/media/own.js"></script>';

  test('are on every page but no preview, and their inline code is allowed by its hash', async () => {
    await using kiosk = await SiteHarness.open(JSON.stringify({ snippets: { head, footer } }));
    await kiosk.print({ 'posts/ink.md': documentFile({ title: 'Ink' }, 'Black.') });
    for (const address of ['/posts/ink/', '/', '/missing/']) {
      const { body, headers } = await kiosk.get(address);
      expect(String(body)).toMatch(/margin: 0 }<\/style>\s*<\/head>/);
      expect(String(body)).toMatch(/own\.js"><\/script>\s*<\/body>/);
      expect(headers['content-security-policy']).toMatch(
        /style-src 'self' 'sha256-[^']+'; .*script-src 'self' 'sha256-[^']+';/,
      );
    }
    const document = await kiosk.published.findByPath('posts/ink.md');
    const preview = await kiosk.site.preview(document!);
    expect(String(preview.body)).not.toContain('counted');
    expect((await kiosk.get('/_headers')).body).toMatch(
      /^\/\*\n {2}Content-Security-Policy: default-src 'none'; .*'sha256-/,
    );
  });
});
