import { EventConsumer } from '@galley/database';
import type { Person } from '@galley/editorial';
import type { Actor, Capability } from '@galley/kernel';
import { assign, ask, decide, path, roomWithDraft, rosa } from '../workflow/editorial.fixtures.ts';
import { editor, type Newsroom } from '../workflow/newsroom.fixtures.ts';
import type { Audience } from './audience.ts';
import { NotificationService } from './notification-service.ts';
import type { Notification } from './notification.ts';
import { Notifier } from './notifier.ts';

export class Noticeboard implements AsyncDisposable {
  readonly room: Newsroom;
  readonly service: NotificationService;
  asked = 0;

  private constructor(room: Newsroom) {
    this.room = room;
    this.service = new NotificationService({ db: room.database.db, clock: room.clock });
  }

  static async open(site?: string): Promise<Noticeboard> {
    const board = new Noticeboard(await roomWithDraft(site));
    await board.addUsers([...board.room.people.keys()]);
    return board;
  }

  async add(...people: readonly Actor[]): Promise<void> {
    for (const person of people) this.room.people.set(person.username, person);
    await this.addUsers(people.map(({ username }) => username));
  }

  async addUsers(usernames: readonly string[]): Promise<void> {
    const rest = { email: '', role: 'author', created_at: new Date(0) };
    const rows = usernames.map((username) => ({ ...rest, username, name: username }));
    await this.room.database.db.insertInto('users').values(rows).execute();
  }

  async catchUp(): Promise<void> {
    const { database, clock, logger } = this.room;
    const notifier = new Notifier({ audience: () => this.#audience() });
    const consumer = new EventConsumer({
      db: database.db,
      name: 'notifications',
      handle: (transaction, events) => notifier.notify(transaction, events),
      clock,
      logger,
    });
    await consumer.catchUp();
  }

  async describeNotifications(step: () => Promise<unknown>): Promise<string[]> {
    await this.catchUp();
    const before = await this.rows();
    await step();
    await this.catchUp();
    const rows = (await this.rows()).slice(before.length);
    return rows.map(({ username, type }) => `${username}: ${type}`).toSorted();
  }

  rows() {
    return this.room.database.db.selectFrom('notifications').selectAll().orderBy('id').execute();
  }

  async listOf(actor: Actor): Promise<readonly Notification[]> {
    return (await this.service.list(actor, { limit: 200 })).items;
  }

  async typesOf(actor: Actor): Promise<string[]> {
    return (await this.listOf(actor)).map(({ type }) => type);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.room[Symbol.asyncDispose]();
  }

  #audience(): Audience {
    const people = [...this.room.people.values()].toSorted((one, other) =>
      one.username < other.username ? -1 : 1,
    );
    const has = ({ grants }: Person, wanted: readonly Capability[]) =>
      grants.has('*') || wanted.every((capability) => grants.has(capability));
    return {
      list: (usernames) => {
        this.asked += 1;
        return Promise.resolve(people.filter(({ username }) => usernames.includes(username)));
      },
      listWith: (capabilities, limit) => {
        this.asked += 1;
        return Promise.resolve(
          people.filter((person) => has(person, capabilities)).slice(0, limit),
        );
      },
    };
  }
}

/** Jan owns the document in between. */
export async function boardWithNews(): Promise<Noticeboard> {
  const board = await Noticeboard.open();
  const { room } = board;
  await assign(room, { assignee: 'maria' });
  await ask(room);
  await decide(room, rosa, 'approve');
  await room.editorial.changeStatus(editor, { path, status: 'published' });
  await board.catchUp();
  await assign(room, { assignee: '', owner: 'jan' });
  await board.catchUp();
  await assign(room, { owner: 'maria' });
  await board.catchUp();
  return board;
}
