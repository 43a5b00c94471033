import { CsvError, parse } from 'csv-parse/sync';
import { DataError } from './data-error.ts';

/** The first line names the fields. Semicolons separate if it has no comma, as spreadsheets in many countries write. */
export function parseCsv(text: string): readonly Readonly<Record<string, string>>[] {
  const [firstLine = ''] = text.split(/[\r\n]/, 1);
  const delimiter = firstLine.includes(';') && !firstLine.includes(',') ? ';' : ',';
  try {
    return parse<Record<string, string>>(text, {
      delimiter,
      columns: columnNames,
      skip_empty_lines: true,
      relax_column_count: false,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new DataError(reasonOf(error), error['lines'] as number);
  }
}

function columnNames(header: readonly string[]): string[] {
  const names = header.map((name) => name.trim());
  if (names.includes('')) throw new DataError('every column needs a name');
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw new DataError(`two columns are named ${repeated}`);
  return names;
}

function reasonOf({ code, message, record, columns }: CsvError): string {
  switch (code) {
    case 'CSV_RECORD_INCONSISTENT_COLUMNS': {
      const [fields, names] = [record, columns] as unknown[][];
      return `has ${fields!.length} fields; the first line names ${names!.length}`;
    }
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'a quote is missing';
    case 'CSV_INVALID_CLOSING_QUOTE':
      return 'text follows a closing quote';
    default:
      return message;
  }
}
