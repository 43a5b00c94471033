import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { renderMarkdown } from '@galley/site';
import { parse, stringify } from 'yaml';
import { headingAnchors, type LinkedFiles } from './links.ts';
import { withLinks, type WrittenLink } from './markdown-code.ts';
import { root } from './repository.ts';

export interface DocsSiteOptions {
  readonly url?: string | undefined;
  /** Base address that shows files of the repository outside the site. */
  readonly files?: string | undefined;
}

export interface SiteFile {
  readonly path: string;
  readonly text: string;
}

const contents = 'docs/README.md';
const settings = 'docs/site/site.yaml';

/** Links between pages stay links between files, which Galley resolves. */
export function siteFiles(files: LinkedFiles, options: DocsSiteOptions = {}): SiteFile[] {
  const pages = files.paths.flatMap((source) => {
    const path = sitePathOf(source);
    return path?.endsWith('.md') ? [{ path, text: pageOf(source, files, options) }] : [];
  });
  const given = parse(files.read(settings)) as Record<string, unknown>;
  const url = options.url ? { url: options.url } : {};
  const site = { ...given, ...url, menu: menuOf(files.read(contents)) };
  return [...pages, { path: 'config/site.yaml', text: stringify(site) }];
}

export function writeSite(directory: string, files: LinkedFiles, options: DocsSiteOptions): void {
  rmSync(directory, { recursive: true, force: true });
  const into = (path: string): string => {
    const target = join(directory, path);
    mkdirSync(dirname(target), { recursive: true });
    return target;
  };
  for (const { path, text } of siteFiles(files, options)) writeFileSync(into(path), text);
  for (const source of files.paths) {
    const path = sitePathOf(source);
    if (path?.startsWith('media/')) copyFileSync(join(root, source), into(path));
  }
}

const topPages: ReadonlyMap<string, string> = new Map([
  ['README.md', 'pages/index.md'],
  [contents, 'pages/contents.md'],
  ['ARCHITECTURE.md', 'pages/architecture.md'],
  ['CHANGELOG.md', 'pages/changes.md'],
  ['CONTRIBUTING.md', 'pages/contributing.md'],
  ['SECURITY.md', 'pages/security.md'],
  ['bench/README.md', 'pages/measurements.md'],
]);

/** Returns the path in the content tree; `undefined` for files that are not on the site. */
export function sitePathOf(source: string): string | undefined {
  const picture = /^docs\/pictures\/(.+)$/.exec(source)?.[1];
  if (picture) return `media/${picture}`;
  const page = /^docs\/((?:guides|reference|decisions|spec)\/.+\.md)$/.exec(source)?.[1];
  return page ? page.replace(/README\.md$/, 'index.md') : topPages.get(source);
}

function pageOf(source: string, files: LinkedFiles, options: DocsSiteOptions): string {
  const { title, body } = splitMarkdown(files.read(source));
  const text = withLinks(withPlainPictures(body), rewriteLink(source, files, options));
  return `---\ntitle: ${JSON.stringify(title)}\n---\n${text}`;
}

/** Galley's sanitizer removes the dark variant of a `<picture>`, and links in HTML are not rewritten. */
function withPlainPictures(markdown: string): string {
  return markdown.replaceAll(
    /^<picture>\n(?: {2}<source [^>\n]*>\n)* {2}<img alt="([^"\n]*)" src="([^"\n]*)">\n<\/picture>$/gm,
    (_, alt: string, src: string) => `![${alt}](${src})`,
  );
}

function splitMarkdown(markdown: string): { readonly title: string; readonly body: string } {
  const [, heading = '', body = markdown] = /^# (.+)\n([\s\S]*)$/.exec(markdown) ?? [];
  return { title: heading.replaceAll('`', ''), body };
}

function rewriteLink(source: string, files: LinkedFiles, options: DocsSiteOptions) {
  const here = sitePathOf(source)!;
  return ({ mark, label, href }: WrittenLink): string => {
    if (/^([a-z][a-z\d+.-]*:|\/)/i.test(href)) return `${mark}[${label}](${href})`;
    const [file = '', anchor] = href.split('#').map(decodeURIComponent);
    const target = file === '' ? source : posix.join(posix.dirname(source), file);
    const place = sitePathOf(target.replace(/\/$/, '/README.md'));
    if (place === undefined) return externalLink({ mark, label, href }, target, options);
    const path = target === source ? '' : posix.relative(posix.dirname(here), place);
    const id = anchor ? idOf(files.read(target), anchor) : '';
    return `${mark}[${label}](${path}${id && `#${id}`})`;
  };
}

function externalLink(
  { mark, label, href }: WrittenLink,
  target: string,
  { files }: DocsSiteOptions,
): string {
  if (!files) return `${label} (\`${target}\`)`;
  const anchor = href.includes('#') ? href.slice(href.indexOf('#')) : '';
  return `${mark}[${label}](${files.replace(/\/$/, '')}/${target}${anchor})`;
}

/** Galley's id of the heading that has this anchor on GitHub. */
function idOf(markdown: string, anchor: string): string {
  const { body } = splitMarkdown(markdown);
  const at = [...headingAnchors(body)].indexOf(anchor);
  return renderMarkdown(body, { path: 'page.md' }).headings[at]?.id ?? anchor;
}

interface MenuEntry {
  readonly title: string;
  readonly url: string;
}

export function menuOf(markdown: string): (MenuEntry & { readonly children: MenuEntry[] })[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = ''] = section.split('\n', 1);
      const children = [...section.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)].map(
        ([, name, href]) => ({ title: name!.replaceAll('`', ''), url: addressOf(href!) }),
      );
      return { title, url: children[0]!.url, children };
    });
}

function addressOf(href: string): string {
  const place = sitePathOf(posix.join('docs', href));
  if (!place) throw new Error(`${contents} links to ${href}, which is not a page of the site.`);
  return `/${place.replace(/^pages\//, '').replace(/(index)?\.md$/, '')}/`.replace(/\/\/$/, '/');
}
