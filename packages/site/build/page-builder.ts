import { join } from 'node:path';
import type { PublishedReader } from '@galley/content';
import { sha256 } from '@galley/kernel';
import { RecordingReader } from '../dependencies/recording-reader.ts';
import type { SiteRequest, SiteResponse } from '../site-response.ts';
import type { Output } from './build-state.ts';
import type { Finding } from './finding.ts';
import type { LinkChecker } from './link-checker.ts';
import { buildProblems } from '../problems.ts';
import { writeNewFile } from './output-folder.ts';
import { redirectPage } from './redirect-page.ts';

export interface BuildTask {
  readonly address: string;
  /** Below the output folder; undefined when no file can have the address. */
  readonly file: string | undefined;
  readonly document?: string | undefined;
  readonly known?: string | undefined;
}

export interface Built {
  readonly address: string;
  /** Undefined without file or content. */
  readonly output: Output | undefined;
  /** The output changed. */
  readonly isWritten: boolean;
}

export interface PageBuilderParts {
  readonly respond: (request: SiteRequest, published: PublishedReader) => Promise<SiteResponse>;
  readonly published: PublishedReader;
  readonly links: LinkChecker;
  readonly folder: string;
}

const noQuery = new URLSearchParams();

export class PageBuilder {
  readonly #parts: PageBuilderParts;

  constructor(parts: PageBuilderParts) {
    this.#parts = parts;
  }

  /** Builds in sequence. Throws when the site fails at an address. */
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
    const body = toFileContent(address, answer);
    if (body === undefined) return unbuilt(address);
    const findings = await this.#check(task, { ...answer, body }, reader);
    // The ETag identifies the content.
    const hash = body === answer.body ? (answer.headers.etag ?? sha256(body)) : sha256(body);
    const isWritten = hash !== known;
    if (isWritten) writeNewFile(join(this.#parts.folder, file), body);
    const output = {
      file,
      hash,
      tags: [...reader.tags],
      ...(findings.length > 0 && { findings }),
      ...(answer.sentAs !== undefined && { sentAs: answer.sentAs }),
    };
    return { address, output, isWritten };
  }

  /** Checks a document once, for its page and not its data. */
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

function toFileContent(
  address: string,
  { status, headers, body, failure }: SiteResponse,
): string | Uint8Array | undefined {
  if (status === 200 || (status === 404 && address.endsWith('/404.html'))) return body;
  const { location } = headers;
  if (location !== undefined) return redirectPage(location);
  if (status >= 500)
    throw buildProblems.page_failed(
      `${address} could not be rendered: ${failure ?? 'see the log'}`,
    );
  return undefined;
}
