import { takePublishedSnapshot, type PublishedSnapshot } from '@galley/content';
import { atOneMoment, type Database } from '@galley/database';
import type { Config, SiteSettings } from '@galley/settings';
import { checkLinks, describeFinding, type Finding, type Theme } from '@galley/site';
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

/** Checks the consistency of the public site: links, images, addresses, languages. */
export async function siteChecks({ db, ...parts }: PublicSiteParts): Promise<Examined> {
  return atOneMoment(db, async (transaction) => {
    const snapshot = await takePublishedSnapshot(transaction);
    const links = await linkFindings(parts, snapshot);
    const doubles = sharedAddresses(snapshot);
    const untranslated = missingTranslations(snapshot, parts.settings);
    return {
      checks: [
        linkCheck(links, snapshot.documents.length),
        addressCheck(doubles),
        translationCheck(untranslated, parts.settings),
      ],
      findings: [...links, ...doubles, ...untranslated],
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

function diagnosed(finding: Finding): DiagnosedFinding {
  const path = 'document' in finding ? finding.document : null;
  const message = describeFinding(finding).replace(`${path ?? ''}, line `, 'Line ');
  return { severity: 'warning', check: finding.kind, path, message };
}

function linkCheck(found: readonly DiagnosedFinding[], documents: number): Check {
  const name = 'links';
  if (found.length === 0)
    return ok(
      name,
      `No link or picture of ${counted(documents, 'public document')} leads nowhere.`,
    );
  return warning(name, {
    message: `${counted(found.length, 'link or picture leads', 'links and pictures lead')} nowhere.`,
    where: 'the documents and lines below',
    why: 'Readers end at a page that says that there is nothing.',
    advice:
      'Correct the links, or let the old addresses lead on: aliases in the frontmatter, redirects in site.yaml.',
  });
}

function sharedAddresses(snapshot: PublishedSnapshot): DiagnosedFinding[] {
  const byUrl = Map.groupBy(snapshot.documents, ({ url }) => url);
  return [...byUrl.values()].flatMap(([first, ...others]) =>
    others.map(({ path, url }) => ({
      severity: 'warning' as const,
      check: 'shared_address',
      path,
      message: `Its address ${url} is that of ${first!.path}, which is shown there.`,
    })),
  );
}

function addressCheck(found: readonly DiagnosedFinding[]): Check {
  const name = 'addresses';
  if (found.length === 0) return ok(name, 'Every public document has an address of its own.');
  return warning(name, {
    message: `${counted(found.length, 'public document has', 'public documents have')} the address of another one.`,
    where: 'the documents below',
    why: 'Only the first of them is shown; nobody finds the others.',
    advice: 'Give them another slug, or their type another permalink.',
  });
}

const mostNamed = 200;

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
      const message = `It is not there in ${listed(missing)}.`;
      const { path } = group[0]!;
      const found: DiagnosedFinding = { severity: 'notice', check: 'translation', path, message };
      return missing.length === 0 ? [] : [found];
    })
    .slice(0, mostNamed);
}

function translationCheck(
  found: readonly DiagnosedFinding[],
  { languages, language }: SiteSettings,
): Check {
  const name = 'translations';
  const tags = Object.keys(languages);
  if (tags.length < 2) return ok(name, 'The site has one language.');
  if (found.length === 0) return ok(name, `Everything public is there in ${listed(tags)}.`);
  const count = found.length < mostNamed ? String(found.length) : `${mostNamed} or more`;
  return notice(name, {
    message: `${count} public documents are missing in a language of the site.`,
    where: 'the documents below',
    why: 'Readers of the other language do not find them.',
    advice: `Write them in posts/${tags.find((tag) => tag !== language) ?? ''}/ and the like, where they are to be there.`,
  });
}
