import { ContentChangesReadModel } from '@galley/content';
import { WaitingRoom } from '@galley/run-api';
import { RunEventRepository } from '@galley/runcoord';
import type { Environment } from '../environment.ts';
import { ChangeFeed } from './change-feed.ts';

/** A tab each for more people than an editorial staff has. */
const seats = 5_000;

export function composeChanges({ db, clock, logger }: Environment) {
  const content = new ContentChangesReadModel(db);
  const runEvents = new RunEventRepository(db);
  const feed = new ChangeFeed({ content, runEvents, clock, logger });
  return { feed, waitingRoom: new WaitingRoom(clock, seats), eventConsumers: [feed.loop] };
}
