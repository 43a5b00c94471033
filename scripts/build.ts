// Builds what `npm start` runs: the admin for browsers, and the bundle of `galley`. Both only if their sources have
// changed.
import { ensureAdminBuilt } from './admin-build.ts';
import { ensureProgramBuilt } from './program-build.ts';

const say = (built: string) => () => console.log(`Building ${built}, which takes a few seconds …`);

await Promise.all([
  ensureProgramBuilt({ onBuild: say('the server') }),
  ensureAdminBuilt({ onBuild: say('the admin') }),
]);
