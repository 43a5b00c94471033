export { exportSite } from './export-site.ts';
export type { ExportFormat, ExportReport } from './exported-site.ts';
export { exportProblems } from './problems.ts';
