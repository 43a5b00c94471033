// Measures the ticks of runs: see README.md.
import { parseArgs } from 'node:util';
import { ownDatabase } from './own-database.ts';
import { measureAssigning, measureIdling } from './ticks.ts';
import { measureManyRuns } from './many-runs.ts';

const { values: options } = parseArgs({
  options: {
    tasks: { type: 'string', default: '10000' },
    finished: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '20' },
    times: { type: 'string', default: '15' },
    json: { type: 'boolean', default: false },
  },
});
const [tasks, finished, runs, seconds, times] = [
  options.tasks,
  options.finished,
  options.runs,
  options.seconds,
  options.times,
].map(Number) as [number, number, number, number, number];

await using own = await ownDatabase();
const { db } = own;
const results = {
  assigning: await measureAssigning(db, { tasks, times }),
  idling: await measureIdling(db, { finished, times: 10 * times }),
  'many runs': await measureManyRuns(db, { runs, seconds }),
};
if (options.json) console.log(JSON.stringify({ unit: 'milliseconds', results }, null, 2));
else for (const [name, result] of Object.entries(results)) console.log(name, result);
