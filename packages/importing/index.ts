export { ImportBatch, type ImportReport } from './import-batch.ts';
export { importProblems } from './problems.ts';
export { readSource } from './read-source.ts';
export { importFormats, type ImportFormat } from './sources.ts';
