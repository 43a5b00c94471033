export type {
  PublishedDocument,
  PublishedPage,
  PublishedQuery,
  PublishedReader,
  PublishedSummary,
  TermCount,
} from './published.ts';
export { termSlug } from './term-slug.ts';
