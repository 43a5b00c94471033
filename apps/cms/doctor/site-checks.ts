import { takePublishedSnapshot, type PublishedSnapshot } from '@galley/content';
import { withSnapshot, type Database } from '@galley/database';
import type { Config, SiteSettings } from '@galley/settings';
import {
  checkLinks,
  checkRedirects,
  describeFinding,
  listHiddenStaticFiles,
  staticFolder,
  type Finding,
  type Theme,
} from '@galley/site';
import {
  counted,
  listed,
  notice,
  ok,
  warning,
  type Check,
  type DiagnosedFinding,
  type Examined,
} from './check.ts';

export interface PublicSiteParts {
  readonly config: Config;
  readonly settings: SiteSettings;
  readonly theme: Theme;
  readonly db: Database;
}

export async function siteChecks({ db, ...parts }: PublicSiteParts): Promise<Examined> {
  return withSnapshot(db, async (transaction) => {
    const snapshot = await takePublishedSnapshot(transaction);
    const links = await linkFindings(parts, snapshot);
    const redirects = await redirectFindings(parts, snapshot);
    const doubles = sharedAddresses(snapshot);
    const untranslated = missingTranslations(snapshot, parts.settings);
    return {
      checks: [
        linkCheck(links, snapshot.documents.length),
        redirectCheck(redirects, parts.settings),
        addressCheck(doubles),
        translationCheck(untranslated, parts.settings),
        staticFilesCheck(parts, await listHiddenStaticFiles({ ...parts, snapshot })),
      ],
      findings: [...links, ...redirects, ...doubles, ...untranslated],
    };
  });
}

async function linkFindings(
  { config, settings, theme }: Omit<PublicSiteParts, 'db'>,
  snapshot: PublishedSnapshot,
): Promise<DiagnosedFinding[]> {
  const { contentDirectory } = config.storage;
  const found: DiagnosedFinding[] = [];
  for await (const finding of checkLinks(snapshot, { settings, theme, contentDirectory }))
    found.push(diagnosed(finding));
  return found;
}

async function redirectFindings(
  { config, settings, theme }: Omit<PublicSiteParts, 'db'>,
  snapshot: PublishedSnapshot,
): Promise<DiagnosedFinding[]> {
  const { contentDirectory } = config.storage;
  const found = await checkRedirects(snapshot, { settings, theme, contentDirectory });
  return found.map(({ kind, message }) => ({
    severity: 'warning',
    check: kind,
    path: null,
    message,
  }));
}

function redirectCheck(found: readonly DiagnosedFinding[], { redirects }: SiteSettings): Check {
  const name = 'redirects';
  if (found.length === 0)
    return ok(name, `${counted(redirects.length, 'redirect')} without faults.`);
  return warning(name, {
    message: `${counted(found.length, 'fault')} in the redirects.`,
    where: 'redirects in site.yaml, as listed below',
    why: 'Visitors of old addresses get a "not found" page or wait longer than necessary.',
    advice: 'Point each redirect straight at a public page, and remove those that never apply.',
  });
}

function diagnosed(finding: Finding): DiagnosedFinding {
  const path = 'document' in finding ? finding.document : null;
  const message = describeFinding(finding).replace(`${path ?? ''}, line `, 'Line ');
  return { severity: 'warning', check: finding.kind, path, message };
}

function linkCheck(found: readonly DiagnosedFinding[], documents: number): Check {
  const name = 'links';
  if (found.length === 0)
    return ok(name, `No broken links or images in ${counted(documents, 'public document')}.`);
  return warning(name, {
    message: `${counted(found.length, 'link or image is', 'links and images are')} broken.`,
    where: 'the documents and lines below',
    why: 'Readers get a "not found" page or a missing image.',
    advice:
      'Correct the links, or redirect the old addresses with aliases in the frontmatter or redirects in site.yaml.',
  });
}

function sharedAddresses(snapshot: PublishedSnapshot): DiagnosedFinding[] {
  const byUrl = Map.groupBy(snapshot.documents, ({ url }) => url);
  return [...byUrl.values()].flatMap(([first, ...others]) =>
    others.map(({ path, url }) => ({
      severity: 'warning' as const,
      check: 'shared_address',
      path,
      message: `Its address ${url} already belongs to ${first!.path}, which is shown instead.`,
    })),
  );
}

function addressCheck(found: readonly DiagnosedFinding[]): Check {
  const name = 'addresses';
  if (found.length === 0) return ok(name, 'Every public document has a unique address.');
  return warning(name, {
    message: `${counted(found.length, 'public document has', 'public documents have')} the same address as another document.`,
    where: 'the documents below',
    why: 'The site shows only the first document of each address.',
    advice: 'Change the slug of the documents, or the permalink of their type.',
  });
}

const maxNamed = 200;

function missingTranslations(
  snapshot: PublishedSnapshot,
  { languages }: SiteSettings,
): DiagnosedFinding[] {
  const tags = Object.keys(languages);
  if (tags.length < 2) return [];
  const byKey = Map.groupBy(snapshot.documents, ({ translationKey }) => translationKey);
  return [...byKey.values()]
    .flatMap((group) => {
      const missing = tags.filter((tag) => !group.some(({ lang }) => lang === tag));
      const message = `Missing translation: ${listed(missing)}.`;
      const { path } = group[0]!;
      const found: DiagnosedFinding = { severity: 'notice', check: 'translation', path, message };
      return missing.length === 0 ? [] : [found];
    })
    .slice(0, maxNamed);
}

function translationCheck(
  found: readonly DiagnosedFinding[],
  { languages, language }: SiteSettings,
): Check {
  const name = 'translations';
  const tags = Object.keys(languages);
  if (tags.length < 2) return ok(name, 'The site has one language.');
  if (found.length === 0) return ok(name, `Every public document exists in ${listed(tags)}.`);
  const count = found.length < maxNamed ? String(found.length) : `${maxNamed} or more`;
  return notice(name, {
    message: `${count} public documents lack a translation.`,
    where: 'the documents below',
    why: 'Readers of the other language cannot read these documents.',
    advice: `Translate them in posts/${tags.find((tag) => tag !== language) ?? ''}/ and the other folders of that language, if you want translations.`,
  });
}

function staticFilesCheck(
  { config, theme }: Pick<PublicSiteParts, 'config' | 'theme'>,
  hidden: readonly string[],
): Check {
  const name = 'static_files';
  const { files, faults } = theme.parts.statics;
  const ofAdmin = [...files.keys()].filter((file) => file.startsWith(`${config.admin.path}/`));
  const found = [
    ...faults.map(({ file, message }) => `${file} ${message}`),
    ...hidden.map((file) => `${staticFolder}/${file} is hidden by a page or file of this address`),
    ...ofAdmin.map((file) => `${staticFolder}/${file} is hidden by the admin`),
  ];
  if (found.length === 0) return ok(name, `${counted(files.size, 'static file')} without faults.`);
  return warning(name, {
    message: `${listed(found)}.`,
    where: staticFolder,
    why: 'Visitors, and services that verify the site, do not get these files.',
    advice: 'Rename, move or remove the named files.',
  });
}
