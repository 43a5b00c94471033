export { checkEntry } from './check-entry.ts';
export { type FormEntry, type FormOverview } from './form-entry.ts';
export { FormService } from './form-service.ts';
export { formProblems } from './problems.ts';
