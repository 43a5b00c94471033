import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ZipWriter } from '@galley/archive';
import type {
  AuditEntry,
  AuditReadModel,
  IdentityService,
  OwnAccountRepository,
  ListedIdentity,
  Passkey,
  Passkeys,
  SessionService,
  TokenService,
  UserPictureRepository,
  UserService,
} from '@galley/auth';
import { PersonalWorkReadModel } from '@galley/content';
import type { Database } from '@galley/database';
import { PersonalDecisionsReadModel } from '@galley/runcoord';
import { newSecret, type Actor, type Clock } from '@galley/kernel';

export interface PersonalDataOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** For the file while it is written and sent. */
  readonly directory: string;
  readonly people: {
    readonly users: UserService;
    readonly ownAccounts: OwnAccountRepository;
    readonly sessionService: SessionService;
    readonly tokens: TokenService;
    readonly passkeys: Pick<Passkeys, 'list'>;
    readonly identities: Pick<IdentityService, 'list'>;
    readonly auditEntries: AuditReadModel;
    readonly pictures: UserPictureRepository;
  };
}

export interface ExportingPerson {
  readonly actor: Actor;
  readonly currentSessionId: string;
}

type Chunks = AsyncIterable<Uint8Array>;

const readBytes = 256 * 1024;

const readme = `This archive holds the data about your account in Galley.

profile.json     name, e-mail address, role, language, time zone and notices
picture.webp     your profile picture, if you have one
sessions.json    where you are signed in
tokens.json      your API tokens, without their secrets
passkeys.json    your passkeys: names and times, without the keys
sign-ins.json    accounts at sign-in providers that open your account
audit.jsonl      what you did, and what was done to your account
documents.jsonl  documents that you own or are assigned
reviews.jsonl    your reviews, decisions and comments
comments.jsonl   your comments on documents
suggestions.jsonl  your suggestions for documents
proposals.jsonl  your decisions on proposals of agents
proposal-comments.jsonl  your comments on proposals of agents

Files .jsonl have one entry of JSON a line. Names of other people, and what they wrote, are left out.
`;

/** A ZIP of one account's own data (ADD-ACC-9), in bounded memory. */
export class PersonalDataExport {
  readonly #options: PersonalDataOptions;

  constructor(options: PersonalDataOptions) {
    this.#options = options;
  }

  async *read(person: ExportingPerson): AsyncGenerator<Uint8Array> {
    const path = join(this.#options.directory, `.export-${newSecret().slice(0, 16)}.zip`);
    const file = await open(path, 'wx+', 0o600);
    try {
      // Without a name, the file is gone with the process even after a crash.
      await rm(path);
      const size = await this.#write(file, person);
      for (let position = 0; position < size;) {
        const length = Math.min(readBytes, size - position);
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
        position += bytesRead;
      }
    } finally {
      await file.close();
    }
  }

  async #write(file: FileHandle, person: ExportingPerson): Promise<number> {
    const zip = new ZipWriter(file);
    const modifiedAt = this.#options.clock.now();
    for await (const [name, bytes] of this.#entries(person)) {
      const isCompressed = !name.endsWith('.webp');
      await zip.addStream({ name, modifiedAt, isCompressed, size: 0, bytes });
    }
    await zip.end('');
    return zip.size;
  }

  async *#entries(person: ExportingPerson): AsyncGenerator<readonly [string, Chunks]> {
    const { db, people } = this.#options;
    const { username } = person.actor;
    const { users, ownAccounts, pictures, sessionService, tokens, auditEntries } = people;
    const { passkeys, identities } = people;
    const work = new PersonalWorkReadModel(db);
    yield ['README.txt', textOf(readme)];
    const account = await users.get(username);
    yield ['profile.json', jsonOf({ ...account, ...(await ownAccounts.find(username)) })];
    const hash = (await pictures.findHashes([username])).get(username);
    const image = hash === undefined ? undefined : await pictures.findImage(hash);
    if (image) yield ['picture.webp', chunk(image)];
    yield ['sessions.json', jsonOf(await sessionService.list({ ...person, username }))];
    yield ['tokens.json', jsonOf(await tokens.list(person.actor))];
    yield ['passkeys.json', jsonOf((await passkeys.list(username)).map(passkeyFacts))];
    yield ['sign-ins.json', jsonOf((await identities.list(username)).map(identityFacts))];
    yield ['audit.jsonl', lines(ownEntries(auditEntries, username))];
    yield ['documents.jsonl', lines(ownDocuments(work, username))];
    yield ['reviews.jsonl', lines(work.editorialActions(username))];
    yield ['comments.jsonl', lines(work.comments(username))];
    yield ['suggestions.jsonl', lines(work.suggestions(username))];
    const decisions = new PersonalDecisionsReadModel(db);
    yield ['proposals.jsonl', lines(decisions.decisions(username))];
    yield ['proposal-comments.jsonl', lines(decisions.comments(username))];
  }
}

function passkeyFacts({ name, isSynced, createdAt, lastUsedAt }: Passkey) {
  return { name, isSynced, createdAt, lastUsedAt };
}

function identityFacts({ issuer, subject, email, provider, linkedAt, lastUsedAt }: ListedIdentity) {
  return { issuer, subject, provider: provider?.label ?? null, email, linkedAt, lastUsedAt };
}

async function* ownDocuments(work: PersonalWorkReadModel, username: string) {
  for await (const batch of work.documents(username))
    yield batch.map(({ path, title, status, author, assignee }) => ({
      path,
      title,
      status,
      owner: author === username,
      assignee: assignee === username,
    }));
}

/** Own actions, then those of others on the account; an action of one's own on it is in the first. */
async function* ownEntries(auditEntries: AuditReadModel, username: string) {
  for await (const batch of auditEntries.export({ actor: username }))
    yield batch.map((entry) => ({
      ...factsOf(entry, username),
      by_you: true,
      address: entry.address,
    }));
  for await (const batch of auditEntries.export({ target: username }))
    yield batch
      .filter(({ actor }) => actor !== username)
      .map((entry) => ({ ...factsOf(entry, username), by_you: false }));
}

/** Details and targets of other kinds may name other people. */
function factsOf({ at, action, outcome, target }: AuditEntry, username: string) {
  const isShown = target === username || /^(document|media)\./.test(action);
  return { at, action, outcome, target: isShown ? target : null };
}

async function* lines(batches: AsyncIterable<readonly object[]>): AsyncGenerator<Buffer> {
  for await (const batch of batches)
    yield Buffer.from(batch.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
}

function jsonOf(value: unknown): Chunks {
  return textOf(`${JSON.stringify(value, null, 2)}\n`);
}

function textOf(text: string): Chunks {
  return chunk(Buffer.from(text));
}

function chunk(bytes: Uint8Array): Chunks {
  return Readable.from([bytes]);
}
