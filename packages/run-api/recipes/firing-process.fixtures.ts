// Fires what is due and kills itself at a step. Arguments: ADDRESS DIRECTORY NOW STEP.
import { openDatabase } from '@galley/database';
import { silentLogger, systemClock } from '@galley/kernel';
import { controlIn, firingsIn } from './fixtures.ts';

const [, , address = '', directory = '', now = '', step = ''] = process.argv;
const { db } = openDatabase({ address, poolSize: 2, logger: silentLogger });
const clock = { ...systemClock, now: () => new Date(now) };
const parts = { db, directory, clock };
const die = (): void => void process.kill(process.pid, 'SIGKILL');
const control = controlIn(parts);
const firings = await firingsIn(parts, {
  createIn: async (...given) => {
    if (step === 'before the run') die();
    const created = await control.createIn(...given);
    if (step === 'after the run') die();
    return created;
  },
});
await firings.fireDue();
die();
