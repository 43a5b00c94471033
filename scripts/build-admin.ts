// `npm run build:admin`: builds the admin for browsers. With --if-stale, only when its sources have changed since the
// last build.
import { buildAdmin, ensureAdminBuilt } from './admin-build.ts';

const onBuild = (): void => console.log('Building the admin, which takes a few seconds …');

if (process.argv.includes('--if-stale')) await ensureAdminBuilt({ onBuild });
else {
  onBuild();
  await buildAdmin();
}
