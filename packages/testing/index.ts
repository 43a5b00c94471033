export { ManualClock } from './manual-clock.ts';
export { insertManyDocuments } from './many-documents.ts';
export { createOwnedTestDatabase, type OwnedTestDatabase } from './owned-test-database.ts';
export { planSteps, type PlanStep } from './query-plans.ts';
export { createTestDatabase, type TestDatabase } from './test-database.ts';
export { temporaryDirectory, type TemporaryDirectory } from './temporary-directory.ts';
