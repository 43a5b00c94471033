import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import problems from '../../fixtures/corpus-problems.json' with { type: 'json' };
import { decodeSource } from './decode-source.ts';
import { editSource } from './edit-source.ts';
import type { Values } from '@galley/settings';
import { parseSource, type ParsedSource } from './parse-source.ts';
import type { SourceProblem } from './source-problem.ts';

const folder = new URL('../../fixtures/corpus/', import.meta.url);
const names = readdirSync(folder).toSorted();
const broken = new Map(problems.map((problem) => [problem.file.normalize(), problem]));

interface CorpusFile {
  readonly name: string;
  readonly text: string;
  readonly problem: SourceProblem | null;
  readonly parsed: ParsedSource;
}

function readCorpusFile(name: string): CorpusFile {
  const decoded = decodeSource(readFileSync(new URL(encodeURIComponent(name), folder)));
  const text = decoded.text ?? '';
  const parsed = parseSource(text);
  return { name, text, problem: decoded.problem ?? parsed.problem, parsed };
}

const files = names.map((name) => readCorpusFile(name));
const readable = files.filter(({ name }) => !broken.has(name.normalize()));

test('the corpus is complete, and every listed problem has a file', () => {
  expect(names.length).toBeGreaterThanOrEqual(300);
  expect(files.length - readable.length).toBe(problems.length);
});

describe.each(readable)('$name', ({ text, parsed }) => {
  const { values, body, bom, bodyOffset } = parsed;

  test('is readable, and its body is part of the text', () => {
    expect(parsed.problem).toBeNull();
    expect(text.slice(bodyOffset)).toBe(body);
    expect(text.startsWith('\uFEFF')).toBe(bom);
  });

  test('is byte-identical after opening and saving', () => {
    expect(editSource(text, {})).toBe(text);
    expect(editSource(text, { set: values, body })).toBe(text);
    expect(editSource(text, { set: values, body: body.replaceAll('\r\n', '\n') })).toBe(text);
    expect(editSource(text, { body: body.replace(/\r\n?/g, '\n') })).toBe(text);
    expect(editSource(text, { set: JSON.parse(JSON.stringify(values)) as Values })).toBe(text);
  });

  test('accepts a new key and removes it again', () => {
    const edited = editSource(text, { set: { 'added by hand': { list: ['a', 'b\nc'] } } });
    const { values: now, body: bodyNow } = parseSource(edited);
    expect(now).toEqual({ ...values, 'added by hand': { list: ['a', 'b\nc'] } });
    expect(bodyNow).toBe(body);
    expect(parseSource(editSource(edited, { remove: ['added by hand'] })).values).toEqual(values);
  });
});

describe.each(problems)('$file', ({ file, line, column }) => {
  const corpusFile = files.find(({ name }) => name.normalize() === file.normalize());

  test(`reports an error at line ${line}, column ${column}`, () => {
    expect(corpusFile?.problem).toMatchObject({ line, column });
    expect(corpusFile?.parsed.values).toEqual({});
  });

  test('is not edited, and the error names the position', () => {
    if (corpusFile?.parsed.problem) {
      const edit = (): string => editSource(corpusFile.text, { set: { title: 'x' } });
      expect(edit).toThrow(`line ${line}, column ${column}`);
      expect(edit).toThrow(
        expect.objectContaining({
          code: 'frontmatter_broken',
          kind: 'unprocessable',
          details: { line, column },
        }),
      );
    } else {
      expect(corpusFile?.text).toBe('');
    }
  });
});
