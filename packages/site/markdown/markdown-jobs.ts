import { linkedDocuments, linksOf, type TextLink } from './links.ts';
import {
  excerpt,
  renderParts,
  sanitized,
  type MadeParts,
  type MarkdownOptions,
  type NeededParts,
  type RenderedMarkdown,
} from './render-markdown.ts';

/** Options that can be sent to a thread: `links` in place of `resolveLink`. */
export type SentOptions = Omit<MarkdownOptions, 'resolveLink'> & {
  readonly links?: ReadonlyMap<string, string>;
};

/** Work on one text. The time of each can grow with the square of its length. */
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
  /** Without `made`, the parts that it needs where it needs any. */
  readonly render: {
    readonly input: {
      readonly body: string;
      readonly options: SentOptions;
      readonly blockNames: ReadonlySet<string>;
      readonly made?: MadeParts;
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
  excerpt: ({ body, length }) => excerpt(body, length),
  linkedDocuments: ({ body, path }) => linkedDocuments(body, path),
  linksOf: ({ body, path }) => linksOf(body, path),
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
