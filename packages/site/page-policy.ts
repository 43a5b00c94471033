import { createHash } from 'node:crypto';
import { listPolicyHosts, type PolicyDirective, type SiteSettings } from '@galley/settings';

export interface PagePolicy {
  readonly hasScripts: boolean;
  readonly settings: Pick<SiteSettings, 'csp' | 'html' | 'snippets' | 'formServer'>;
}

const self = "'self'";

/** Without scripts in theme and snippets, pages forbid scripts, so that injected ones do not run. */
export function contentSecurityPolicy({ hasScripts, settings }: PagePolicy): string {
  const { csp, html, snippets, formServer } = settings;
  const own = readSnippets(snippets.head + snippets.footer);
  const hosts = (directive: PolicyDirective) =>
    listPolicyHosts(csp, directive).map((host) => `https://${host}`);
  const scripts = [
    ...(hasScripts || own.hasOwnScripts ? [self] : []),
    ...own.scripts,
    ...hosts('script'),
  ];
  const frames = [...html.embeds.map((host) => `https://${host}`), ...hosts('frame')];
  const directives: [name: string, ...sources: string[]][] = [
    ['default-src', "'none'"],
    ['img-src', self, 'data:', 'https:'],
    ['media-src', self, 'https:'],
    ['style-src', self, ...own.styles, ...hosts('style')],
    ['font-src', self, ...hosts('font')],
    ['script-src', ...(scripts.length > 0 ? scripts : ["'none'"])],
    ...(frames.length > 0 ? [['frame-src', ...new Set(frames)] as [string, ...string[]]] : []),
    ['connect-src', self, ...hosts('connect')],
    ['manifest-src', self],
    ['base-uri', "'none'"],
    ['form-action', self, ...(formServer ? [new URL(formServer).origin] : []), ...hosts('form')],
    ['frame-ancestors', self],
  ];
  return directives.map((directive) => directive.join(' ')).join('; ');
}

interface SnippetSources {
  readonly hasOwnScripts: boolean;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** Browsers run inline scripts and styles only with these hashes of their text. */
function readSnippets(html: string): SnippetSources {
  const elements = [...html.matchAll(/<(script|style)\b([^>]*)>([\s\S]*?)<\/\1\s*>/gi)].map(
    ([, name = '', attributes = '', text = '']) => ({ name: name.toLowerCase(), attributes, text }),
  );
  const hashes = (wanted: string) =>
    elements
      .filter(({ name, attributes }) => name === wanted && !/\ssrc\s*=/i.test(attributes))
      .map(({ text }) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return {
    hasOwnScripts: elements.some(({ attributes }) => /\ssrc\s*=\s*["']?\/(?!\/)/i.test(attributes)),
    scripts: hashes('script'),
    styles: hashes('style'),
  };
}

export function addSnippets(html: string, { head, footer }: SiteSettings['snippets']): string {
  return insertBefore(insertBefore(html, '</head>', head), '</body>', footer);
}

function insertBefore(html: string, tag: string, snippet: string): string {
  const at = snippet === '' ? -1 : html.lastIndexOf(tag);
  return at < 0 ? html : `${html.slice(0, at)}${snippet}\n${html.slice(at)}`;
}

/** For static hosts such as Netlify and Cloudflare Pages; undefined while the default policy applies. */
export function renderHeaders(settings: PagePolicy['settings']): string | undefined {
  const withScripts = contentSecurityPolicy({ hasScripts: true, settings });
  const isDefault =
    settings.snippets.head + settings.snippets.footer === '' &&
    settings.formServer === undefined &&
    !hasSources(settings);
  return isDefault ? undefined : `/*\n  Content-Security-Policy: ${withScripts}\n`;
}

function hasSources({ csp }: PagePolicy['settings']): boolean {
  return csp.services.length > 0 || Object.values(csp.sources).some(({ length }) => length > 0);
}
