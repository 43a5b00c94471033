import { join } from 'node:path';
import type { PublishedReader } from '@galley/content';
import { sha256 } from '@galley/kernel';
import { RecordingReader } from '../dependencies/recording-reader.ts';
import type { SiteRequest, SiteResponse } from '../site-response.ts';
import type { Output } from './build-state.ts';
import type { Finding } from './finding.ts';
import type { LinkChecker } from './link-checker.ts';
import { buildProblems } from '../problems.ts';
import { putFile } from './output-folder.ts';
import { redirectPage } from './redirect-page.ts';

/** One address to be built. */
export interface BuildTask {
  readonly address: string;
  /** Below the output folder; undefined for an address that no file can have. */
  readonly file: string | undefined;
  /** Path of the document whose page or data it is. */
  readonly document?: string | undefined;
  /** Hash of what the public output has at the address. */
  readonly known?: string | undefined;
}

/** What came of a task. */
export interface Built {
  readonly address: string;
  /** Undefined for an address that no file can have, and for one at which nothing is any more. */
  readonly output: Output | undefined;
  /** Whether it is another than was known, and so was put into the folder. */
  readonly isWritten: boolean;
}

export interface PageBuilderParts {
  /** As the live server answers. */
  readonly respond: (request: SiteRequest, published: PublishedReader) => Promise<SiteResponse>;
  readonly published: PublishedReader;
  readonly links: LinkChecker;
  /** Where the files are put. */
  readonly folder: string;
}

const noQuery = new URLSearchParams();

/** Makes files of what the live server would answer, and remembers what each was made from. */
export class PageBuilder {
  readonly #parts: PageBuilderParts;

  constructor(parts: PageBuilderParts) {
    this.#parts = parts;
  }

  /** One after the other. Throws when the site fails at an address. */
  async build(tasks: readonly BuildTask[]): Promise<readonly Built[]> {
    const built: Built[] = [];
    for (const task of tasks) built.push(await this.#build(task));
    return built;
  }

  async #build(task: BuildTask): Promise<Built> {
    const { address, file, known } = task;
    if (file === undefined) return unbuilt(address);
    const reader = new RecordingReader(this.#parts.published);
    const request = { method: 'GET', path: address, query: noQuery, headers: {} };
    const answer = await this.#parts.respond(request, reader);
    const body = bodyOf(address, answer);
    if (body === undefined) return unbuilt(address);
    const findings = await this.#check(task, { ...answer, body }, reader);
    // The tag of an answer names its bytes.
    const hash = body === answer.body ? (answer.headers.etag ?? sha256(body)) : sha256(body);
    const isWritten = hash !== known;
    if (isWritten) putFile(join(this.#parts.folder, file), body);
    const output = {
      file,
      hash,
      tags: [...reader.tags],
      ...(findings.length > 0 && { findings }),
      ...(answer.sentAs !== undefined && { sentAs: answer.sentAs }),
    };
    return { address, output, isWritten };
  }

  /** A document's links, in its page and not again in its data. */
  async #check(
    { document }: BuildTask,
    { status, headers, body }: SiteResponse,
    reader: RecordingReader,
  ): Promise<readonly Finding[]> {
    const isPage = status === 200 && headers['content-type']?.startsWith('text/html') === true;
    if (document === undefined || !isPage) return [];
    return this.#parts.links.check(document, String(body), reader);
  }
}

function unbuilt(address: string): Built {
  return { address, output: undefined, isWritten: false };
}

/** The bytes of an answer as a file; undefined where there is nothing to be written. */
function bodyOf(
  address: string,
  { status, headers, body, failure }: SiteResponse,
): string | Uint8Array | undefined {
  if (status === 200 || (status === 404 && address.endsWith('/404.html'))) return body;
  const { location } = headers;
  if (location !== undefined) return redirectPage(location);
  if (status >= 500)
    throw buildProblems.page_failed(`${address} cannot be made: ${failure ?? 'the log says why'}`);
  return undefined;
}
