import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseSiteSettings } from '@galley/settings';
import {
  createTestDatabase,
  executedSteps,
  insertManyDocuments,
  spreadTerms,
  type TestDatabase,
} from '@galley/testing';
import { author, editor } from '../workflow/newsroom.fixtures.ts';
import { TermService } from '../workflow/term-service.ts';
import { TermListReadModel } from './term-list-read-model.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertManyDocuments(database.url, { count: 10_000, words: 5 });
  await spreadTerms(database.url);
});

afterAll(() => database.close());

const settings = parseSiteSettings('', 'site.yaml');
const service = () => new TermService({ db: database.db, settings: () => settings });

test('1,000 terms of 10,000 documents are listed, the most frequent first', async () => {
  const { terms, total } = await service().list(editor, { taxonomy: 'tags', limit: 2_000 });
  expect(total).toBe(1_001);
  expect(terms[0]).toMatchObject({ name: 'Ink', slug: 'ink', documents: 10_000 });
});

test('documents at the addresses of terms are found by an index', async () => {
  const urls = Array.from({ length: 1_000 }, (_none, index) => `/tags/tag-${index}/`);
  const steps = await executedSteps(database, 'force_generic_plan', (db) =>
    new TermListReadModel(db).describing(editor, urls),
  );
  expect(steps.map((step) => step['Index Name'])).toContain('documents_by_url');
});

test('the terms of the documents of one author are found by an index', async () => {
  const steps = await executedSteps(database, 'force_generic_plan', (db) =>
    new TermListReadModel(db).working(author('author-3'), 'tags'),
  );
  expect(steps.map((step) => step['Index Name'])).toContain('documents_by_author');
});
