export { ManualClock } from './manual-clock.ts';
export { createOwnedTestDatabase, type OwnedTestDatabase } from './owned-test-database.ts';
export { createTestDatabase, type TestDatabase } from './test-database.ts';
export { temporaryDirectory, type TemporaryDirectory } from './temporary-directory.ts';
