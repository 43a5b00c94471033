// Follows the events of a run from its start until it ends: node follow-run.ts [WORKSPACE] [RUN]
import { clientFor } from './client.ts';

const galley = clientFor();
const [id = 'default', named] = process.argv.slice(2);
const over = ['stopped', 'completed', 'blocked', 'failed'];

const run = named ?? (await galley.runs.status({ id })).run_id;
const onReconnect = (error: Error): void => console.log(`(${error.message} Reconnecting …)`);

for await (const event of galley.runs.events.stream({ id, run }, { onReconnect })) {
  console.log(`${event.at} ${event.type}`);
  const { status, reason } = await galley.runs.get({ id, run });
  if (over.includes(status)) {
    console.log(`The run is ${status}: ${reason ?? 'no reason given'}.`);
    break;
  }
}
