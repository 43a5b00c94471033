// Publishes proposals until it is killed. Arguments: ADDRESS FOLDER REMOTE.
import { openDatabase } from '@galley/database';
import { silentLogger } from '@galley/kernel';
import { createPullRequests } from './fixtures.ts';
import type { RemoteRepository } from './remote.ts';

const [, , address = '', directory = '', settings = ''] = process.argv;
const { db } = openDatabase({ address, poolSize: 3, logger: silentLogger });
const remote = JSON.parse(settings) as RemoteRepository;
await createPullRequests(db, { directory, remote }).runDue(new AbortController().signal);
process.exit(1);
