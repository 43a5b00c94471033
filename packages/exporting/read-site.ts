import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  readWithFaults,
  type PublishedDocument,
  type PublishedSnapshot,
  type ReadDocument,
} from '@galley/content';
import { isServiceAccount } from '@galley/kernel';
import { isRedirectPattern, type SiteSettings } from '@galley/settings';
import { encodeAddress } from '@galley/site';
import type { ExportedDocument, ExportedSite, SkippedFile } from './exported-site.ts';
import { listFiles } from './list-files.ts';

export interface SiteToExport {
  readonly settings: SiteSettings;
  readonly contentDirectory: string;
  readonly snapshot: PublishedSnapshot;
}

/** Public documents as readers see them, and all others as they are in their files. */
export async function readSite(site: SiteToExport): Promise<Omit<ExportedSite, 'statics'>> {
  const { settings, contentDirectory, snapshot } = site;
  const urls = new Map(snapshot.documents.map(({ path, url }) => [path, url]));
  const documents = await readPublic(site);
  const skipped: SkippedFile[] = [];
  for (const path of await listFiles(contentDirectory)) {
    if (urls.has(path) || !path.endsWith('.md') || path.startsWith('media/')) continue;
    const bytes = await readFile(join(contentDirectory, path));
    const { document } = readWithFaults(path, bytes, settings);
    if (document === undefined) {
      skipped.push({ source: path, reason: 'It is in no folder of a content type.' });
    } else if (document.problem) {
      const { line, message } = document.problem;
      skipped.push({ source: path, reason: `Line ${line}: ${message}` });
    } else documents.push(draftOf(document));
  }
  documents.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { settings, contentDirectory, documents, urls, skipped };
}

async function readPublic({ settings, snapshot }: SiteToExport) {
  const { documents, movedAddresses, reader } = snapshot;
  const moved = await Promise.all(
    movedAddresses.map(async (from) => ({ from, to: await reader.findMoved(from) })),
  );
  const aliases = Map.groupBy([...moved, ...plainRedirects(settings)], ({ to }) => to);
  const found: ExportedDocument[] = [];
  for (const { path, url } of documents) {
    const document = await reader.findByPath(path);
    const former = (aliases.get(url) ?? []).map(({ from }) => from);
    if (document) found.push({ ...publicOf(document), aliases: [...new Set(former)] });
  }
  return found;
}

function plainRedirects({ redirects }: SiteSettings) {
  return redirects
    .filter(({ from }) => !isRedirectPattern(from))
    .map(({ from, to }) => ({ from: encodeAddress(from), to }));
}

function publicOf(document: PublishedDocument): ExportedDocument {
  const { id, type, author, authorName, params } = document;
  const owner = authorName ?? (author && isServiceAccount(author) ? '' : author) ?? '';
  return {
    ...document,
    key: id.split(':').slice(2).join(':'),
    type,
    isPublic: true,
    authors: authorsOf(params, owner),
  };
}

function draftOf({ place, metadata, body, values }: ReadDocument): ExportedDocument {
  return {
    ...metadata,
    ...place,
    isPublic: false,
    authors: authorsOf(metadata.params, ''),
    aliases: [values['aliases']].flat().filter((alias) => typeof alias === 'string'),
    body,
  };
}

function authorsOf(params: ExportedDocument['params'], owner: string): readonly string[] {
  const given = [params['authors']].flat().filter((name) => typeof name === 'string');
  return given.length > 0 || owner === '' ? given : [owner];
}
