import { draw } from './draw.ts';
import type { Drawing } from './drawings.ts';
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
import type { TextSyntax } from './text-syntax.ts';

export type SentOptions = Omit<MarkdownOptions, 'resolveLink'> & {
  readonly links?: ReadonlyMap<string, string>;
};

export interface ParsedText {
  readonly body: string;
  readonly syntax?: TextSyntax | undefined;
}

export interface MarkdownJobs {
  readonly excerpt: {
    readonly input: ParsedText & { readonly length: number };
    readonly output: string;
  };
  readonly linkedDocuments: {
    readonly input: ParsedText & { readonly path: string };
    readonly output: readonly string[];
  };
  readonly linksOf: {
    readonly input: ParsedText & { readonly path: string };
    readonly output: readonly TextLink[];
  };
  readonly unknownBlocks: {
    readonly input: ParsedText & { readonly known: ReadonlySet<string> };
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
  /** Safe HTML. */
  readonly draw: {
    readonly input: Drawing;
    readonly output: string | undefined;
  };
}

export type MarkdownJob = keyof MarkdownJobs;

type JobOutput<Job extends MarkdownJob> =
  MarkdownJobs[Job]['output'] | Promise<MarkdownJobs[Job]['output']>;

const jobs: {
  readonly [Job in MarkdownJob]: (input: MarkdownJobs[Job]['input']) => JobOutput<Job>;
} = {
  excerpt: ({ body, ...options }) => extractExcerpt(body, options),
  linkedDocuments: ({ body, path, syntax }) => listLinkedDocuments(body, path, syntax),
  linksOf: ({ body, path, syntax }) => listLinks(body, path, syntax),
  unknownBlocks: ({ body, known, syntax }) => listUnknownBlocks(body, known, syntax),
  draw,
  render: ({ body, options, ...parts }) => renderParts(body, received(options), parts),
  sanitize: ({ html, options }) => sanitized(html, received(options)),
};

function received({ links, ...options }: SentOptions): MarkdownOptions {
  return { ...options, resolveLink: (path) => links?.get(path) };
}

export function doMarkdownJob<Job extends MarkdownJob>(
  job: Job,
  input: MarkdownJobs[Job]['input'],
): JobOutput<Job> {
  return jobs[job](input);
}
