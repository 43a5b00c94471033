import { listLinkedDocuments, listLinks, type TextLink } from './links.ts';
import { listUnknownBlocks, type UnknownBlock } from './unknown-blocks.ts';
import {
  extractExcerpt,
  renderParts,
  sanitized,
  type RenderedParts,
  type MarkdownOptions,
  type NeededParts,
  type RenderedMarkdown,
} from './render-markdown.ts';

export type SentOptions = Omit<MarkdownOptions, 'resolveLink'> & {
  readonly links?: ReadonlyMap<string, string>;
};

export interface MarkdownJobs {
  readonly excerpt: {
    readonly input: { readonly body: string; readonly length: number };
    readonly output: string;
  };
  readonly linkedDocuments: {
    readonly input: { readonly body: string; readonly path: string };
    readonly output: readonly string[];
  };
  readonly linksOf: {
    readonly input: { readonly body: string; readonly path: string };
    readonly output: readonly TextLink[];
  };
  readonly unknownBlocks: {
    readonly input: { readonly body: string; readonly known: ReadonlySet<string> };
    readonly output: readonly UnknownBlock[];
  };
  /** Without `made`, returns the parts it requires, if any. */
  readonly render: {
    readonly input: {
      readonly body: string;
      readonly options: SentOptions;
      readonly blockNames: ReadonlySet<string>;
      readonly made?: RenderedParts;
    };
    readonly output: RenderedMarkdown | NeededParts;
  };
  readonly sanitize: {
    readonly input: { readonly html: string; readonly options: SentOptions };
    readonly output: string;
  };
}

export type MarkdownJob = keyof MarkdownJobs;

const jobs: {
  readonly [Job in MarkdownJob]: (input: MarkdownJobs[Job]['input']) => MarkdownJobs[Job]['output'];
} = {
  excerpt: ({ body, length }) => extractExcerpt(body, length),
  linkedDocuments: ({ body, path }) => listLinkedDocuments(body, path),
  linksOf: ({ body, path }) => listLinks(body, path),
  unknownBlocks: ({ body, known }) => listUnknownBlocks(body, known),
  render: ({ body, options, ...parts }) => renderParts(body, received(options), parts),
  sanitize: ({ html, options }) => sanitized(html, received(options)),
};

function received({ links, ...options }: SentOptions): MarkdownOptions {
  return { ...options, resolveLink: (path) => links?.get(path) };
}

export function doMarkdownJob<Job extends MarkdownJob>(
  job: Job,
  input: MarkdownJobs[Job]['input'],
): MarkdownJobs[Job]['output'] {
  return jobs[job](input);
}
