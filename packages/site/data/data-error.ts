/** A fault in a data file. */
export class DataError extends Error {
  readonly line: number;

  constructor(message: string, line = 1) {
    super(message);
    this.name = 'DataError';
    this.line = line;
  }
}
