// Accepts proposal p1 and kills itself at a step. Arguments: ADDRESS FOLDER STEP PATCH [HUNKS].
import { openDatabase } from '@galley/database';
import { silentLogger, systemClock } from '@galley/kernel';
import { createAcceptance } from './proposal-harness.fixtures.ts';
import { ProposalDecisions } from './proposal-decisions.ts';
import { WorkspaceRepository } from './workspace-repository.ts';

const [, , address = '', directory = '', step = '', patch = '', hunks = ''] = process.argv;
const { db } = openDatabase({ address, poolSize: 2, logger: silentLogger });
const repository = new WorkspaceRepository({ workspaceId: 'press', directory });
const logger = {
  ...silentLogger,
  info: (_message: string, attributes?: Readonly<Record<string, unknown>>): void => {
    if (attributes?.['step'] === step) process.kill(process.pid, 'SIGKILL');
  },
};
const auditIn = () => ({ record: () => Promise.resolve() });
const decisions = new ProposalDecisions({ db, clock: systemClock, logger, auditIn, repository });
const more = hunks === '' ? {} : { hunks: hunks.split(',') };
await decisions.decide(createAcceptance('p1', patch, more));
